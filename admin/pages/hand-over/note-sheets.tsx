import { pressKeyed, useKeys } from '#admin/kit/keyboard.ts'
import { Key } from '#admin/kit/keys-help.tsx'
import { partText } from '#admin/pages/parcels/parcel-texts.ts'
import type { HandedOver } from '#contracts/staff/parcels.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, formatTime } from '#pure/vietnam-time.ts'

/** The notes that courier and shop sign: one sheet for each carrier that takes parcels from a shop. */
export function NoteSheets({ parcels }: { parcels: readonly HandedOver[] }) {
  useKeys({ p: () => pressKeyed('p') })
  const notes = Map.groupBy(parcels, ({ shop, carrier_title, staff_name }) =>
    [shop, carrier_title, staff_name].join('|'),
  )
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <h2 className="text-lg">
          Biên bản bàn giao {parcels.length} vận đơn
          {notes.size > 1 && ` (${notes.size} tờ)`}
        </h2>
        <button type="button" onClick={() => window.print()} data-key="p" className="tool ml-auto">
          In biên bản <Key name="p" />
        </button>
      </div>
      {[...notes].map(([key, of_note]) => (
        <Sheet key={key} parcels={of_note} />
      ))}
    </>
  )
}

function Sheet({ parcels }: { parcels: readonly HandedOver[] }) {
  const [first, last] = [parcels[0], parcels.at(-1)]
  if (!first || !last) return null
  const cod_total = parcels.reduce((sum, { cod_amount }) => sum + cod_amount, 0)
  const [begun, ended] = [new Date(first.handed_at), new Date(last.handed_at)]
  const hours = [...new Set([formatTime(begun), formatTime(ended)])].join(' – ')
  return (
    <article className="sheet break-after-page text-sm last:break-after-auto print:border-0">
      <h3 className="text-lg font-bold">Biên bản bàn giao cho {first.carrier_title}</h3>
      {first.shop !== null && <p className="font-semibold">{first.shop}</p>}
      <p className="text-muted">
        {hours}, {formatDate(begun)} · {first.staff_name} · {parcels.length} vận đơn · thu hộ tổng{' '}
        {formatDong(cod_total)}
      </p>
      <table className="mt-3 w-full border-collapse">
        <thead>
          <tr className="border-y border-ink text-left">
            <th scope="col" className="py-1 pr-2">
              STT
            </th>
            <th scope="col">Vận đơn</th>
            <th scope="col" className="max-sm:hidden">
              Người nhận
            </th>
            <th scope="col" className="text-right">
              Thu hộ
            </th>
          </tr>
        </thead>
        <tbody>
          {parcels.map(({ code, carrier_code, to, part, cod_amount }, n) => (
            <tr key={code} className="border-b border-line align-top">
              <td className="py-1.5 pr-2 tabular-nums">{n + 1}</td>
              <td className="py-1.5 pr-3 tabular-nums">
                {code}
                {part !== null && ` (${partText(part).toLowerCase()})`}
                <span className="block wrap-anywhere sm:hidden">{to}</span>
                {carrier_code !== null && (
                  <span className="block text-xs text-muted">{carrier_code}</span>
                )}
              </td>
              <td className="py-1.5 pr-3 wrap-anywhere max-sm:hidden">{to}</td>
              <td className="py-1.5 text-right tabular-nums">{formatDong(cod_amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-8 grid grid-cols-2 gap-8 pb-24 text-center">
        <p>Bên giao (ký, ghi rõ họ tên)</p>
        <p>Bên nhận (ký, ghi rõ họ tên)</p>
      </div>
    </article>
  )
}
