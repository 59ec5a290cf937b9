import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { PageHeading } from '#admin/kit/page-heading.tsx'
import { skillTitle } from '#admin/pages/orders/bookings/skill-titles.ts'
import { bookingSlipPath, newBookingPath, receivePath, ticketPath } from '#admin/addresses/paths.ts'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { booking_state_titles } from '#admin/pages/orders/bookings/booking-texts.ts'
import type { BookingsData } from '#admin/pages/orders/bookings/page.server.ts'
import { formatDong } from '#pure/money.ts'
import { formatTime, vietnamClock } from '#pure/vietnam-time.ts'
import { buttonClass } from '#web/ui/button.ts'

export const title = 'Lịch hẹn sửa chữa'
export const has_own_heading = true

const { path } = addresses.bookings

/** The appointments of one shop on one day, and how full its technicians are. */
export function Page({ data }: { data: BookingsData }) {
  const { shop_id, closed } = data
  if (shop_id === null) {
    return (
      <>
        <PageHeading title={title} />
        <p className="sheet text-muted">Chưa có cửa hàng nào của bạn nhận lịch sửa chữa.</p>
      </>
    )
  }
  return (
    <>
      <PageHeading title={title}>
        {data.may_create && (
          <Link
            to={newBookingPath({ shop_id, day: data.day, item_ids: [] })}
            className="tool-main min-h-11"
          >
            Đặt lịch cho khách
          </Link>
        )}
      </PageHeading>
      <DayForm data={data} />
      {closed !== null && <p className="sheet font-semibold">Cửa hàng nghỉ: {closed}</p>}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid gap-4">
          <Appointments data={data} />
          <Waits data={data} />
        </div>
        <Slots data={data} />
      </div>
    </>
  )
}

