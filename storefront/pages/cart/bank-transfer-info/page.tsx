import { useState, useSyncExternalStore } from 'react'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { formatDong } from '#pure/money.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { BankTransferData } from '#storefront/pages/cart/bank-transfer-info/page.server.ts'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Popup } from '#web/ui/popup.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { TransferCancel } from '#storefront/pages/cart/bank-transfer-info/transfer-cancel.tsx'
import { TransferPanel } from '#storefront/pages/cart/bank-transfer-info/transfer-panel.tsx'
import { isPaidInPart } from '#storefront/commerce/checkout/checkout-texts.ts'
import { usePaymentWatch } from '#storefront/commerce/checkout/payment-watch.ts'
import { moneyNote } from '#storefront/commerce/checkout/transfer-texts.ts'

export function meta({ result }: BankTransferData): PageMeta {
  return { title: `Chuyển khoản cho đơn ${result.order_code}`, robots: 'noindex, nofollow' }
}

/**
 * /cart/bank-transfer-info: the waiting order and its QR code. After a navigation within the shop the code
 * opens in a popup. After a reload, and without scripts, it is part of the page. The page updates itself when
 * the order is paid.
 */
export function Page({ data }: { data: BankTransferData }) {
  const { result, asks_to_cancel } = data
  const [is_popup, setPopup] = useState(useIsClientNavigation())
  const note = moneyNote(result)
  usePaymentWatch(result)
  return (
    <div className="grid gap-4 pb-6">
      <h1 className="text-2xl">THANH TOÁN CHUYỂN KHOẢN</h1>
      {note && <Notice kind="info">{note}</Notice>}
      <WaitingOrder data={data} />
      {is_popup ? (
        <TransferPopup
          key={asks_to_cancel ? 'cancel' : 'code'}
          data={data}
          onClose={() => setPopup(false)}
        />
      ) : (
        <CheckoutSection title={titleOf(data)}>
          <div className="mx-auto grid w-full max-w-110">
            <TransferContent data={data} />
          </div>
        </CheckoutSection>
      )}
    </div>
  )
}

/**
 * Returns, at the first render, whether the page was reached by a navigation within the shop. It is false in
 * the server's HTML and during hydration: a popup that opened then would make the page jump.
 */
function useIsClientNavigation(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}

function titleOf({ asks_to_cancel }: BankTransferData): string {
  return asks_to_cancel ? 'Hủy đơn hàng?' : 'Quét mã để thanh toán'
}

function TransferPopup({ data, onClose }: { data: BankTransferData; onClose: () => void }) {
  const { asks_to_cancel } = data
  return (
    <Popup
      title={titleOf(data)}
      onClose={onClose}
      max_width={asks_to_cancel ? 440 : 480}
      closes_outside={false}
    >
      <TransferContent data={data} />
    </Popup>
  )
}

function TransferContent({ data }: { data: BankTransferData }) {
  const answer = useFormAnswer()
  return (
    <div className="grid gap-4">
      <RefusalNotice answer={answer} lines={[]} has_captcha />
      {data.asks_to_cancel ? (
        <TransferCancel data={data} />
      ) : (
        <TransferPanel data={data} key={data.code.expires_at} />
      )}
    </div>
  )
}

function WaitingOrder({ data }: { data: BankTransferData }) {
  const { result, code } = data
  const { amount, missing } = result
  const is_part_paid = isPaidInPart(result)
  const facts = [
    ['Mã đơn hàng', result.order_code],
    ...(is_part_paid
      ? [
          ['Tổng tiền', formatDong(amount)],
          ['Đã nhận', formatDong(amount - missing)],
          ['Còn thiếu', formatDong(missing)],
        ]
      : [['Số tiền', formatDong(amount)]]),
    ...(code.order_expires_at === null
      ? []
      : [['Giữ hàng đến', formatDateTime(new Date(code.order_expires_at))]]),
  ]
  return (
    <CheckoutSection
      title={is_part_paid ? `CÒN THIẾU ${formatDong(missing)}` : 'ĐƠN HÀNG ĐANG CHỜ CHUYỂN KHOẢN'}
    >
      <dl className="grid gap-2.5 text-body">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <ol className="list-decimal pl-5 text-body text-muted">
        <li>Mở ứng dụng ngân hàng hoặc ví có VietQR và quét mã.</li>
        <li>Giữ nguyên số tiền và nội dung chuyển khoản.</li>
        <li>Trang này tự chuyển sang “Đặt hàng thành công” khi ngân hàng báo có.</li>
      </ol>
    </CheckoutSection>
  )
}
