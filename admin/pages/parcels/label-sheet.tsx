import { Barcode } from '#admin/pages/parcels/barcode.tsx'
import { partText, weightText } from '#admin/pages/parcels/parcel-texts.ts'
import type { ParcelLabel } from '#contracts/staff/parcels.ts'
import { formatDong } from '#pure/money.ts'

/** A label of A6: the QR code of our code for our own scanners, the barcode of the carrier's code for theirs. */
export function LabelSheet({ label }: { label: ParcelLabel }) {
  const { parcel, qr, recipient, phone, address, note, items } = label
  const { code, order_code, carrier_title, carrier_code, state, shop, weight_g, cod_amount } =
    parcel
  const { part } = parcel
  return (
    <article className="w-full max-w-[105mm] border border-ink bg-white p-[5mm] text-sm print:mx-auto print:border-0 print:p-0">
      <header className="flex items-start gap-3 border-b border-ink pb-2">
        <div className="min-w-0 grow">
          <h2 className="text-xl tabular-nums">{code}</h2>
          <p className="tabular-nums">
            Đơn {order_code}
            {part !== null && <strong> · {partText(part)}</strong>}
          </p>
          <p className="font-bold">{carrier_title}</p>
          <p className="text-xs">Từ: {shop ?? 'cửa hàng'}</p>
        </div>
        <img src={qr} alt={`Mã QR của vận đơn ${code}`} className="size-24 shrink-0" />
      </header>
      {state === 'requested' ? (
        <p className="mt-2 border border-ink px-2 py-1 font-bold">
          Hãng chưa trả mã: đừng dán tem này. Xem trang vận đơn.
        </p>
      ) : (
        <Barcode text={carrier_code ?? code} />
      )}
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
  )
}
