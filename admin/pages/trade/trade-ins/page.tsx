import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { tradeInPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { trade_state_titles } from '#admin/pages/trade/trade-in-texts.ts'
import type { TradeInsData } from '#admin/pages/trade/trade-ins/page.server.ts'
import type { TradeInRow } from '#contracts/staff/trade/trade-ins.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'

export const title = 'Thu cũ'
export const has_own_heading = true

/** Quotes for old devices, and what became of them. */
export function Page({ data: { rows, has_next, counts } }: { data: TradeInsData }) {
  return (
    <ListPage
      title={title}
      path={addresses.trade_ins.path}
      search={{ label: 'Tìm máy', placeholder: 'Mã báo giá, IMEI, số điện thoại' }}
      tabs={stateTabs(trade_state_titles, counts)}
      filters={[]}
      columns={columns}
      rows={rows}
      keyOf={({ code }) => code}
      hrefOf={({ code }) => tradeInPath(code)}
      nameOf={({ code }) => `báo giá ${code}`}
      has_next={has_next}
      empty="Chưa có báo giá nào ở đây."
      create={
        <Link to={addresses.purchases.path} className="tool">
          Bảng kê thu mua
        </Link>
      }
    />
  )
}

const columns: ListColumn<TradeInRow>[] = [
  {
    title: 'Mã',
    cell: ({ code }) => <span className="whitespace-nowrap tabular-nums">{code}</span>,
  },
  {
    title: 'Máy',
    small: 'line',
    cell: ({ device_name, device_tail }) => (
      <span className="wrap-anywhere">
        {device_name}
        {device_tail !== null && ` · …${device_tail}`}
      </span>
    ),
  },
  {
    title: 'Khách',
    small: 'line',
    cell: ({ name, phone, shop }) => (
      <>
        <span className="mr-2 font-semibold md:block">{name}</span>
        <span className="text-xs text-muted">
          {phone} · {shop}
        </span>
      </>
    ),
  },
  { title: 'Trạng thái', small: 'start', cell: ({ state }) => trade_state_titles[state] },
  {
    title: 'Ngày đến',
    small: 'start',
    cell: ({ visit_on }) => (
      <span className="text-xs whitespace-nowrap tabular-nums">
        {formatDate(startOfDay(visit_on))}
      </span>
    ),
  },
  {
    title: 'Giá',
    look: 'number',
    small: 'end',
    cell: ({ value, offer }) => <span className="font-bold">{formatDong(offer ?? value)}</span>,
  },
]
