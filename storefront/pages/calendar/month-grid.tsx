import { Icon } from '#web/ui/icons.tsx'
import { feastsOf } from '#pure/lunar/feast-days.ts'
import { type SolarDate, solarDate } from '#pure/lunar/julian-day.ts'
import { lunarDate } from '#pure/lunar/lunar-date.ts'
import { solarTerm } from '#pure/lunar/solar-terms.ts'
import { yearName } from '#pure/lunar/stems.ts'
import { tool_addresses } from '#storefront/addresses/tools.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import {
  isInCalendar,
  isoDate,
  monthsLater,
  shownDate,
  weeksOf,
} from '#storefront/pages/calendar/calendar-dates.ts'

const weekdays = ['T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'CN'] as const
const weekday_names = [
  'Thứ Hai',
  'Thứ Ba',
  'Thứ Tư',
  'Thứ Năm',
  'Thứ Sáu',
  'Thứ Bảy',
  'Chủ nhật',
] as const

interface Shown {
  today: SolarDate
  chosen: SolarDate
}

export function dayLink(date: SolarDate): string {
  return withQuery(tool_addresses.calendar.path, { ngay: isoDate(date) })
}

/** The month of the chosen day, weeks from Monday (contract §9). Every day is a link to itself in full. */
export function MonthGrid({ today, chosen }: Shown) {
  const { year, month } = chosen
  return (
    <section aria-labelledby="month" className="sheet p-3 sm:p-5">
      <div className="mb-3 flex items-center gap-1">
        <MonthLink to={monthsLater(chosen, -1)} text="Tháng trước">
          <Icon name="chevron-left" className="size-5" />
        </MonthLink>
        <h2 id="month" className="flex-1 text-center text-lg sm:text-xl">
          Tháng {month} năm {year}
          <span className="block text-sm font-medium tracking-normal text-muted">
            {lunarYears(chosen)}
          </span>
        </h2>
        <MonthLink to={monthsLater(chosen, 1)} text="Tháng sau">
          <Icon name="chevron-right" className="size-5" />
        </MonthLink>
      </div>
      <table className="w-full table-fixed border-separate border-spacing-0.5 sm:border-spacing-1">
        <thead>
          <tr>
            {weekdays.map((name, n) => (
              <th
                key={name}
                scope="col"
                abbr={weekday_names[n]}
                className={`py-1 text-sm font-semibold large-text:px-0 large-text:text-[0.6875rem] ${n === 6 ? 'text-sale' : 'text-muted'}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(year, month).map((week) => (
            <tr key={week[0]}>
              {week.map((julian_day, n) => (
                <DayCell
                  key={julian_day}
                  julian_day={julian_day}
                  is_sunday={n === 6}
                  month={month}
                  today={today}
                  chosen={chosen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Feasts {...chosen} />
      <p className="mt-2 flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <span>Số nhỏ là ngày âm lịch. Chấm đỏ: ngày lễ.</span>
        <a href={tool_addresses.calendar.path} className="finger font-semibold text-accent">
          Hôm nay {shownDate(today)}
        </a>
      </p>
    </section>
  )
}

/** The feasts of a month by name: a phone shows no titles of links. */
function Feasts({ year, month }: SolarDate) {
  const days = weeksOf(year, month)
    .flat()
    .filter((day) => solarDate(day).month === month && isInCalendar(solarDate(day)))
  const feasts = days.flatMap((day) => feastsOf(day).map((feast) => ({ day, ...feast })))
  if (feasts.length === 0) return null
  return (
    <ul aria-label="Ngày lễ trong tháng" className="mt-3 grid gap-x-4 gap-y-0.5 sm:grid-cols-2">
      {feasts.map(({ day, name, is_day_off }) => (
        <li key={`${day} ${name}`}>
          <a
            href={dayLink(solarDate(day))}
            className="finger flex min-h-7 items-center gap-2 text-sm hover:underline"
          >
            <b className="w-12 shrink-0 tabular-nums">
              {solarDate(day).day}/{month}
            </b>
            <span className={is_day_off ? 'text-sale' : ''}>
              {name}
              {is_day_off && ' · nghỉ lễ'}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

interface MonthLinkProps {
  to: SolarDate | null
  text: string
  children: React.ReactNode
}

function MonthLink({ to, text, children }: MonthLinkProps) {
  const look = 'inline-flex size-11 items-center justify-center rounded-button'
  // At both ends of the calendar the link is left out, and its room stays.
  if (to === null) return <span className={look} />
  return (
    <a href={dayLink(to)} aria-label={text} className={`${look} hover:bg-mist`}>
      {children}
    </a>
  )
}

interface DayCellProps extends Shown {
  julian_day: number
  is_sunday: boolean
  month: number
}

function DayCell({ julian_day, is_sunday, month, today, chosen }: DayCellProps) {
  const date = solarDate(julian_day)
  const lunar = lunarDate(julian_day)
  if (!isInCalendar(date) || lunar === null) return <td />
  const feasts = feastsOf(julian_day)
  const { start, name } = solarTerm(julian_day)
  const is_off = feasts.some(({ is_day_off }) => is_day_off)
  const notes = [...feasts.map((feast) => feast.name), ...(start === julian_day ? [name] : [])]
  const is_today = isoDate(date) === isoDate(today)
  const is_chosen = isoDate(date) === isoDate(chosen)
  const is_other_month = date.month !== month
  const colour = is_off || is_sunday ? 'text-sale' : is_other_month ? 'text-muted' : 'text-ink'
  const state = is_chosen
    ? 'bg-cream ring-2 ring-accent'
    : `hover:bg-mist ${is_today ? 'ring-1 ring-accent' : ''}`
  const is_first = lunar.day === 1
  return (
    <td className="p-0 align-top">
      <a
        href={dayLink(date)}
        aria-current={is_today ? 'date' : undefined}
        title={notes.join(', ') || undefined}
        className={`relative flex min-h-13 flex-col items-center justify-center rounded-xl sm:min-h-16 ${state}`}
      >
        <span
          className={`text-base tabular-nums large-text:text-sm sm:text-lg ${is_other_month ? 'font-medium' : 'font-bold'} ${colour}`}
        >
          {date.day}
        </span>
        <span className="sr-only">
          tháng {date.month} năm {date.year}, âm lịch ngày{' '}
        </span>
        <span
          className={`text-xs tabular-nums ${is_first ? 'font-bold text-accent' : 'text-muted'}`}
        >
          {is_first ? `1/${lunar.month}${lunar.is_leap ? 'n' : ''}` : lunar.day}
        </span>
        <span className="sr-only">
          {is_first ? '' : ` tháng ${lunar.month}`}
          {lunar.is_leap ? ' nhuận' : ''}
          {notes.map((note) => `, ${note}`)}
        </span>
        {feasts.length > 0 && (
          <span className="absolute top-1.5 left-1/2 ml-3 size-1.5 rounded-full bg-sale" />
        )}
      </a>
    </td>
  )
}

/** "Năm Bính Ngọ", or both years of a month with Tết. */
function lunarYears({ year, month }: SolarDate): string {
  const days = weeksOf(year, month).flat()
  const found = days
    .filter((day) => solarDate(day).month === month)
    .map((day) => lunarDate(day)?.year)
  const names = [...new Set(found)].map((one) => (one === undefined ? '' : yearName(one)))
  return `Năm ${names.filter(Boolean).join(' – ')}`
}
