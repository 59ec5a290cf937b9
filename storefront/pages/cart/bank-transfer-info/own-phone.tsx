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
          {apps.map(({ id, name, mark, color, fills_in, href }) => (
            <li key={id}>
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                className="grid h-full content-start justify-items-center gap-1 rounded-xl border border-line bg-white px-1 py-2 text-center text-2xs leading-tight font-semibold hover:border-ink"
              >
                <AppMark mark={mark} color={color} />
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

/** The bank's customary name on its colour, drawn by us: the logos belong to the banks. */
function AppMark({ mark, color }: { mark: string; color: string }) {
  return (
    <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden className="size-12">
      <rect width="48" height="48" rx="12" fill={color} />
      <text
        x="24"
        y="24"
        dominantBaseline="central"
        textAnchor="middle"
        fontSize={mark_sizes[mark.length] ?? 12}
        letterSpacing="-0.2"
        className="fill-white font-extrabold"
      >
        {mark}
      </text>
    </svg>
  )
}

/** The size of the letters that fill a tile, by their number. */
const mark_sizes: Readonly<Record<number, number>> = { 2: 20, 3: 16, 4: 15 }
