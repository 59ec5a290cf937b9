import { Link } from 'react-router'
import type { BookingDay } from '#contracts/storefront/booking.ts'
import { longDay, shortDate, shortWeekday } from '#pure/formats/weekdays.ts'

interface DayChoiceProps {
  days: readonly BookingDay[]
  current: string | undefined
  hrefOf: (day: string) => string
}

/** The days that can be booked. A day without a free time leads nowhere, and says why. */
export function DayChoice({ days, current, hrefOf }: DayChoiceProps) {
  return (
    <ul aria-label="Ngày" className="flex flex-wrap gap-1.5">
      {days.map(({ day, closed, slots }) => {
        const is_open = slots.some(({ is_free }) => is_free)
        const text = `${shortWeekday(day)} ${shortDate(day)}`
        const why = closed ?? (slots.length === 0 ? 'hết giờ' : 'kín')
        return (
          <li key={day}>
            {is_open ? (
              <Link
                to={hrefOf(day)}
                preventScrollReset
                aria-current={day === current ? 'date' : undefined}
                className="tool min-h-11 tabular-nums aria-[current=date]:border-accent aria-[current=date]:bg-cream aria-[current=date]:font-bold"
              >
                {text}
              </Link>
            ) : (
              <span className="grid min-h-11 content-center px-2 text-muted tabular-nums">
                {text}: {why}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface SlotChoiceProps {
  day: BookingDay
  now: number
  /** An ISO time. */
  chosen: string | undefined
}

/** The times of one day. Full ones cannot be chosen. */
export function SlotChoice({ day, now, chosen }: SlotChoiceProps) {
  const { feast, lunar, slots } = day
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">
        {longDay(day.day)}{' '}
        <span className="font-normal text-muted">
          · Âm lịch {lunar}
          {feast !== null && ` · ${feast}`}
        </span>
      </legend>
      <div className="grid grid-cols-3 gap-x-2 min-[400px]:grid-cols-4 sm:grid-cols-5">
        {slots.map(({ starts_at, time, is_free }) => (
          <label
            key={starts_at}
            className="flex min-h-11 items-center gap-1.5 tabular-nums has-disabled:text-muted has-disabled:line-through"
          >
            <input
              type="radio"
              name="booking_date"
              value={starts_at}
              required
              disabled={!is_free}
              defaultChecked={starts_at === chosen}
              className="size-5 shrink-0"
            />
            {time}
            {Date.parse(starts_at) <= now && <span className="text-xs">ngay</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
