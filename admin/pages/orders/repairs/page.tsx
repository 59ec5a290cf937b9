import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { ticketPath } from '#admin/addresses/paths.ts'
import { ListFile } from '#admin/kit/list/list-file.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import type { RepairsData } from '#admin/pages/orders/repairs/page.server.ts'
import {
  shown_phases,
  isLate,
  payment_way_titles,
  plain_move_titles,
  ticket_kind_titles,
  ticket_state_titles,
} from '#admin/pages/orders/repairs/ticket-texts.ts'
import type { TicketRow } from '#contracts/staff/orders/ticket-shapes.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Sửa chữa'
export const has_own_heading = true

const { path } = addresses.repairs

interface Moved {
  moved: string[]
  refused: { code: string; reason: keyof typeof reasons }[]
}

/** The day board of a shop: one column for each phase, those that are promised first at the top. */
export function Page({ data, answer }: { data: RepairsData; answer?: Moved }) {
  const { rows, q, may_receive, may_move, booked_today, taken_today, shop_id } = data
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="text-xl">{title}</h1>
        <div className="ml-auto flex flex-wrap gap-2">
          <Link
            to={`${addresses.bookings.path}?shop_id=${shop_id ?? ''}`}
            className="tool min-h-11"
          >
            Lịch hẹn hôm nay: {booked_today}
          </Link>
          <ListFile path={path} query={fieldsOf(data)} />
          {may_receive && (
            <Link to={addresses.new_repair.path} className="tool-main min-h-11">
              Nhận máy
            </Link>
          )}
        </div>
      </div>
      <Filters data={data} />
      {answer && <MovedNotice answer={answer} />}
      {taken_today.length > 0 && q === '' && (
        <p className="text-sm text-muted">
          Thu sửa chữa hôm nay:{' '}
          {taken_today
            .map(({ way, amount }) => `${payment_way_titles[way]} ${formatDong(amount)}`)
            .join(' · ')}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="sheet text-muted">
          {q !== ''
            ? `Không có phiếu nào với “${q}”.`
            : showsPhases(data)
              ? 'Chưa có máy nào đang sửa.'
              : 'Không có phiếu nào như vậy.'}
        </p>
      ) : (
        <StaffForm action={path + queryOf(data)} hidden={{ intent: 'move' }} className="grid gap-4">
          {may_move && <MoveBar />}
          {showsPhases(data) ? <Phases data={data} /> : <Found data={data} />}
        </StaffForm>
      )}
      {data.has_next && (
        <p className="text-sm text-muted">
          Chỉ hiện 200 phiếu hẹn trả sớm nhất. Tìm theo mã hoặc số điện thoại.
        </p>
      )}
    </>
  )
}

/** All phases of one shop are shown at first; a filter or a search shows a list. */
function showsPhases({ q, state, due }: RepairsData): boolean {
  return q === '' && state === null && due === null
}

function fieldsOf({ shop_id, mine, q, state, due }: RepairsData): Record<string, string> {
  return {
    ...(shop_id !== null && { shop_id: String(shop_id) }),
    ...(mine && { mine: '1' }),
    ...(q !== '' && { q }),
    ...(state !== null && { state }),
    ...(due !== null && { due }),
  }
}

function queryOf(data: RepairsData): string {
  const query = new URLSearchParams(fieldsOf(data))
  return query.size === 0 ? '' : `?${query}`
}

