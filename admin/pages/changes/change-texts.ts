import { menuTitle } from '#admin/addresses/menu-groups.ts'
import { cardValueText } from '#admin/pages/cards/card-texts.ts'
import { fieldTitle } from '#admin/pages/changes/field-titles.ts'
import { value_words } from '#admin/pages/changes/value-words.ts'
import { customerValueText } from '#admin/pages/customers/customer-texts.ts'
import { cancel_reasons, state_titles } from '#admin/pages/orders/order-texts.ts'
import { returnValueText } from '#admin/pages/returns/return-texts.ts'
import { scope_titles } from '#admin/pages/roles/scope-titles.ts'
import type { ChangedThing, ChangeEntry } from '#contracts/staff/changes.ts'
import type { StaffScope } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const thing_titles: Record<ChangedThing, string> = {
  order: 'Đơn hàng',
  draft: 'Đơn nháp',
  booking: 'Lịch hẹn',
  trade_in: 'Thu cũ',
  trade_price: 'Giá thu',
  trade_call: 'Tư vấn thu cũ',
  shop_reservation: 'Đặt giữ',
  used_unit: 'Máy cũ',
  repair_ticket: 'Phiếu sửa chữa',
  repair_service: 'Dịch vụ sửa chữa',
  technicians: 'Kỹ thuật viên',
  loan: 'Hồ sơ trả góp',
  lender: 'Bên cho vay',
  stock: 'Tồn kho',
  unit: 'Máy',
  receipt: 'Phiếu nhập',
  transfer: 'Phiếu chuyển',
  count: 'Phiếu kiểm kê',
  cod: 'Quy tắc COD',
  delivery: 'Giao hàng',
  returns: 'Đổi trả',
  review: 'Đánh giá',
  comment: 'Hỏi đáp',
  saved_answer: 'Mẫu câu',
  loyalty: 'Hạng thành viên',
  flash_sale: 'Flash sale',
  landing_page: 'Trang khuyến mãi',
  article: 'Bài viết',
  static_page: 'Trang tĩnh',
  post: 'Bài đã đăng',
  redirect: 'Chuyển hướng',
  popup: 'Popup',
  banner: 'Banner',
  message_campaign: 'Tin khuyến mãi',
  do_not_call: 'Số không nhận quảng cáo',
  game: 'Trò chơi',
  card: 'Thẻ ưu đãi',
  view: 'Bộ lọc đã lưu',
  cod_statement: 'Bảng kê COD',
  export: 'Tệp danh sách',
  bulk: 'Việc hàng loạt',
  customer: 'Khách hàng',
  member: 'Thành viên',
  erasure: 'Xóa dữ liệu cá nhân',
  staff: 'Nhân viên',
  role: 'Vai trò',
  gateway: 'Cổng thanh toán',
  carrier: 'Hãng giao',
  payment_review: 'Khoản tiền',
  outbox: 'Thư gửi khách',
}

const actors = { staff: 'Nhân viên', token: 'Người giữ STAFF_TOKEN', command: 'Lệnh trên máy chủ' }

export function whoOf({ actor, staff_name }: ChangeEntry): string {
  return staff_name ?? actors[actor]
}

export function reasonOf({ reason }: Pick<ChangeEntry, 'reason'>): string | null {
  if (reason === null || !Object.hasOwn(reasons, reason)) return reason
  return reasons[reason] ?? reason
}

const reasons: Readonly<Record<string, string>> = {
  ...cancel_reasons,
  accepted: 'Tính cho đơn',
  refunded: 'Đã hoàn lại',
  dismissed: 'Bỏ qua',
  done: 'Đã hoàn xong',
  again: 'Gửi lại',
  // How a shopper was verified who collects an order.
  code: 'Mã nhận hàng',
  phone: '4 số cuối điện thoại',
  agreed: 'Khách đồng ý',
  no_answer: 'Không nghe máy',
  change_goods: 'Khách muốn đổi hàng',
  wrong_number: 'Sai số',
  cancel: 'Khách hủy',
  callback: 'Hẹn gọi lại',
}

