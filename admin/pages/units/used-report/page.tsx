import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath } from '#admin/addresses/paths.ts'
import { type Column, DataTable } from '#admin/kit/data-table.tsx'
import { ReportFilter } from '#admin/pages/trade/report-filter.tsx'
import type { UsedReportData } from '#admin/pages/units/used-report/page.server.ts'
import type { UsedSale } from '#contracts/staff/trade/trade-office.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'

export const title = 'Báo cáo máy cũ'

/** The used devices that were sold in a month: how long they were on offer, and what they earned. */
export function Page({ data: { month, shops, rows, sees_cost } }: { data: UsedReportData }) {
  const days = rows.flatMap(({ days_listed }) => (days_listed === null ? [] : [days_listed]))
  const mean = days.reduce((sum, each) => sum + each, 0) / (days.length || 1)
  const revenue = rows.reduce((sum, { price }) => sum + price, 0)
  const margin = rows.reduce((sum, row) => sum + (row.margin ?? 0), 0)
  return (
    <>
      <ReportFilter path={addresses.used_report.path} month={month} shops={shops} />
      <p>
        <strong>{`${rows.length} máy · ${formatDong(revenue)}`}</strong>
        {days.length > 0 && ` · trung bình ${Math.round(mean)} ngày trên kệ`}
        {sees_cost && ` · lãi gộp ${formatDong(margin)}`}
      </p>
      <DataTable
        label="Máy cũ đã bán"
        empty="Tháng này chưa bán máy cũ nào."
        columns={sees_cost ? [...columns, ...cost_columns] : columns}
        rows={rows}
        keyOf={({ sku, order_code }) => `${sku} ${order_code}`}
      />
    </>
  )
}

const columns: Column<UsedSale>[] = [
  { title: 'Ngày bán', cell: ({ day }) => formatDate(startOfDay(day)) },
  { title: 'Cửa hàng', look: 'text', cell: ({ shop }) => shop },
  { title: 'Máy', look: 'text', cell: ({ sku, name }) => `${sku} · ${name}` },
  {
    title: 'Đơn',
    cell: ({ order_code }) => (
      <Link to={orderPath(order_code)} className="text-accent underline">
        {order_code}
      </Link>
    ),
  },
  {
    title: 'Ngày trên kệ',
    look: 'number',
    cell: ({ days_listed }) => days_listed ?? '–',
  },
  { title: 'Giá bán', look: 'number', cell: ({ price }) => formatDong(price) },
]

const cost_columns: Column<UsedSale>[] = [
  {
    title: 'Giá vốn',
    look: 'number',
    cell: ({ cost }) => (cost === null ? '–' : formatDong(cost)),
  },
  {
    title: 'Lãi gộp',
    look: 'number',
    cell: ({ margin }) => (margin === null ? '–' : formatDong(margin)),
  },
]