function Filters({ data }: { data: RepairsData }) {
  const { shops, shop_id, q, mine, state, due } = data
  return (
    <form
      key={queryOf(data)}
      action={path}
      className="sheet flex flex-wrap items-end gap-3 text-sm"
      role="search"
    >
      {shops.length > 1 && (
        <label className="grid min-w-0 grow basis-48 gap-1 font-semibold">
          Cửa hàng
          <select name="shop_id" defaultValue={shop_id ?? ''} className="field min-h-11 w-full">
            {!showsPhases(data) && <option value="">Tất cả cửa hàng</option>}
            {shops.map((shop) => (
              <option key={shop.shop_id} value={shop.shop_id}>
                {shop.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className="grid min-w-0 grow basis-48 gap-1 font-semibold">
        Tìm phiếu
        <input
          name="q"
          defaultValue={q}
          maxLength={40}
          autoComplete="off"
          placeholder="Mã phiếu, số điện thoại, IMEI"
          className="field min-h-11 w-full"
        />
      </label>
      <label className="grid gap-1 font-semibold">
        Bước
        <select name="state" defaultValue={state ?? ''} className="field min-h-11">
          <option value="">Tất cả</option>
          {Object.entries(ticket_state_titles).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1 font-semibold">
        Hẹn trả
        <select name="due" defaultValue={due ?? ''} className="field min-h-11">
          <option value="">Tất cả</option>
          <option value="today">Còn trong hôm nay</option>
          <option value="late">Trễ hẹn</option>
        </select>
      </label>
      <label className="flex min-h-11 items-center gap-2">
        <input type="checkbox" name="mine" value="1" defaultChecked={mine} className="size-5" />
        Việc của tôi
      </label>
      <SubmitButton>Xem</SubmitButton>
    </form>
  )
}

const reasons = {
  not_found: 'chưa giao cho bạn',
  state: 'không ở bước chuyển được',
  parts_missing: 'kho chưa đủ linh kiện',
  parts_unused: 'còn linh kiện chưa ghi đã dùng',
} as const

function MovedNotice({ answer: { moved, refused } }: { answer: Moved }) {
  return (
    <div role="status" className="sheet text-sm">
      <p className="font-semibold">Đã chuyển {moved.length} phiếu.</p>
      {refused.map(({ code, reason }) => (
        <p key={code} className="text-sale">
          {code}: {reasons[reason]}
        </p>
      ))}
    </div>
  )
}

function MoveBar() {
  return (
    <div className="flex flex-wrap items-end gap-2 text-sm">
      <label className="grid gap-1">
        <span className="text-muted">Chuyển các phiếu đã chọn</span>
        <select name="move" className="field min-h-11" defaultValue="diagnose">
          {Object.entries(plain_move_titles).map(([move, name]) => (
            <option key={move} value={move}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <SubmitButton>Chuyển</SubmitButton>
    </div>
  )
}

function Phases({ data }: { data: RepairsData }) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {shown_phases.map((state) => {
        const rows = data.rows.filter((row) => row.state === state)
        return (
          <section key={state} aria-labelledby={`phase-${state}`} className="min-w-0">
            <h2 id={`phase-${state}`} className="part-title mb-2">
              {ticket_state_titles[state]} · {rows.length}
            </h2>
            <Cards rows={rows} data={data} />
          </section>
        )
      })}
    </div>
  )
}

function Found({ data }: { data: RepairsData }) {
  return <Cards rows={data.rows} data={data} has_state />
}

interface CardsProps {
  rows: readonly TicketRow[]
  data: RepairsData
  has_state?: boolean
}

function Cards({ rows, data: { now, may_move }, has_state = false }: CardsProps) {
  if (rows.length === 0) return null
  return (
    <ul className="grid gap-2">
      {rows.map((row) => {
        const is_late = isLate(row, now)
        return (
          <li key={row.code} className="sheet flex gap-2 p-3 text-sm">
            {may_move && (
              <label className="-m-2 grid size-11 shrink-0 place-items-center">
                <input type="checkbox" name={`ticket.${row.code}`} className="size-5" />
                <span className="sr-only">Chọn phiếu {row.code}</span>
              </label>
            )}
            <div className="min-w-0 grow">
              <Link
                to={ticketPath(row.code)}
                className="font-semibold wrap-anywhere hover:underline"
              >
                {row.device}
              </Link>
              <p className="line-clamp-2 wrap-anywhere">{row.fault}</p>
              <p className="text-muted">
                <span className="tabular-nums">{row.code}</span> · {row.customer}
              </p>
              {has_state && (
                <p className="font-semibold">{`${ticket_state_titles[row.state]} · ${row.shop}`}</p>
              )}
              {row.kind !== 'repair' && (
                <p className="font-semibold">{ticket_kind_titles[row.kind]}</p>
              )}
              <p className={is_late ? 'font-semibold text-sale' : 'text-muted'}>
                {is_late ? 'Trễ hẹn ' : 'Hẹn '}
                {formatDateTime(new Date(row.promised_at))}
              </p>
              <p className="text-muted">
                {row.assignee ?? 'Chưa giao thợ'}
                {row.due > 0 && ` · cần thu ${formatDong(row.due)}`}
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
