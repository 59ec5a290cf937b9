import { type Bar, BarChart } from '#admin/kit/chart/bar-chart.tsx'
import type { Sales } from '#contracts/staff/today.ts'
import { formatDong } from '#pure/money.ts'

const definition =
  'Theo giờ khách đặt, ở các cửa hàng bạn được xem. Không tính đơn đã hủy, hết hạn và đơn chưa trả tiền trước.'

/** Orders and revenue of the last two weeks, and the hours of today. */
export function SalesCharts({ days, hours }: Sales) {
  const today = days.at(-1)
  return (
    <div className="grid gap-3 lg:grid-cols-3">
      <BarChart
        title="Đơn hôm nay theo giờ"
        sum={`${today?.orders ?? 0} đơn`}
        columns={['Giờ', 'Số đơn']}
        bars={hours.map(({ hour, orders }) => bar(`${hour}h`, orders))}
        label_every={6}
        {...{ definition }}
      />
      <BarChart
        title="Đơn mỗi ngày, 14 ngày"
        sum={`${days.reduce((sum, { orders }) => sum + orders, 0)} đơn`}
        columns={['Ngày', 'Số đơn']}
        bars={days.map(({ day, orders }) => ({
          ...bar(dayText(day), orders),
          is_now: day === today?.day,
        }))}
        label_every={7}
        {...{ definition }}
      />
      <BarChart
        title="Doanh thu đặt, 14 ngày"
        sum={formatDong(days.reduce((sum, { revenue }) => sum + revenue, 0))}
        columns={['Ngày', 'Doanh thu đặt']}
        bars={days.map(({ day, revenue }) => ({
          ...{ label: dayText(day), value: revenue, text: formatDong(revenue) },
          is_now: day === today?.day,
        }))}
        label_every={7}
        {...{ definition }}
      />
    </div>
  )
}

const bar = (label: string, orders: number): Bar => ({
  ...{ label, value: orders, text: String(orders) },
})

/** 2026-11-05 is 05/11. */
function dayText(day: string): string {
  const [, month, date] = day.split('-')
  return `${date}/${month}`
}
