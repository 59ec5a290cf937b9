import type { OrderFlag, OrderRow } from '#contracts/staff/orders.ts'
import { csvLine } from '#pure/formats/csv.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { paymentTitle } from '#shop/order/order-view.ts'
import type { ListedOrder } from '#shop/views/order/order-list-store.ts'

/** Converts a stored order to a row of a list. */
export function orderRow(order: ListedOrder): OrderRow {
  const { code, version, state, created_at, recipient, province, first_item } = order
  const { item_quantity, line_count, grand_total, payment_method, is_paid, shop, assigned_name } =
    order
  return {
    code,
    version,
    state,
    created_at: created_at.toISOString(),
    name: recipient.name,
    phone: maskedPhone(order.phone),
    province,
    first_item,
    item_quantity,
    line_count,
    grand_total,
    method_title: paymentTitle(payment_method),
    is_paid,
    delivery: recipient.shipping_method,
    shop,
    assigned_name,
    flags: flagsOf(order),
  }
}

function flagsOf(
  order: Pick<ListedOrder, 'is_duplicate' | 'is_first' | 'has_come_back' | 'recipient'>,
): OrderFlag[] {
  const flags: [OrderFlag, boolean][] = [
    ['duplicate', order.is_duplicate],
    ['first', order.is_first],
    ['came_back', order.has_come_back],
    ['company_invoice', order.recipient.company_invoice !== null],
  ]
  return flags.filter(([, is_set]) => is_set).map(([flag]) => flag)
}

const state_titles: Record<OrderRow['state'], string> = {
  awaiting_payment: 'Chờ thanh toán',
  pending: 'Chờ xác nhận',
  confirmed: 'Đã xác nhận',
  ready_for_pickup: 'Chờ khách lấy',
  shipping: 'Đang giao',
  delivered: 'Đã giao',
  cancelled: 'Đã hủy',
  expired: 'Hết hạn',
}

const csv_titles = [
  'Mã đơn',
  'Lúc đặt',
  'Trạng thái',
  'Khách',
  'Số điện thoại',
  'Tỉnh, thành phố',
  'Sản phẩm',
  'Số lượng',
  'Tổng tiền',
  'Cách trả',
  'Đã trả',
  'Nhận hàng',
  'Cửa hàng',
]

/** The rows as a CSV file that spreadsheets open: UTF-8 with a byte order mark, no cell is a formula. */
export function ordersAsCsv(rows: readonly OrderRow[]): string {
  const lines = rows.map((row) => csvLine(cellsOf(row).map(withoutFormula)))
  return `\uFEFF${csvLine(csv_titles)}${lines.join('')}`
}

function cellsOf(row: OrderRow): string[] {
  const more = row.line_count > 1 ? ` và ${row.line_count - 1} món khác` : ''
  return [
    row.code,
    formatDateTime(new Date(row.created_at)),
    state_titles[row.state],
    row.name,
    row.phone,
    row.province,
    row.first_item + more,
    String(row.item_quantity),
    String(row.grand_total),
    row.method_title ?? '',
    row.is_paid ? 'có' : 'chưa',
    row.delivery === 'store_pickup' ? 'tại cửa hàng' : 'giao tận nơi',
    row.shop ?? '',
  ]
}

/** A spreadsheet runs a cell that begins like a formula. An apostrophe before it makes it a text. */
function withoutFormula(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}
