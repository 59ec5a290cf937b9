import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { tool_addresses } from '#storefront/addresses/tools.ts'
import type { CalendarData } from '#storefront/pages/calendar/calendar-data.ts'
import { isoDate, shownDate } from '#storefront/pages/calendar/calendar-dates.ts'
import { DaySheet } from '#storefront/pages/calendar/day-sheet.tsx'
import { FindDay } from '#storefront/pages/calendar/find-day.tsx'
import { MonthGrid } from '#storefront/pages/calendar/month-grid.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'

export function meta({ today, chosen }: CalendarData): PageMeta {
  const is_today = isoDate(today) === isoDate(chosen)
  return {
    title: is_today ? 'Lịch vạn niên, lịch âm hôm nay' : `Lịch âm ngày ${shownDate(chosen)}`,
    description:
      'Xem lịch âm dương các năm 1200 đến 2199: đổi ngày âm sang dương, can chi, tiết khí, giờ hoàng đạo và các ngày lễ.',
    canonical_path: tool_addresses.calendar.path,
    ...(is_today ? {} : { robots: 'noindex, follow' }),
  }
}

/** The perpetual calendar: a month, one day in full, and two forms that find a day (contract §2). */
export function Page({ data }: { data: CalendarData }) {
  const { today, chosen } = data
  return (
    <>
      <Breadcrumb crumbs={[{ name: 'Lịch vạn niên', path: tool_addresses.calendar.path }]} />
      <h1 className="mb-3 text-2xl md:text-title-lg">Lịch vạn niên</h1>
      <div className="grid items-start gap-3 md:gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <MonthGrid today={today} chosen={chosen} />
        <DaySheet chosen={chosen} is_today={isoDate(today) === isoDate(chosen)} />
      </div>
      <FindDay data={data} />
      <p className="mt-4 max-w-200 text-sm text-pretty text-muted">
        Âm lịch tính theo giờ Việt Nam (UTC+7) từ năm 1968; trước đó theo sử liệu. Lịch các năm 1645
        đến 1812 được dựng lại theo phép lịch Đại Thống, có thể lệch vài tháng so với bản in đương
        thời. Trước ngày 15/10/1582, ngày dương là lịch Julius. Tiết khí theo giờ Việt Nam.
      </p>
    </>
  )
}
