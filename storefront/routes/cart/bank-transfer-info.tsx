import { useState } from 'react'
import { formatDateTime } from '#pure/dates.ts'
import { formatDong } from '#pure/money.ts'
import { useFormAnswer } from '#storefront/form-answer.ts'
import type { PageMeta } from '#storefront/page.ts'
import { wordsForRefusal } from '#storefront/refusals.ts'
import type { BankTransferData } from '#storefront/routes/cart/bank-transfer-info.server.ts'
import { buttonClass } from '#storefront/ui/button.ts'
import { Notice } from '#storefront/ui/notice.tsx'
import { Popup } from '#storefront/ui/popup.tsx'
import { CheckoutSection } from '#storefront/widgets/checkout-section.tsx'
import { GiveUpFooter, GiveUpWords } from '#storefront/widgets/transfer-give-up.tsx'
import { TransferPanel } from '#storefront/widgets/transfer-panel.tsx'
import { usePaymentWatch } from '#storefront/widgets/payment-watch.ts'
import { moneyNote } from '#storefront/widgets/transfer-words.ts'

export function meta({ result }: BankTransferData): PageMeta {
  return { title: `Chuyển khoản cho đơn ${result.order_code}`, robots: 'noindex, nofollow' }
}

/** /cart/bank-transfer-info: the QR popup over what the order waits for; it turns paid by itself. */
export function Page({ data }: { data: BankTransferData }) {
  const { result, code, asks_to_cancel } = data
  const [is_open, setOpen] = useState(true)
  const { refusal } = useFormAnswer()
  const note = moneyNote(result)
  usePaymentWatch(result)
  return (
    <div className="grid gap-4 pb-6">
      <h1 className="text-2xl">THANH TOÁN CHUYỂN KHOẢN</h1>
      {refusal && <Notice kind="error">{wordsForRefusal(refusal).text}</Notice>}
      {note && <Notice kind="info">{note}</Notice>}
      <Waiting data={data} onOpen={() => setOpen(true)} />
      {is_open && (
        <Popup
          key={asks_to_cancel ? 'give-up' : 'code'}
          title={asks_to_cancel ? 'Hủy đơn hàng?' : 'Quét mã để thanh toán'}
          onClose={() => setOpen(false)}
          max_width={asks_to_cancel ? 440 : 480}
          closes_outside={false}
          footer={asks_to_cancel && <GiveUpFooter order_code={result.order_code} />}
        >
          {asks_to_cancel ? <GiveUpWords /> : <TransferPanel data={data} key={code.expires_at} />}
        </Popup>
      )}
    </div>
  )
}

function Waiting({ data, onOpen }: { data: BankTransferData; onOpen: () => void }) {
  const { result, code } = data
  const facts = [
    ['Mã đơn hàng', result.order_code],
    ['Số tiền', formatDong(result.amount)],
    ...(code.order_expires_at === null
      ? []
      : [['Giữ hàng đến', formatDateTime(new Date(code.order_expires_at))]]),
  ]
  return (
    <CheckoutSection title="ĐƠN HÀNG ĐANG CHỜ CHUYỂN KHOẢN">
      <dl className="grid gap-2.5 text-[15px]">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <ol className="list-decimal pl-5 text-[15px] text-muted">
        <li>Mở ứng dụng ngân hàng hoặc ví có VietQR và quét mã.</li>
        <li>Giữ nguyên số tiền và nội dung chuyển khoản.</li>
        <li>Trang này tự chuyển sang “Đặt hàng thành công” khi ngân hàng báo có.</li>
      </ol>
      <button
        type="button"
        onClick={onOpen}
        className={buttonClass('primary', 'min-h-12 noscript:hidden')}
      >
        Mở mã QR
      </button>
    </CheckoutSection>
  )
}
