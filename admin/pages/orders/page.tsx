import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { Flags, StateMark, Tags } from '#admin/pages/orders/order-marks.tsx'
import { ageText, delivery_titles, state_titles } from '#admin/pages/orders/order-texts.ts'
import type { OrdersData } from '#admin/pages/orders/page.server.ts'
import type { OrderAge, OrderList, OrderRow } from '#contracts/staff/orders.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, formatTime } from '#pure/vietnam-time.ts'

export const title = 'Đơn hàng'
export const has_own_heading = true

/** Every order of the shop. */
export function Page({ data }: { data: OrdersData }) {
  const { rows, has_next, counts, may, now } = data
  const choices = [
    { value: 'confirm', title: 'Xác nhận', is_allowed: may.confirm },
    { value: 'assign', title: 'Giao việc', is_allowed: may.assign },
    { value: 'tag', title: 'Gắn thẻ', is_allowed: may.tag },
    { value: 'untag', title: 'Gỡ thẻ', is_allowed: may.tag },
    { value: 'move_shop', title: 'Đổi kho xuất', is_allowed: may.move_shop },
    { value: 'cancel', title: 'Hủy đơn', is_allowed: may.cancel },
  ].filter(({ is_allowed }) => is_allowed)
  return (
    <ListPage
      title={title}
      path={addresses.orders.path}
      search={{ label: 'Tìm đơn', placeholder: 'Mã đơn, số điện thoại, 4 số cuối hoặc tên khách' }}
      tabs={stateTabs(state_titles, counts)}
      filters={filtersOf(data)}
      columns={columnsAt(now)}
      rows={rows}
      keyOf={({ code }) => code}
      hrefOf={({ code }) => orderPath(code)}
      nameOf={({ code }) => `đơn ${code}`}
      has_next={has_next}
      {...(choices.length > 0 && {
        bulk: { path: addresses.orders_bulk.path, field: 'code', choices },
      })}
      empty="Không tìm thấy đơn nào."
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

const maker_titles = { me: 'Tôi lập', staff: 'Nhân viên lập', shopper: 'Khách tự đặt' }

function filtersOf({ methods, shops, provinces, tags }: OrderList) {
  const choices = (titles: Readonly<Record<string, string>>) =>
    Object.entries(titles).map(([value, name]) => ({ value, title: name }))
  return [
    { name: 'method', label: 'Cách trả tiền', choices: methods },
    { name: 'paid', label: 'Tiền', choices: choices({ yes: 'Đã trả', no: 'Chưa trả' }) },
    { name: 'delivery', label: 'Nhận hàng', choices: choices(delivery_titles) },
    { name: 'shop', label: 'Cửa hàng', choices: shops },
    { name: 'province', label: 'Tỉnh, thành phố', choices: provinces },
    { name: 'assigned', label: 'Phụ trách', choices: choices({ me: 'Giao cho tôi' }) },
    { name: 'made', label: 'Người lập', choices: choices(maker_titles) },
    { name: 'tag', label: 'Thẻ', choices: tags },
    { name: 'age', label: 'Thời gian', choices: choices(age_titles) },
    {
      name: 'sort',
      label: 'Thứ tự',
      none: 'Mới nhất trước',
      choices: choices({ oldest: 'Cũ nhất trước' }),
    },
  ]
}

const columnsAt = (now: number): ListColumn<OrderRow>[] => [
  {
    title: 'Mã đơn',
    cell: ({ code }) => <OrderCode code={code} />,
  },
  { title: 'Lúc đặt', small: 'end', cell: (row) => <OrderTime row={row} now={now} /> },
  {
    title: 'Khách',
    small: 'line',
    cell: ({ name, phone, flags, tags }) => (
      <>
        <span className="mr-2 font-semibold md:block">{name}</span>
        <span className="mr-2 text-xs whitespace-nowrap text-muted tabular-nums">{phone}</span>
        <Flags flags={flags} />
        <Tags tags={tags} />
      </>
    ),
  },
  {
    title: 'Hàng',
    small: 'line',
    cell: ({ first_item, line_count, item_quantity }) => (
      <>
        <span
          className="line-clamp-2 wrap-anywhere max-md:inline lg:line-clamp-1 lg:min-w-40 lg:break-all"
          title={first_item}
        >
          {first_item}
        </span>{' '}
        <span
          className={`text-xs whitespace-nowrap text-muted ${item_quantity === 1 ? 'max-md:hidden' : ''}`}
        >
          {item_quantity} chiếc{line_count > 1 && `, ${line_count} dòng`}
        </span>
      </>
    ),
  },
  {
    title: 'Tổng',
    look: 'number',
    small: 'start',
    cell: ({ grand_total, is_paid, method_title }) => (
      <>
        <span className="font-bold">{formatDong(grand_total)}</span>
        <span
          className={`text-xs max-md:ml-2 md:block ${is_paid ? 'text-success' : 'text-muted max-md:hidden'}`}
        >
          {is_paid ? 'Đã trả' : shortMethod(method_title)}
        </span>
      </>
    ),
  },
  {
    title: 'Nhận hàng',
    small: 'hidden',
    cell: ({ delivery, province, shop }) => (
      <>
        <span className="line-clamp-1 break-all">
          {delivery === 'store_pickup' ? 'Tại cửa hàng' : province}
        </span>
        <span className="line-clamp-1 text-xs break-all text-muted" title={shop ?? undefined}>
          {shop}
        </span>
      </>
    ),
  },
  {
    title: 'Trạng thái',
    small: 'end',
    cell: ({ state, assigned_name }) => (
      <>
        <StateMark state={state} />
        {assigned_name !== null && (
          <span className="text-xs text-muted max-md:ml-2 md:line-clamp-1">{assigned_name}</span>
        )}
      </>
    ),
  },
]

/** On a tablet, whose rows have several lines anyway, the code takes two: the goods need the room. */
function OrderCode({ code }: { code: string }) {
  const [day = '', rest = ''] = code.split('-')
  return (
    <span className="whitespace-nowrap tabular-nums">
      {day}-<br className="max-md:hidden lg:hidden" />
      {rest}
    </span>
  )
}

function OrderTime({ row: { created_at, state }, now }: { row: OrderRow; now: number }) {
  const at = new Date(created_at)
  const is_late = state === 'pending' && now - at.getTime() > 3_600_000
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className="max-md:hidden md:block">
        {formatDate(at).slice(0, 5)} {formatTime(at)}
      </span>
      <span className={`text-xs ${is_late ? 'font-bold text-accent-dark' : 'text-muted'}`}>
        {ageText(created_at, now)}
      </span>
    </span>
  )
}

/** "Thanh toán khi nhận hàng" is too long for a column of a list. */
function shortMethod(method_title: string | null): string {
  if (method_title === null) return 'Chưa chọn'
  return method_title
    .replace('Thanh toán khi nhận hàng', 'Khi nhận hàng')
    .replace('Chuyển khoản ngân hàng qua mã QR', 'Chuyển khoản QR')
}
