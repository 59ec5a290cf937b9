import { addresses } from '#admin/addresses/addresses.ts'
import { customerPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage } from '#admin/kit/list/list-page.tsx'
import { BlockMark } from '#admin/pages/customers/block-mark.tsx'
import type { CustomersData } from '#admin/pages/customers/page.server.ts'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import type { CustomerRow } from '#contracts/staff/customers.ts'

export const title = 'Khách hàng'
export const has_own_heading = true

/** Customers by phone, who ordered last first. */
export function Page({ data: { rows, has_more, is_search, now } }: { data: CustomersData }) {
  return (
    <>
      <ListPage
        title={title}
        path={addresses.customers.path}
        search={{
          label: 'Tìm khách',
          placeholder: 'Số điện thoại, ít nhất 4 số cuối, hoặc tên',
        }}
        filters={[]}
        columns={columnsAt(now)}
        rows={rows}
        keyOf={({ order_code }) => order_code}
        hrefOf={({ order_code }) => customerPath(order_code)}
        nameOf={({ name }) => `khách ${name}`}
        has_next={false}
        empty="Không tìm thấy khách nào."
      />
      {has_more && (
        <p className="text-right text-sm text-muted">
          {is_search ? 'Còn kết quả khác. Gõ thêm để thu hẹp.' : 'Đây là những khách đặt gần nhất.'}
        </p>
      )}
    </>
  )
}

const columnsAt = (now: number): ListColumn<CustomerRow>[] => [
  { title: 'Khách', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  {
    title: 'Số điện thoại',
    small: 'end',
    cell: ({ phone }) => <span className="whitespace-nowrap tabular-nums">{phone}</span>,
  },
  {
    title: 'Đơn',
    small: 'start',
    cell: ({ order_count }) => (
      <span className="tabular-nums">
        {order_count === 100 ? '100+' : order_count}
        <span className="md:hidden"> đơn</span>
      </span>
    ),
  },
  {
    title: 'Đơn mới nhất',
    small: 'start',
    cell: ({ order_code, last_at }) => (
      <span className="text-xs whitespace-nowrap text-muted tabular-nums">
        {order_code} · {ageText(last_at, now)} trước
      </span>
    ),
  },
  { title: 'Chặn', small: 'end', cell: ({ block }) => <BlockMark block={block} /> },
]