/** What the entry is about, as a reader calls it. */
export function thingOf({ thing, thing_key, thing_name }: ChangeEntry): string {
  const title = thing_titles[thing as ChangedThing] ?? thing
  if (thing === 'order') return `Đơn ${thing_key}`
  const prefix = document_prefixes[thing]
  if (prefix !== undefined) return `${title} ${prefix}${thing_key.padStart(6, '0')}`
  // Rules that are there only once have `true` as their key.
  return thing_key === 'true' ? title : `${title} ${thing_name ?? thing_key}`
}

/** Documents are numbered in the ledger, and have a code everywhere else. */
export const document_prefixes: Readonly<Record<string, string>> = {
  receipt: 'PN',
  transfer: 'CK',
  count: 'KK',
  repair_ticket: 'SC',
}

/** The part of the thing that was written, with what became of it; empty if the thing itself was changed. */
export function partOf({ table_name, part_name, action }: ChangeEntry): string {
  const title = parts[table_name]
  if (action === 'shown') return ''
  if (grants.has(table_name)) return action === 'insert' ? 'Thêm' : 'Bỏ'
  if (title === undefined) return ''
  const part = part_name === null ? title : `${title} “${part_name}”`
  return action === 'update' ? part : `${part}: ${action === 'insert' ? 'thêm' : 'bỏ'}`
}

/** Tables whose rows are what somebody has: their field says it all. */
const grants = new Set(['staff_role_grant', 'staff_shop', 'sales_order_tag'])

const parts: Readonly<Record<string, string>> = {
  sales_order_staff_event: 'Ghi chép',
  sales_order_line: 'Món',
  sales_order_adjustment: 'Khoản giảm',
  payment: 'Lần thanh toán',
  payment_review: 'Khoản tiền',
  refund: 'Hoàn tiền',
  return_fee: 'Phí đổi trả',
  refund_request: 'Đề nghị hoàn tiền',
  return_request: 'Phiếu đổi trả',
  repair_ticket_line: 'Mục sửa chữa',
  repair_payment: 'Tiền sửa chữa',
  repair_option: 'Loại linh kiện',
  shop_skill: 'Số thợ',
  parcel: 'Vận đơn',
  game_offer: 'Bảng quà',
  game_prize: 'Mốc quà',
  pickup: 'Chờ khách lấy',
  closed_day: 'Ngày nghỉ',
  order_call: 'Cuộc gọi',
  call_attempt: 'Kết quả gọi',
  customer_event: 'Ghi chép',
  picture: 'Ảnh',
  supplier: 'Nhà cung cấp',
  goods_receipt_line: 'Dòng nhập',
  stock_transfer_line: 'Dòng chuyển',
  stock_transfer_unit: 'Máy chuyển',
  stock_count_line: 'Dòng kiểm',
  stock_count_scan: 'Mã đã quét',
  outbox: 'Thư',
  staff: 'Tài khoản',
  staff_invite: 'Lời mời',
  staff_passkey: 'Passkey',
  staff_session: 'Phiên',
  role_permission: 'Quyền',
  gateway_setting: 'Cài đặt',
  carrier_setting: 'Cài đặt',
  parcel_cod: 'Tiền thu hộ',
  parcel_claim: 'Bồi thường',
  cod_statement_line: 'Dòng bảng kê',
  carrier_request: 'Yêu cầu gửi hãng giao',
  flash_sale_item: 'Sản phẩm',
}

