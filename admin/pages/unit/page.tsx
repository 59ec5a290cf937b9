import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath, unitPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { Pictures } from '#admin/kit/pictures/pictures.tsx'
import { ReasonField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { UnitMark } from '#admin/pages/units/unit-mark.tsx'
import { unit_event_titles, unit_move_titles } from '#admin/pages/units/unit-texts.ts'
import type { Unit, UnitEvent } from '#contracts/staff/units.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, formatDateTime, formatTime } from '#pure/vietnam-time.ts'

export const title = ({ code }: Unit) => `IMEI ${code}`
export const has_own_heading = true

/** One unit: what it is, where it is, what happened to it, and what can be done with it. */
export function Page({ data: unit }: { data: Unit }) {
  const { code, state, moves, may_correct } = unit
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl wrap-anywhere tabular-nums">{code}</h1>
        <UnitMark state={state} />
        <Link to={addresses.units.path} className="tool ml-auto">
          Tất cả máy
        </Link>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 content-start gap-4">
          <section className="sheet text-sm">
            <FactList facts={factsOf(unit)} />
          </section>
          <Pictures
            path={unitPath(code)}
            pictures={unit.pictures}
            may_change={unit.may_change_pictures}
          />
          <History unit={unit} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          {moves.length > 0 && <Moves unit={unit} />}
          {may_correct && <Correction unit={unit} />}
        </div>
      </div>
    </>
  )
}

function factsOf(unit: Unit) {
  const { imei1, imei2, serial, name, color_name, sku, state, place, cost } = unit
  const facts: [string, React.ReactNode][] = [
    ['Sản phẩm', `${name}${color_name === null ? '' : ` · ${color_name}`}`],
    ['SKU', sku],
    ['IMEI 1', imei1],
    ['IMEI 2', imei2],
    ['Serial', serial],
    ['Ở đâu', state === 'sold' && place !== null ? <OrderLink key="order" code={place} /> : place],
    ['Lý do khóa', unit.lock_reason],
    ['Giá vốn', cost === null ? null : formatDong(cost)],
    ['Nhập ngày', formatDate(new Date(unit.created_at))],
    ['Bảo hành', warrantyOf(unit)],
  ]
  return facts.filter(([, value]) => value !== null)
}

function warrantyOf({ warranty_from, warranty_until }: Unit): string | null {
  if (warranty_from === null || warranty_until === null) return null
  return `${dayOf(warranty_from)} – ${dayOf(warranty_until)}`
}

/** "2026-11-23" as "23/11/2026". */
function dayOf(day: string): string {
  return day.split('-').toReversed().join('/')
}

function OrderLink({ code }: { code: string }) {
  return (
    <Link to={orderPath(code)} className="link">
      {code}
    </Link>
  )
}

function Moves({ unit: { unit_id, code, moves } }: { unit: Unit }) {
  return (
    <section aria-labelledby="moves" className="sheet">
      <h2 id="moves" className="part-title mb-2">
        Tình trạng
      </h2>
      <StaffForm
        action={unitPath(code)}
        hidden={{ intent: 'move', unit_id }}
        resets
        className="grid gap-2 text-sm"
      >
        <ReasonField placeholder="Mất, tranh chấp, lỗi màn hình…" />
        <div className="flex flex-wrap gap-2">
          {moves.map((move) => (
            <button key={move} type="submit" name="move" value={move} className="tool">
              {unit_move_titles[move]}
            </button>
          ))}
        </div>
      </StaffForm>
    </section>
  )
}

function Correction({ unit }: { unit: Unit }) {
  const { unit_id, code, imei1, imei2, serial } = unit
  return (
    <section aria-labelledby="correction" className="sheet">
      <h2 id="correction" className="part-title mb-2">
        Sửa mã sai
      </h2>
      <StaffForm
        key={[imei1, imei2, serial].join()}
        action={unitPath(code)}
        hidden={{ intent: 'correct', unit_id, seen: code }}
        className="grid gap-2 text-sm"
      >
        <CodeField label="IMEI 1" name="imei1" value={imei1} />
        <CodeField label="IMEI 2" name="imei2" value={imei2} />
        <CodeField label="Serial" name="serial" value={serial} />
        <ReasonField placeholder="Nhập nhầm khi nhận hàng" />
        <div>
          <button type="submit" className="tool">
            Lưu mã đúng
          </button>
        </div>
      </StaffForm>
    </section>
  )
}

function CodeField({ label, name, value }: { label: string; name: string; value: string | null }) {
  return (
    <label className="grid grid-cols-[4.5rem_1fr] items-center gap-2">
      <span className="text-muted">{label}</span>
      <input
        name={name}
        defaultValue={value ?? ''}
        autoComplete="off"
        maxLength={60}
        className="field min-w-0 tabular-nums"
      />
    </label>
  )
}

function History({ unit: { events, created_at } }: { unit: Unit }) {
  return (
    <section aria-labelledby="history" className="sheet text-sm">
      <h2 id="history" className="part-title mb-2">
        Diễn biến
      </h2>
      <ol>
        {events.toReversed().map((event) => (
          <Happened key={`${event.at} ${event.move}`} event={event} />
        ))}
        {events[0]?.move !== 'receive' && (
          <li className="text-muted">
            {formatDateTime(new Date(created_at))} · có trong kho khi mở sổ
          </li>
        )}
      </ol>
    </section>
  )
}

function Happened({ event }: { event: UnitEvent }) {
  const { at, move, shop, document, reason, staff_name } = event
  const time = new Date(at)
  const where = [shop, document].filter((one) => one !== null).join(' · ')
  return (
    <li className="group grid grid-cols-[5rem_auto_1fr] gap-x-2.5">
      <time dateTime={at} className="pt-px text-xs leading-5 text-muted tabular-nums">
        {formatDate(time).slice(0, 5)} {formatTime(time)}
      </time>
      <span aria-hidden className="relative grid justify-items-center pt-1.5">
        <span className="size-2 rounded-full bg-ink" />
        <span className="w-px grow bg-line group-last:hidden" />
      </span>
      <div className="pb-2.5 wrap-anywhere">
        <span className="font-semibold">{unit_event_titles[move] ?? move}</span>
        {where !== '' && <span> · {where}</span>}
        {(reason ?? staff_name) !== null && (
          <span className="block text-muted">
            {[staff_name, reason].filter((one) => one !== null).join(': ')}
          </span>
        )}
      </div>
    </li>
  )
}
