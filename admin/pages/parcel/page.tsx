import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath, parcelPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { useMayOpen } from '#admin/kit/frame.tsx'
import { pressKeyed, useKeys } from '#admin/kit/keyboard.ts'
import { Key } from '#admin/kit/keys-help.tsx'
import { NoteField } from '#admin/kit/fields/note-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { CarrierNewsPart, CarrierRequest } from '#admin/pages/parcel/carrier-part.tsx'
import { LostPart } from '#admin/pages/parcel/lost-part.tsx'
import type { ParcelData } from '#admin/pages/parcel/page.server.ts'
import { LabelSheet } from '#admin/pages/parcels/label-sheet.tsx'
import { PrintButton } from '#admin/pages/parcels/print-button.tsx'
import { ParcelMark } from '#admin/pages/parcels/parcel-mark.tsx'
import {
  moveText,
  parcel_move_titles,
  weightText,
  partText,
} from '#admin/pages/parcels/parcel-texts.ts'
import type { ParcelEvent, ParcelLabel, ParcelMove, StaffParcel } from '#contracts/staff/parcels.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ code }: ParcelData) => `Vận đơn ${code}`
export const has_own_heading = true

/** Moves that need care: they stand behind the others. */
const rare: readonly ParcelMove[] = ['lose', 'cancel']

/** One parcel: what it is, what can be done with it, and what happened. */
export function Page({ data, answer: label }: { data: ParcelData; answer?: ParcelLabel }) {
  const { code, order_code, state, version, moves, events } = data
  const path = parcelPath(code)
  // Labels have the whole phone: they are for whoever packs.
  const may_print = useMayOpen(addresses.packing.page)
  useKeys({ e: () => pressKeyed('e'), p: () => pressKeyed('p') })
  const usual = moves.filter((move) => !rare.includes(move))
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <h1 className="text-xl tabular-nums">{code}</h1>
        <ParcelMark state={state} />
        <Link to={orderPath(order_code)} className="link text-sm tabular-nums">
          Đơn {order_code}
          {data.part !== null && ` · ${partText(data.part)}`}
        </Link>
        <div className="ml-auto">
          {label === undefined && may_print && (
            <StaffForm action={path} hidden={{ intent: 'label' }}>
              <button type="submit" data-key="p" className="tool">
                Tem <Key name="p" />
              </button>
            </StaffForm>
          )}
          {label !== undefined && <PrintButton />}
        </div>
      </div>
      {label !== undefined && <LabelSheet label={label} />}
      {data.lost !== null && <LostPart parcel={data.lost} />}
      <CarrierRequest parcel={data} />
      <div className="grid gap-4 print:hidden lg:grid-cols-[minmax(0,1fr)_24rem]">
        <section className="sheet grid content-start gap-4 text-sm">
          <FactList facts={factsOf(data)} />
          {moves.length > 0 && (
            <StaffForm action={path} hidden={{ version }} className="grid gap-2">
              <NoteField label="Ghi chú cho bước này" maxLength={300} />
              <div className="flex flex-wrap gap-2">
                {[...usual, ...rare.filter((move) => moves.includes(move))].map((move, n) => (
                  <button
                    key={move}
                    type="submit"
                    name="move"
                    value={move}
                    data-key={isFirst(move, n) ? 'e' : undefined}
                    className={lookOf(move, n)}
                  >
                    {parcel_move_titles[move]} {isFirst(move, n) && <Key name="e" />}
                  </button>
                ))}
              </div>
            </StaffForm>
          )}
        </section>
        <div className="grid content-start gap-4">
          <History events={events} />
          <CarrierNewsPart news={data.carrier_news} />
        </div>
      </div>
    </>
  )
}

/** The move of the key `e`: never one that needs care. */
function isFirst(move: ParcelMove, n: number): boolean {
  return n === 0 && !rare.includes(move)
}

function lookOf(move: ParcelMove, n: number): string {
  if (isFirst(move, n)) return 'tool-main'
  return rare.includes(move) ? 'tool text-sale' : 'tool'
}

/** What became of the collected money, or of what a lost parcel is worth. */
function codText({ cod_state, claim_state }: StaffParcel): string {
  if (claim_state !== null) return ` · ${claim_titles[claim_state]}`
  return cod_state === null ? '' : ` · ${cod_state === 'due' ? 'hãng đang giữ' : 'tiền đã về'}`
}

const claim_titles = { open: 'chờ hãng đền', paid: 'hãng đã đền', refused: 'hãng không đền' }

function factsOf(parcel: StaffParcel) {
  const { to, carrier_title, carrier_code, shop, weight_g, cod_amount, fee } = parcel
  return [
    ['Người nhận', to],
    ['Hãng giao', carrier_code === null ? carrier_title : `${carrier_title} · ${carrier_code}`],
    ['Gửi từ', shop ?? 'Chưa rõ'],
    ['Cân nặng', weightText(weight_g)],
    ['Thu hộ', cod_amount > 0 ? formatDong(cod_amount) + codText(parcel) : 'Không thu'],
    ...(fee === null ? [] : [['Phí giao', formatDong(fee)] as const]),
  ] as const
}

function History({ events }: { events: readonly ParcelEvent[] }) {
  return (
    <section aria-labelledby="history" className="sheet text-sm">
      <h2 id="history" className="part-title">
        Lịch sử
      </h2>
      <ol className="mt-2 grid gap-2">
        {events.map((event) => (
          <li key={`${event.happened_at} ${event.move}`}>
            <span className="font-semibold">{moveText(event)}</span>
            {event.note !== null && <span> · {event.note}</span>}
            <span className="block text-xs text-muted">
              {formatDateTime(new Date(event.happened_at))}
              {event.staff_name !== null && ` · ${event.staff_name}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
