import { useId } from 'react'
import type { BookingDay } from '#contracts/storefront/booking.ts'
import { longDay, shortDate, shortWeekday } from '#pure/formats/weekdays.ts'
import { ProblemText, useFieldAnswer } from '#web/ui/field.tsx'

interface DayLinksProps {
  days: readonly BookingDay[]
  /** The day whose times are shown: YYYY-MM-DD. */
  current: string | undefined
  hrefOf: (day: string) => string
}

const day_class =
  'relative grid min-h-18 w-18 content-center justify-items-center gap-0.5 rounded-xl border px-1 py-1.5 text-center'

/** The days that can be booked, each with its lunar date. A day without a free time leads nowhere. */
export function DayLinks({ days, current, hrefOf }: DayLinksProps) {
  return (
    <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-1 sm:-mx-5 sm:px-5">
      {days.map((day) => {
        const is_open = day.slots.some(({ is_free }) => is_free)
        const why = day.closed ?? (day.slots.length === 0 ? 'Hết giờ' : 'Kín lịch')
        const face = (
          <>
            <span className="text-xs">{shortWeekday(day.day)}</span>
            <span className="text-base font-bold tabular-nums">{shortDate(day.day)}</span>
            <span className="text-2xs leading-tight">
              {is_open ? (day.feast ?? `ÂL ${day.lunar}`) : why}
            </span>
          </>
        )
        return (
          <li key={day.day} className="shrink-0">
            {is_open ? (
              <a
                href={hrefOf(day.day)}
                aria-current={day.day === current ? 'date' : undefined}
                className={`${day_class} border-muted/50 bg-white hover:border-accent aria-[current=date]:border-accent aria-[current=date]:bg-cream aria-[current=date]:text-accent`}
              >
                {face}
                <span className="sr-only">
                  {longDay(day.day)}, âm lịch {day.lunar}
                </span>
              </a>
            ) : (
              <span className={`${day_class} border-line bg-mist text-muted`}>{face}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const parts = [
  { name: 'Buổi sáng', until: '12:00' },
  { name: 'Buổi chiều', until: '18:00' },
  { name: 'Buổi tối', until: '24:00' },
] as const

interface SlotRadiosProps {
  day: BookingDay
  /** The time that is chosen already, as an ISO time. */
  chosen?: string | undefined
}

/** The times of one day as radio buttons. Full ones cannot be chosen. */
export function SlotRadios({ day, chosen }: SlotRadiosProps) {
  const id = useId()
  const { problem, noteEdit } = useFieldAnswer('booking_date')
  const groups = parts.map(({ name, until }, index) => ({
    name,
    slots: day.slots.filter(
      ({ time }) => time < until && time >= (parts[index - 1]?.until ?? '00:00'),
    ),
  }))
  return (
    <div
      role="radiogroup"
      tabIndex={-1}
      aria-label={`Giờ hẹn ngày ${longDay(day.day)}`}
      aria-invalid={problem ? true : undefined}
      aria-describedby={problem ? `${id}-problem` : undefined}
      className="grid gap-3 rounded-xl outline-none"
    >
      {problem && <ProblemText id={`${id}-problem`}>{problem}</ProblemText>}
      {groups
        .filter(({ slots }) => slots.length > 0)
        .map(({ name, slots }) => (
          <div key={name}>
            <p className="mb-1.5 text-sm text-muted">{name}</p>
            <div className="grid grid-cols-4 gap-2 sm:grid-cols-6 md:grid-cols-8">
              {slots.map(({ starts_at, time, is_free }) => (
                <label
                  key={starts_at}
                  className="grid min-h-11 cursor-pointer place-items-center rounded-xl border border-muted/50 bg-white text-body font-semibold tabular-nums hover:border-accent has-checked:border-accent has-checked:bg-accent has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-mist has-disabled:font-normal has-disabled:text-muted has-disabled:line-through"
                >
                  <input
                    type="radio"
                    name="booking_date"
                    value={starts_at}
                    disabled={!is_free}
                    defaultChecked={starts_at === chosen}
                    onInput={noteEdit}
                    className="sr-only"
                  />
                  {time}
                </label>
              ))}
            </div>
          </div>
        ))}
    </div>
  )
}
