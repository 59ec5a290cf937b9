import { useShop } from '#storefront/runtime/shop-data.ts'
import { feastsOf } from '#pure/lunar/feast-days.ts'
import { goodHours } from '#pure/lunar/good-hours.ts'
import { julianDay, type SolarDate, weekday } from '#pure/lunar/julian-day.ts'
import { lunarDate } from '#pure/lunar/lunar-date.ts'
import { solarTerm } from '#pure/lunar/solar-terms.ts'
import { dayName, hourName, monthName, yearAnimal, yearName } from '#pure/lunar/stems.ts'
import { formatWhole } from '#pure/formats/whole-number.ts'
import { lunarText, shownDate } from '#storefront/pages/calendar/calendar-dates.ts'
import { dayLink } from '#storefront/pages/calendar/month-grid.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { showToast } from '#web/ui/toast-list.ts'

const weekdays = ['thứ Hai', 'thứ Ba', 'thứ Tư', 'thứ Năm', 'thứ Sáu', 'thứ Bảy', 'Chủ nhật']

/** One day in full: both dates, stems and branches, solar term, good hours, feasts. */
export function DaySheet({ chosen, is_today }: { chosen: SolarDate; is_today: boolean }) {
  const julian_day = julianDay(chosen)
  const lunar = lunarDate(julian_day)
  if (lunar === null) return null
  const feasts = feastsOf(julian_day)
  const term = solarTerm(julian_day)
  const facts = [
    ['Năm', `${yearName(lunar.year)} (${yearAnimal(lunar.year)})`],
    ['Tháng', monthName(lunar)],
    ['Ngày', dayName(julian_day)],
    ['Giờ Tý', hourName(julian_day, 0)],
    ['Tiết khí', term.start === julian_day ? `${term.name} (bắt đầu)` : term.name],
    ['Ngày Julius', formatWhole(julian_day)],
  ]
  return (
    <section aria-labelledby="day" className="sheet p-4 sm:p-5">
      <h2 id="day" className="text-lg first-letter:uppercase">
        {is_today ? 'Hôm nay, ' : ''}
        {weekdays[weekday(julian_day) - 1]} {shownDate(chosen)}
      </h2>
      <p className="mt-1 text-2xl font-extrabold text-accent first-letter:uppercase">
        {lunarText(lunar)}
      </p>
      <p className="text-muted">năm {yearName(lunar.year)}</p>
      {feasts.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {feasts.map(({ name, is_day_off }) => (
            <li
              key={name}
              className={`rounded-full px-3 py-1 text-sm font-semibold ${is_day_off ? 'bg-sale-soft text-sale' : 'bg-mist'}`}
            >
              {name}
              {is_day_off && ' · nghỉ lễ'}
            </li>
          ))}
        </ul>
      )}
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 large-text:grid-cols-1">
        {facts.map(([title, value]) => (
          <div key={title} className="contents">
            <dt className="text-muted">{title}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-4 text-base">Giờ hoàng đạo</h3>
      <ul className="mt-1.5 grid grid-cols-2 gap-x-4 gap-y-1">
        {goodHours(julian_day).map(({ name, from, to }) => (
          <li key={name}>
            <span className="font-semibold">{name}</span>{' '}
            <span className="whitespace-nowrap text-muted">
              {from}h–{to}h
            </span>
          </li>
        ))}
      </ul>
      <DayActions chosen={chosen} />
    </section>
  )
}

/** Both need scripts, so they are left out without. */
function DayActions({ chosen }: { chosen: SolarDate }) {
  const { shop } = useShop()
  return (
    <p className="mt-4 flex flex-wrap gap-2 noscript:hidden print:hidden">
      <button
        type="button"
        className={buttonClass('outline')}
        onClick={() => void copy(shop.public_url + dayLink(chosen))}
      >
        <Icon name="copy" className="size-4" />
        Sao chép liên kết
      </button>
      <button type="button" className={buttonClass('outline')} onClick={() => window.print()}>
        In lịch
      </button>
    </p>
  )
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    showToast({ kind: 'success', text: 'Đã sao chép liên kết ngày này' })
  } catch {
    showToast({ kind: 'info', text: `Liên kết ngày này: ${url}` })
  }
}
