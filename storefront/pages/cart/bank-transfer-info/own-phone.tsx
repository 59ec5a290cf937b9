import { useState } from 'react'
import type { TransferCode } from '#contracts/storefront/payment.ts'
import type { BankTransferData } from '#storefront/pages/cart/bank-transfer-info/page.server.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'

interface OwnPhoneProps {
  code: TransferCode
  apps: BankTransferData['apps']
}

/** A phone cannot scan its own screen: it saves the code as a picture, or opens the bank's app. */
export function OwnPhone({ code, apps }: OwnPhoneProps) {
  const [has_failed, setFailed] = useState(false)
  const save = async () => {
    const { saveCode } = await import('#storefront/pages/cart/bank-transfer-info/save-code.ts')
    setFailed(!(await saveCode(code.qr_code_url, code.order_code)))
  }
  return (
    <>
      <button
        type="button"
        onClick={() => void save()}
        className={buttonClass('outline', 'noscript:hidden')}
      >
        <Icon name="download" className="size-5" />
        Lưu ảnh mã QR
      </button>
      <p role="status" className="text-center text-sm text-sale empty:hidden">
        {has_failed && 'Chưa lưu được. Hãy chụp màn hình mã QR.'}
      </p>
      <section aria-labelledby="mo-ung-dung" className="md:hidden">
        <h3 id="mo-ung-dung" className="text-body tracking-normal">
          Mở ứng dụng ngân hàng trên máy này
        </h3>
        <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(84px,1fr))] gap-2">
          {apps.map(({ id, name, fills_in, href }) => (
            <li key={id}>
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                className="grid h-full content-start justify-items-center gap-1 rounded-xl border border-line bg-white px-1 py-2 text-center text-2xs leading-tight font-semibold hover:border-ink"
              >
                <AppMark id={id} />
                {name}
                {fills_in && <span className="font-medium text-success">Điền sẵn</span>}
              </a>
            </li>
          ))}
        </ul>
        <p className="mt-2 text-note text-muted">
          Ứng dụng không có chữ “Điền sẵn”: lưu ảnh mã QR rồi chọn ảnh trong mục quét mã.
        </p>
      </section>
    </>
  )
}

/** Letters of our own: the banks' marks belong to them. */
function AppMark({ id }: { id: string }) {
  return (
    <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden className="size-9">
      <rect width="36" height="36" rx="10" className="fill-ink" />
      <text
        x="18"
        y="22.5"
        textAnchor="middle"
        fontSize={id.length > 3 ? 11 : 13}
        className="fill-white font-extrabold"
      >
        {id.toUpperCase()}
      </text>
    </svg>
  )
}
