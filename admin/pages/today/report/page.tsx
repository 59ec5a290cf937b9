import { addresses } from '#admin/addresses/addresses.ts'
import { RankChart } from '#admin/kit/chart/rank-chart.tsx'
import { call_outcome_titles } from '#admin/pages/orders/calls/call-texts.ts'
import { return_reason_titles } from '#admin/pages/returns/return-texts.ts'
import { MonthFilter } from '#admin/pages/today/report/month-filter.tsx'
import type { MonthReport } from '#contracts/staff/today.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Báo cáo'

const sold_definition =
  'Theo giờ khách đặt trong tháng, ở các cửa hàng bạn được xem. Không tính đơn đã hủy, hết hạn và đơn chưa trả tiền trước.'
const nothing_sold = 'Tháng này chưa có đơn nào.'

type Sold = MonthReport['by_shop'][number]
const sumOf = (rows: readonly Sold[]) => rows.reduce((sum, { revenue }) => sum + revenue, 0)
const countOf = (rows: readonly { count: number }[]) =>
  rows.reduce((sum, { count }) => sum + count, 0)

/** A month in numbers. The stock is that of today. */
export function Page({ data }: { data: MonthReport }) {
  const { month, shops, by_shop, by_method, calls, returns, stock_ages } = data
  return (
    <>
      <MonthFilter path={addresses.month_report.path} month={month} shops={shops} />
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <RankChart
          title="Doanh thu đặt theo cửa hàng"
          columns={['Cửa hàng', 'Doanh thu đặt']}
          rows={by_shop.map(soldRow('Chưa có cửa hàng'))}
          sum={formatDong(sumOf(by_shop))}
          definition={sold_definition}
          empty={nothing_sold}
        />
        <div className="grid min-w-0 content-start gap-3">
          <RankChart
            title="Doanh thu đặt theo cách trả"
            columns={['Cách trả', 'Doanh thu đặt']}
            rows={by_method.map(soldRow('Chưa chọn'))}
            sum={formatDong(sumOf(by_method))}
            definition={sold_definition}
            empty={nothing_sold}
          />
          <Calls calls={calls} />
          {returns !== null && <Returns returns={returns} />}
          {stock_ages !== null && <StockAges ages={stock_ages} />}
        </div>
      </div>
    </>
  )
}

function Calls({ calls }: Pick<MonthReport, 'calls'>) {
  return (
    <RankChart
      title="Kết quả gọi khách"
      columns={['Kết quả', 'Số cuộc']}
      rows={calls.map(({ outcome, count }) => ranked(call_outcome_titles[outcome], count))}
      sum={`${formatCount(countOf(calls))} cuộc`}
      definition="Mỗi cuộc gọi ghi trong tháng, của đơn bạn được xem. Một đơn có thể có nhiều cuộc."
      empty="Tháng này chưa ghi cuộc gọi nào."
    />
  )
}

function Returns({ returns }: { returns: NonNullable<MonthReport['returns']> }) {
  return (
    <RankChart
      title="Đổi trả theo lý do"
      columns={['Lý do', 'Số phiếu']}
      rows={returns.map(({ reason, count }) => ranked(return_reason_titles[reason], count))}
      sum={`${formatCount(countOf(returns))} phiếu`}
      definition="Phiếu lập trong tháng, cả phiếu bị từ chối và khách rút lại."
      empty="Tháng này chưa có phiếu nào."
    />
  )
}

const formatCount = (count: number) => count.toLocaleString('vi-VN')
const ranked = (label: string, value: number) => ({ label, value, text: formatCount(value) })

const soldRow =
  (nameless: string) =>
  ({ name, orders, revenue }: Sold) => ({
    ...{ label: name ?? nameless, note: `${orders} đơn` },
    ...{ value: revenue, text: formatDong(revenue) },
  })

/** How long the devices on hand have been there. */
function StockAges({ ages }: { ages: NonNullable<MonthReport['stock_ages']> }) {
  const units = ages.reduce((sum, one) => sum + one.units, 0)
  return (
    <RankChart
      title="Tuổi máy trên kệ, hôm nay"
      columns={['Ngày trên kệ', 'Số máy']}
      rows={ages.map(({ from_days, units: value, cost }, place) => ({
        ...ranked(rangeText(from_days, ages[place + 1]?.from_days), value),
        ...(cost === null ? {} : { note: `giá vốn ${formatDong(cost)}` }),
      }))}
      sum={`${formatCount(units)} máy`}
      definition="Máy có IMEI hay serial đang ở kệ, tính từ ngày nhập. Giá vốn chỉ tính máy đã biết giá vốn."
      empty="Không có máy nào trên kệ."
    />
  )
}

function rangeText(from: number, until: number | undefined): string {
  return until === undefined ? `Từ ${from} ngày` : `${from}–${until} ngày`
}
