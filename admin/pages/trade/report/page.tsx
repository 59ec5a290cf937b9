import { addresses } from '#admin/addresses/addresses.ts'
import { type Column, DataTable } from '#admin/kit/data-table.tsx'
import { ReportFilter } from '#admin/pages/trade/report-filter.tsx'
import type { TradeReportData } from '#admin/pages/trade/report/page.server.ts'
import type { TradeDay } from '#contracts/staff/trade/trade-office.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'

export const title = 'Báo cáo thu cũ'

/** What was bought in a month, by day and shop, and how it was paid. */
export function Page({ data: { month, shops, rows } }: { data: TradeReportData }) {
  const sum = (of: (row: TradeDay) => number) => rows.reduce((total, row) => total + of(row), 0)
  return (
    <>
      <ReportFilter path={addresses.trade_report.path} month={month} shops={shops} />
      <p>
        <strong>{`${sum(({ quantity }) => quantity)} máy · ${formatDong(sum(({ total }) => total))}`}</strong>
        {` · tiền mặt ${formatDong(sum(({ cash }) => cash))} · chuyển khoản ${formatDong(sum(({ transfer }) => transfer))} · trừ vào đơn ${formatDong(sum(({ on_order }) => on_order))}`}
      </p>
      <DataTable
        label="Thu cũ theo ngày và cửa hàng"
        empty="Tháng này chưa thu máy nào."
        columns={columns}
        rows={rows}
        keyOf={({ day, shop }) => `${day} ${shop}`}
      />
    </>
  )
}

const columns: Column<TradeDay>[] = [
  { title: 'Ngày', cell: ({ day }) => formatDate(startOfDay(day)) },
  { title: 'Cửa hàng', look: 'text', cell: ({ shop }) => shop },
  { title: 'Số máy', look: 'number', cell: ({ quantity }) => quantity },
  { title: 'Tổng chi', look: 'number', cell: ({ total }) => formatDong(total) },
  { title: 'Tiền mặt', look: 'number', cell: ({ cash }) => formatDong(cash) },
  { title: 'Chuyển khoản', look: 'number', cell: ({ transfer }) => formatDong(transfer) },
  { title: 'Trừ vào đơn', look: 'number', cell: ({ on_order }) => formatDong(on_order) },
]
