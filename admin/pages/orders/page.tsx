import { addresses, orderPath, orders_file_path } from '#admin/addresses/addresses.ts'
import { type ListColumn, ListPage } from '#admin/kit/list/list-page.tsx'
import { Flags, StateMark } from '#admin/pages/orders/order-marks.tsx'
import { delivery_titles, state_titles } from '#admin/pages/orders/order-texts.ts'
import type { OrderAge, OrderList, OrderRow } from '#contracts/staff/orders.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, formatTime } from '#pure/vietnam-time.ts'

export const title = 'Đơn hàng'
export const has_own_heading = true

/** Every order of the shop. */
export function Page({ data }: { data: OrderList }) {
  const { rows, has_next, counts } = data
  const tabs = Object.entries(state_titles).map(([value, name]) => {
    const { count = 0, is_capped = false } = counts.find(({ state }) => state === value) ?? {}
    return { value, title: name, count, is_capped }
  })
  return (
    <ListPage
      title={title}
      path={addresses.orders.path}
      search={{ label: 'Tìm đơn', placeholder: 'Mã đơn, số điện thoại, 4 số cuối hoặc tên khách' }}
      tabs={tabs}
      filters={filtersOf(data)}
      columns={columns}
      rows={rows}
      keyOf={({ code }) => code}
      hrefOf={({ code }) => orderPath(code)}
      nameOf={({ code }) => `đơn ${code}`}
      has_next={has_next}
      bulk={{
        path: addresses.orders_bulk.path,
        field: 'code',
        choices: [
          { value: 'confirm', title: 'Xác nhận' },
          { value: 'cancel', title: 'Hủy đơn' },
        ],
      }}
      file_path={orders_file_path}
      empty="Không có đơn nào như vậy."
    />
  )
}

const age_titles: Record<OrderAge, string> = {
  under_1d: 'Trong 24 giờ',
  under_7d: 'Trong 7 ngày',
  under_30d: 'Trong 30 ngày',
  over_1h: 'Quá 1 giờ',
  over_4h: 'Quá 4 giờ',
  over_1d: 'Quá 1 ngày',
}

function filtersOf({ methods, shops, provinces }: OrderList) {
  const choices = (titles: Readonly<Record<string, string>>) =>
    Object.entries(titles).map(([value, name]) => ({ value, title: name }))
  return [
    { name: 'method', label: 'Cách trả tiền', choices: methods },
    { name: 'paid', label: 'Tiền', choices: choices({ yes: 'Đã trả', no: 'Chưa trả' }) },
    { name: 'delivery', label: 'Nhận hàng', choices: choices(delivery_titles) },
    { name: 'shop', label: 'Cửa hàng', choices: shops },
    { name: 'province', label: 'Tỉnh, thành phố', choices: provinces },
    { name: 'age', label: 'Thời gian', choices: choices(age_titles) },
    {
      name: 'sort',
      label: 'Thứ tự',
      none: 'Mới nhất trước',
      choices: choices({ oldest: 'Cũ nhất trước' }),
    },
  ]
}

const columns: ListColumn<OrderRow>[] = [
  {
    title: 'Mã đơn',
    cell: ({ code }) => <span className="whitespace-nowrap tabular-nums">{code}</span>,
  },
  {
    title: 'Lúc đặt',
    cell: ({ created_at }) => {
      const at = new Date(created_at)
      return (
        <span className="whitespace-nowrap text-muted tabular-nums">
          {formatDate(at).slice(0, 5)} <span className="text-ink">{formatTime(at)}</span>
        </span>
      )
    },
  },
  {
    title: 'Khách',
    small: 'line',
    cell: ({ name, phone, flags }) => (
      <>
        <span className="font-semibold">{name}</span>{' '}
        <span className="whitespace-nowrap text-muted tabular-nums">{phone}</span>{' '}
        <Flags flags={flags} />
      </>
    ),
  },
  {
    title: 'Hàng',
    small: 'line',
    cell: ({ first_item, line_count }) => (
      <span className="line-clamp-1 min-w-44 break-all max-md:text-muted" title={first_item}>
        {first_item}
        {line_count > 1 && <span className="text-muted"> +{line_count - 1}</span>}
      </span>
    ),
  },
  {
    title: 'Tổng',
    look: 'number',
    cell: ({ grand_total, is_paid, method_title }) => (
      <>
        <span className="font-bold">{formatDong(grand_total)}</span>
        <span className={`block text-xs max-md:hidden ${is_paid ? 'text-success' : 'text-muted'}`}>
          {is_paid ? 'Đã trả' : shortMethod(method_title)}
        </span>
      </>
    ),
  },
  {
    title: 'Nhận hàng',
    small: 'hidden',
    cell: ({ delivery, province, shop }) => (
      <span className="line-clamp-2 text-xs">
        {delivery === 'store_pickup' ? 'Tại cửa hàng' : province}
        {shop !== null && <span className="block text-muted">{shop}</span>}
      </span>
    ),
  },
  { title: 'Trạng thái', cell: ({ state }) => <StateMark state={state} /> },
]

/** "Thanh toán khi nhận hàng" is too long for a column of a list. */
function shortMethod(method_title: string | null): string {
  if (method_title === null) return 'Chưa chọn'
  return method_title.replace('Thanh toán khi nhận hàng', 'Khi nhận hàng')
}
