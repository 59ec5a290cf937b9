import { addresses } from '#admin/addresses/addresses.ts'
import { BarChart } from '#admin/kit/chart/bar-chart.tsx'
import { type Column, DataTable } from '#admin/kit/data-table.tsx'
import { source_titles } from '#admin/pages/orders/sources/source-titles.ts'
import type { OrderSourcesData } from '#admin/pages/orders/sources/page.server.ts'
import { ReportFilter } from '#admin/pages/trade/report-filter.tsx'
import type { OrderSource, OrderSourceRow } from '#contracts/staff/orders/order-sources.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'

export const title = 'Nguồn đơn'

const definition =
  'Theo ngày khách đặt. Mỗi đơn tính một nguồn: có mã tiếp thị liên kết, không thì có lượt bấm quảng cáo, không thì nhân viên lập, còn lại là tự đến. Khách không đồng ý nhớ lượt bấm thì tính là tự đến. Không tính đơn đã hủy, hết hạn và đơn chưa trả tiền trước.'
const sources = Object.keys(source_titles) as OrderSource[]

/** Who brought the orders of a month: each source by day as a chart, and by day and shop as a table. */
export function Page({ data: { month, shops, rows } }: { data: OrderSourcesData }) {
  return (
    <div className="grid gap-4">
      <ReportFilter path={addresses.order_sources.path} month={month} shops={shops} />
      <p className="text-sm text-muted">{definition}</p>
      <div className="grid gap-3 md:grid-cols-2">
        {sources.map((source) => (
          <SourceChart
            key={source}
            {...{ month, source }}
            rows={rows.filter((row) => row.source === source)}
          />
        ))}
      </div>
      <DataTable
        label="Đơn theo ngày, cửa hàng và nguồn"
        empty="Tháng này chưa có đơn nào."
        columns={columns}
        rows={rows}
        keyOf={({ day, shop, source }) => `${day} ${shop ?? ''} ${source}`}
      />
    </div>
  )
}

interface SourceChartProps {
  month: string
  source: OrderSource
  rows: readonly OrderSourceRow[]
}

function SourceChart({ month, source, rows }: SourceChartProps) {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const bars = Array.from({ length: days }, (_, n) => {
    const label = String(n + 1).padStart(2, '0')
    const of_day = rows.filter(({ day }) => day === `${month}-${label}`)
    const orders = of_day.reduce((sum, row) => sum + row.orders, 0)
    const revenue = of_day.reduce((sum, row) => sum + row.revenue, 0)
    return { label: String(n + 1), value: orders, text: `${orders} đơn, ${formatDong(revenue)}` }
  })
  const orders = rows.reduce((sum, row) => sum + row.orders, 0)
  const revenue = rows.reduce((sum, row) => sum + row.revenue, 0)
  return (
    <BarChart
      title={source_titles[source]}
      sum={`${orders} đơn · ${formatDong(revenue)}`}
      columns={['Ngày', 'Đơn và doanh thu đặt']}
      bars={bars}
      label_every={7}
      definition={definition}
    />
  )
}

const columns: Column<OrderSourceRow>[] = [
  { title: 'Ngày', cell: ({ day }) => formatDate(startOfDay(day)) },
  { title: 'Cửa hàng', look: 'text', cell: ({ shop }) => shop ?? 'Chưa gán' },
  { title: 'Nguồn', cell: ({ source }) => source_titles[source] },
  { title: 'Số đơn', look: 'number', cell: ({ orders }) => orders },
  { title: 'Doanh thu đặt', look: 'number', cell: ({ revenue }) => formatDong(revenue) },
]