function DayForm({ data: { shops, shop_id, day } }: { data: BookingsData }) {
  return (
    <form action={path} className="sheet flex flex-wrap items-end gap-3 text-sm print:border-0">
      <label className="grid min-w-0 grow gap-1 font-semibold">
        Cửa hàng
        <select name="shop_id" defaultValue={shop_id ?? ''} className="field min-h-11 w-full">
          {shops.map((shop) => (
            <option key={shop.shop_id} value={shop.shop_id}>
              {shop.name}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1 font-semibold">
        Ngày
        <input type="date" name="day" required defaultValue={day} className="field min-h-11" />
      </label>
      <SubmitButton>Xem</SubmitButton>
      <PrintButton />
    </form>
  )
}

/** Prints the day: the list and how full the technicians are. */
function PrintButton() {
  return (
    <button type="button" onClick={() => window.print()} className="tool min-h-11 noscript:hidden">
      In ngày này
    </button>
  )
}

function Appointments({ data }: { data: BookingsData }) {
  const { rows } = data
  if (rows.length === 0) return <p className="sheet text-muted">Chưa có lịch hẹn nào trong ngày.</p>
  return (
    <ul className="sheet divide-y divide-line p-0 text-sm">
      {rows.map((row) => (
        <Appointment key={row.code} row={row} data={data} />
      ))}
    </ul>
  )
}

/** Who walked in and waits: they take a technician as a booking does. */
function Waits({ data: { waits } }: { data: BookingsData }) {
  if (waits.length === 0) return null
  return (
    <section aria-labelledby="waits" className="sheet p-0 text-sm">
      <h2 id="waits" className="px-4 pt-3 text-base">
        Khách đang chờ
      </h2>
      <ul className="divide-y divide-line">
        {waits.map(({ code, device, starts_at, ends_at }) => (
          <li key={code} className="flex flex-wrap gap-x-4 px-4 py-3">
            <span className="shrink-0 font-bold whitespace-nowrap tabular-nums">
              {formatTime(new Date(starts_at))}–{formatTime(new Date(ends_at))}
            </span>
            <span className="min-w-0 grow wrap-anywhere">{device}</span>
            <Link to={ticketPath(code)} className="link">
              {code}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface AppointmentProps {
  row: BookingsData['rows'][number]
  data: BookingsData
}

function Appointment({ row, data }: AppointmentProps) {
  const { code, state, starts_at, ends_at, name, phone, notes, services, total, no_shows } = row
  const [start, end] = [new Date(starts_at), new Date(ends_at)]
  const here = `${path}?shop_id=${data.shop_id}&day=${data.day}`
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <p className="w-24 shrink-0 font-bold tabular-nums">
        {formatTime(start)}–{formatTime(end)}
        <span className="block text-xs font-semibold text-muted">
          {booking_state_titles[state]}
        </span>
      </p>
      <div className="min-w-0 grow basis-60">
        <p className="font-semibold">
          {name} <span className="font-normal text-muted tabular-nums">{phone}</span>
        </p>
        <p className="wrap-anywhere">{services.join(', ')}</p>
        <p className="text-muted">
          <span className="tabular-nums">{code}</span> · {formatDong(total)}
        </p>
        {notes !== null && <p className="text-muted wrap-anywhere">Ghi chú: {notes}</p>}
        {no_shows > 0 && (
          <p className="font-semibold text-sale">{`Đã ${no_shows} lần không đến trong 6 tháng`}</p>
        )}
        {data.may_create && (
          <Link to={bookingSlipPath(code)} className="link print:hidden">
            Phiếu hẹn {code}
          </Link>
        )}
      </div>
      {data.may_receive && state === 'booked' && (
        <StaffForm action={here} hidden={{ booking: code }} className="flex gap-2 print:hidden">
          {data.may_open_ticket ? (
            <Link to={receivePath(code)} className={buttonClass('primary', 'px-4 py-2')}>
              Nhận máy
            </Link>
          ) : (
            <SubmitButton name="intent" value="receive" look="primary">
              Nhận máy
            </SubmitButton>
          )}
          {start.getTime() <= data.now && (
            <SubmitButton name="intent" value="miss">
              Không đến
            </SubmitButton>
          )}
        </StaffForm>
      )}
      {data.may_receive && state === 'booked' && start.getTime() > data.now && (
        <MoveForm action={here} code={code} start={start} />
      )}
    </li>
  )
}

/** Another time for a shopper who calls. They are told by SMS and mail. */
function MoveForm({ action, code, start }: { action: string; code: string; start: Date }) {
  const now_booked = vietnamClock(start).slice(0, 16)
  return (
    <details className="basis-full print:hidden">
      <summary className="min-h-11 content-center font-semibold">Dời lịch…</summary>
      <StaffForm
        action={action}
        hidden={{ intent: 'move', booking: code }}
        className="flex flex-wrap items-end gap-2"
      >
        <label className="grid gap-1">
          <span className="text-muted">Giờ mới của {code}, tròn 30 phút</span>
          <input
            type="datetime-local"
            name="time"
            step={1800}
            required
            defaultValue={now_booked}
            className="field min-h-11"
          />
        </label>
        <SubmitButton>Dời lịch</SubmitButton>
      </StaffForm>
    </details>
  )
}

/** For each half hour, how many technicians are taken of those with a skill. */
function Slots({ data: { skills, slots } }: { data: BookingsData }) {
  if (slots.length === 0) return null
  return (
    <div
      className="sheet overflow-x-auto p-0"
      tabIndex={0}
      role="region"
      aria-label="Kỹ thuật viên theo giờ"
    >
      <table className="w-full text-sm max-md:table-fixed">
        <thead className="max-md:text-xs max-md:tracking-tight">
          <tr className="border-b border-line align-bottom text-muted">
            <th scope="col" className="px-3 py-2 text-left font-semibold max-md:pr-0">
              Giờ
            </th>
            {skills.map((skill) => (
              <th
                key={skill}
                scope="col"
                className="px-2 py-2 text-right font-semibold max-md:px-1"
              >
                {skillTitle(skill)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {slots.map(({ time, places }) => (
            <tr key={time} className="border-b border-line last:border-0">
              <th
                scope="row"
                className="px-3 py-1.5 text-left font-semibold tabular-nums max-md:pr-0"
              >
                {time}
              </th>
              {places.map(({ taken, capacity }, index) => (
                <td
                  key={skills[index]}
                  className={`px-2 py-1.5 text-right tabular-nums max-md:px-1 ${taken >= capacity ? 'font-bold text-sale' : taken > 0 ? 'font-semibold' : 'text-muted'}`}
                >
                  {taken}/{capacity}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
