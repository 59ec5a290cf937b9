import { menuTitle } from '#admin/addresses/menu-groups.ts'
import { card_field_titles, cardValueText } from '#admin/pages/cards/card-texts.ts'
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
  // Rules that are there only once have `true` as their key.
  return thing_key === 'true' ? title : `${title} ${thing_name ?? thing_key}`
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

export function fieldTitle(field: string): string {
  return fields[field] ?? card_field_titles[field] ?? field
}

const fields: Readonly<Record<string, string>> = {
  state: 'Trạng thái',
  carrier: 'Hãng giao',
  carrier_code: 'Mã của hãng',
  weight_g: 'Cân nặng (g)',
  fee: 'Phí',
  value: 'Giá trị',
  grade: 'Tình trạng hàng',
  up_to_day: 'Đến ngày thứ',
  percent: 'Trừ (%)',
  goodwill_per_month: 'Ngân sách thiện chí',
  findings: 'Kết quả kiểm',
  words: 'Lời khách',
  outcome: 'Cách xử lý',
  wish: 'Khách muốn',
  bring_by: 'Hẹn mang tới',
  gifts_returned: 'Trả quà',
  unit_id: 'Máy',
  replaced_by: 'Máy đổi',
  exchange_order_id: 'Đơn đổi hàng',
  return_id: 'Phiếu đổi trả',
  refund_request_id: 'Đề nghị hoàn tiền',
  asked_by: 'Người đề nghị',
  decided_by: 'Người duyệt',
  decision_note: 'Ghi chú duyệt',
  quantity: 'Số lượng',
  item_quantity: 'Số lượng',
  line_total: 'Thành tiền',
  list_total: 'Tổng giá niêm yết',
  subtotal: 'Tạm tính',
  discount: 'Giảm',
  discount_reason: 'Lý do giảm',
  goods: 'Món',
  address: 'Người mua, địa chỉ',
  made_by: 'Người lập',
  shared_until: 'Link đến',
  dropped_at: 'Bỏ lúc',
  adjustment_total: 'Khoản giảm',
  final_price: 'Giá',
  mechanic_price: 'Giá theo quy tắc',
  price: 'Giá niêm yết',
  sku: 'SKU',
  color_name: 'Màu',
  rule: 'Quy tắc',
  action: 'Yêu cầu',
  received_amount: 'Đã về',
  decision: 'Quyết định',
  expected: 'Phải thu',
  cod_amount: 'Thu hộ',
  keep_until: 'Giữ đến hết',
  code: 'Mã',
  wrong_codes: 'Số lần sai mã',
  blocked_until: 'Không nhận mã đến',
  verified_by: 'Kiểm khách bằng',
  max_total: 'Tổng cao nhất',
  max_quantity: 'Số sản phẩm nhiều nhất',
  max_open_orders: 'Đơn chờ của một số điện thoại',
  max_came_back: 'Số đơn không nhận',
  max_per_network: 'Đơn một ngày của một mạng',
  call_from: 'Phải gọi khách từ',
  release_after_h: 'Hủy đơn chưa xác nhận sau (giờ)',
  day: 'Ngày',
  assigned_to: 'Phụ trách',
  taken_by: 'Người gọi',
  taken_until: 'Giữ cuộc gọi đến',
  due_at: 'Gọi lúc',
  free_from: 'Miễn phí từ',
  cut_off: 'Giờ chốt',
  near_hours: 'Giao trong tỉnh (giờ)',
  prepare_minutes: 'Soạn hàng (phút)',
  away_days: 'Giao từ tỉnh khác (ngày)',
  rural_days: 'Thêm cho xã (ngày)',
  keep_days: 'Giữ hàng (ngày)',
  payment_method: 'Cách trả tiền',
  phone: 'Số điện thoại',
  recipient: 'Người nhận',
  is_paid: 'Đã trả tiền',
  expires_at: 'Hạn',
  grand_total: 'Tổng',
  refunded_total: 'Đã hoàn',
  shop_id: 'Cửa hàng',
  kind: 'Loại',
  text: 'Nội dung',
  note: 'Ghi chú',
  amount: 'Số tiền',
  block: 'Chặn',
  block_reason: 'Lý do chặn',
  person: 'Gộp số của một khách',
  person_reason: 'Lý do gộp số',
  gateway: 'Cổng',
  reason: 'Lý do',
  on_hand: 'Tại kệ',
  shortage: 'Thiếu',
  name: 'Tên',
  login_name: 'Tên đăng nhập',
  password_hash: 'Mật khẩu',
  totp_secret: 'Xác thực hai bước',
  second_step_at: 'Xác nhận lúc',
  credential_id: 'Mã của passkey',
  public_key: 'Khóa công khai',
  locked_at: 'Khóa lúc',
  role_code: 'Vai trò',
  ended_at: 'Kết thúc lúc',
  consumed_at: 'Dùng lúc',
  token_hash: 'Mã',
  settings: 'Khóa và cài đặt',
  is_enabled: 'Cho khách chọn',
  next_attempt_at: 'Gửi lúc',
  attempts: 'Số lần gửi',
  permission: 'Quyền',
  scope: 'Phạm vi',
  max_amount: 'Đến số tiền',
  secret: 'Mã bí mật của đơn',
  ip: 'Địa chỉ mạng',
  hash: 'Dấu vân tay của tệp',
  list: 'Danh sách',
  query: 'Bộ lọc',
  is_team: 'Cho cả nhóm',
  format: 'Dạng tệp',
  left_out: 'Bỏ qua',
  assign_to: 'Giao cho',
  tag: 'Thẻ',
  undoes: 'Hoàn tác việc',
  filters: 'Bộ lọc',
  has_search: 'Có tìm kiếm',
  is_masked: 'Che số điện thoại',
  row_count: 'Số dòng',
  starts_at: 'Bắt đầu lúc',
  ends_at: 'Kết thúc lúc',
  per_customer: 'Mỗi khách mua',
  is_online_only: 'Chỉ thanh toán online',
  needs_member: 'Dành riêng Smember',
  pay_within_s: 'Giữ suất (giây)',
  is_active: 'Được chạy',
  approved_by: 'Người duyệt',
  phone_proven_at: 'Đã xác nhận số điện thoại',
  base_price: 'Giá thu máy đẹp',
  upgrade_bonus: 'Trợ giá lên đời',
  handled_by: 'Người gọi',
  model: 'Dòng máy',
  version: 'Lần sửa',
  position: 'Thứ tự',
  product_id: 'Sản phẩm',
}

/** Tables whose values have words of their own. */
const own_texts: Readonly<Record<string, (field: string, value: unknown) => string | null>> = {
  return_request: returnValueText,
  member_card: cardValueText,
  card_picture: cardValueText,
}
/** A value of a field of a table as a reader understands it. */
export function valueText(field: string, value: unknown, table_name: string): string {
  const own = own_texts[table_name]?.(field, value)
  if (own) return own
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
  return value
}

function isMoney(field: string): boolean {
  return (
    field === 'amount' ||
    field === 'fee' ||
    field === 'value' ||
    field === 'goodwill_per_month' ||
    field === 'free_from' ||
    field.endsWith('_amount') ||
    field === 'subtotal' ||
    field === 'discount' ||
    field === 'price' ||
    field === 'upgrade_bonus' ||
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
      after: valueText(field, after ?? before, table_name),
      is_hidden: false,
    })),
    ...secret_fields.map((field) => hidden(field, action === 'update' ? 'đã đổi' : '••••')),
    ...personal_fields.map((field) => hidden(field, '•••')),
  ]
}