/** Tables whose values have words of their own. */
const own_texts: Readonly<Record<string, (field: string, value: unknown) => string | null>> = {
  customer_profile: customerValueText,
  customer_event: customerValueText,
  return_request: returnValueText,
  member_card: cardValueText,
  card_picture: cardValueText,
}
/** A value of a field of a table as a reader understands it. */
export function valueText(field: string, value: unknown, table_name: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return '–'
    return value.map((one) => valueText(field, one, table_name)).join(', ')
  }
  const own = own_texts[table_name]?.(field, value)
  if (own) return own
  const word = value_words[`${table_name}.${field}`]?.[String(value)]
  if (word !== undefined) return word
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'có' : 'không'
  if (typeof value === 'number') return isMoney(field) ? formatDong(value) : String(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (field === 'state') return states[value] ?? value
  if (field === 'hash') return value.slice(0, 12)
  if (field === 'scope') return scope_titles[value as StaffScope] ?? value
  if (field === 'kind') return kinds[value] ?? value
  if (field === 'action') return actions[value] ?? value
  // A list is stored by the folder of its page.
  if (field === 'list') return menuTitle(value) ?? value
  if (/_(at|until)$/.test(field) && value.includes('T')) return formatDateTime(new Date(value))
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return value.split('-').toReversed().join('/')
  return value
}

function isMoney(field: string): boolean {
  return (
    field === 'amount' ||
    field === 'fee' ||
    field === 'value' ||
    field === 'call_from' ||
    field === 'goodwill_per_month' ||
    field === 'free_from' ||
    field.endsWith('_amount') ||
    field === 'subtotal' ||
    field === 'discount' ||
    field === 'price' ||
    field === 'upgrade_bonus' ||
    field === 'cost' ||
    field === 'bonus' ||
    field === 'offer' ||
    field === 'threshold' ||
    field.endsWith('_fee') ||
    field.endsWith('_price') ||
    field.endsWith('_total')
  )
}

const states: Readonly<Record<string, string>> = {
  ...state_titles,
  due: 'Chờ hoàn',
  requested: 'Đang hoàn',
  done: 'Xong',
  failed: 'Thất bại',
  dropped: 'Bỏ',
  open: 'Đang chờ',
  accepted: 'Đã tính',
  refunded: 'Đã hoàn',
  dismissed: 'Bỏ qua',
  started: 'Đã mở',
  due_on_delivery: 'Trả khi nhận',
  paid: 'Đã trả',
  replaced: 'Đã thay',
  waiting: 'Chờ gửi',
  asked: 'Chờ duyệt',
  approved: 'Đã duyệt',
  rejected: 'Từ chối',
  withdrawn: 'Đã rút',
  received: 'Đã nhận hàng',
  inspected: 'Đã kiểm',
  sent: 'Đã gửi',
  running: 'Đang tải',
  cut: 'Bị cắt bớt',
  stopped: 'Dừng giữa chừng',
}

/** What is asked of a carrier, or of many orders. */
const actions: Readonly<Record<string, string>> = {
  create: 'Tạo vận đơn',
  confirm: 'Xác nhận',
  cancel: 'Hủy',
  assign: 'Giao việc',
}

const kinds: Readonly<Record<string, string>> = {
  note: 'Ghi chú',
  courier_note: 'Lời dặn người giao',
  phone_shown: 'Hiện số điện thoại',
}

/** A changed field in words. `before` is null where there was nothing before, or where it is not shown. */
export interface ChangeLine {
  field: string
  before: string | null
  after: string
  /** The value is secret or personal. */
  is_hidden: boolean
}

export function linesOf(entry: ChangeEntry): ChangeLine[] {
  const { table_name, action, changes, secret_fields, personal_fields } = entry
  const hidden = (field: string, after: string): ChangeLine => {
    return { field: fieldTitle(field), before: null, after, is_hidden: true }
  }
  return [
    ...Object.entries(changes).map(([field, [before, after]]) => ({
      field: fieldTitle(field),
      before: action === 'update' ? valueText(field, before, table_name) : null,
      after: valueText(field, action === 'delete' ? before : after, table_name),
      is_hidden: false,
    })),
    ...secret_fields.map((field) => hidden(field, action === 'update' ? 'đã đổi' : '••••')),
    ...personal_fields.map((field) => hidden(field, '•••')),
  ]
}
