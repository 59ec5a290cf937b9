import { Link } from 'react-router'
import { addresses, parcelPath } from '#admin/addresses/addresses.ts'
import { pressKeyed, useKeys } from '#admin/kit/keyboard.ts'
import { Key } from '#admin/kit/keys-help.tsx'
import { weightText } from '#admin/pages/parcels/parcel-texts.ts'
import type { ParcelLabel } from '#contracts/staff/parcels.ts'
import { formatDong } from '#pure/money.ts'

export const title = ({ parcel }: ParcelLabel) => `Tem ${parcel.code}`
export const has_own_heading = true

/** A label of A6 with the QR code of the parcel's code. */
export function Page({ data }: { data: ParcelLabel }) {
  const { parcel, qr, recipient, phone, address, note, items } = data
  const { code, order_code, carrier_title, shop, weight_g, cod_amount } = parcel
  useKeys({ p: () => pressKeyed('p'), e: () => pressKeyed('e') })
  return (
    <>
      <div className="flex flex-wrap gap-2 print:hidden">
        <button type="button" onClick={() => window.print()} data-key="p" className="tool-main">
          In tem <Key name="p" />
        </button>
        <Link to={addresses.packing.path} data-key="e" className="tool">
          Gói đơn kế tiếp <Key name="e" />
        </Link>
        <Link to={parcelPath(code)} className="tool">
          Về vận đơn
        </Link>
      </div>
      <article className="mx-auto w-full max-w-[105mm] border border-ink bg-white p-[5mm] text-sm print:border-0 print:p-0">
        <header className="flex items-start gap-3 border-b border-ink pb-2">
          <div className="min-w-0 grow">
            <h1 className="text-xl tabular-nums">{code}</h1>
            <p className="tabular-nums">Đơn {order_code}</p>
            <p className="font-bold">{carrier_title}</p>
            <p className="text-xs">Từ: {shop ?? 'cửa hàng'}</p>
          </div>
          <img src={qr} alt={`Mã QR của vận đơn ${code}`} className="size-24 shrink-0" />
        </header>
        <p className="mt-2 text-base font-bold wrap-anywhere">{recipient}</p>
        <p className="text-base font-bold tabular-nums">{phone}</p>
        <p className="wrap-anywhere">{address}</p>
        {note !== null && <p className="mt-1 wrap-anywhere">Dặn: {note}</p>}
        <p className="mt-2 border-y border-ink py-2 text-lg font-bold">
          {cod_amount > 0 ? `Thu hộ ${formatDong(cod_amount)}` : 'Không thu tiền'}
        </p>
        <p className="mt-2 text-xs wrap-anywhere">
          {items} · {weightText(weight_g)}
        </p>
      </article>
    </>
  )
}
