import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { flashSalePath, newFlashSalePath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { sale_state_titles } from '#admin/pages/loyalty/flash-sales/flash-sale-texts.ts'
import type { FlashSalesData } from '#admin/pages/loyalty/flash-sales/page.server.ts'
import type { FlashSaleRow } from '#contracts/staff/offers/flash-sales.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Flash sale'
export const has_own_heading = true

/** Windows of flash sales: planned, approved and over. */
export function Page({ data: { rows, has_next, counts, may_change } }: { data: FlashSalesData }) {
  return (
    <ListPage
      title={title}
      path={addresses.flash_sales.path}
      search={null}
      tabs={stateTabs(sale_state_titles, counts)}
      filters={[]}
      columns={columns}
      rows={rows}
      keyOf={({ flash_sale_id }) => String(flash_sale_id)}
      hrefOf={({ flash_sale_id }) => flashSalePath(flash_sale_id)}
      nameOf={({ name }) => name}
      has_next={has_next}
      empty="Không có khung giờ nào ở đây."
      create={
        may_change && (
          <Link to={newFlashSalePath()} className="tool-main">
            Lập khung giờ mới
          </Link>
        )
      }
    />
  )
}

const columns: ListColumn<FlashSaleRow>[] = [
  { title: 'Tên', cell: ({ name }) => name },
  {
    title: 'Bắt đầu',
    small: 'line',
    cell: ({ starts_at }) => (
      <span className="whitespace-nowrap tabular-nums">{formatDateTime(new Date(starts_at))}</span>
    ),
  },
  {
    title: 'Kết thúc',
    small: 'hidden',
    cell: ({ ends_at }) => (
      <span className="whitespace-nowrap tabular-nums">{formatDateTime(new Date(ends_at))}</span>
    ),
  },
  {
    title: 'Cho ai',
    small: 'start',
    cell: ({ needs_member }) => (needs_member ? 'Smember' : 'Mọi khách'),
  },
  { title: 'Sản phẩm', small: 'hidden', look: 'number', cell: ({ items }) => items },
  {
    title: 'Đã bán / suất',
    small: 'start',
    look: 'number',
    cell: ({ taken, slots }) => `${taken} / ${slots ?? '∞'}`,
  },
  { title: 'Trạng thái', small: 'end', cell: ({ state }) => sale_state_titles[state] },
]
