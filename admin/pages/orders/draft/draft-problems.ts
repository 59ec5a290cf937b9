import { draft_state_titles } from '#admin/pages/orders/draft/draft-state-titles.ts'
import { problemOfScan, problemOfTaken } from '#admin/pages/packing/scan-problem.ts'
import type { Problem } from '#admin/runtime/page.ts'
import type { drafts as contract } from '#contracts/staff/orders/drafts.ts'
import type { returnExchanges as exchanges } from '#contracts/staff/return-exchanges.ts'
import { type ContractRefusal, InvalidInput, Refusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'

type DraftRefusal = ContractRefusal<typeof contract> | ContractRefusal<typeof exchanges>
type Texts = {
  [One in DraftRefusal as One['code']]: string | ((data: One['data']) => string)
}

const flash_over = 'Giá flash sale không còn. Lưu lại để tính giá mới.'
const in_use = 'Máy này không còn bán được. Bỏ khỏi đơn rồi chọn máy khác.'

/** Why something cannot be done with a draft. A code without a text does not compile. */
const texts: Texts = {
  draft_not_found: 'Không tìm thấy đơn nháp này.',
  draft_changed: 'Người khác vừa sửa đơn này. Tải lại trang rồi sửa tiếp.',
  draft_closed: ({ state }) => `Không sửa được nữa: ${draft_state_titles[state].toLowerCase()}.`,
  draft_empty: 'Thêm ít nhất một món.',
  draft_of_return: 'Đơn này để đổi hàng khách trả: bấm “Đổi hàng” để kết thúc.',
  draft_of_swap: 'Món cũ rời đơn khác để lấy món này: đặt đơn, rồi gửi link của đơn cho khách.',
  swap_changed: 'Đơn cũ vừa đổi hoặc đã đóng gói. Bỏ nháp này, sửa lại từ đơn cũ.',
  return_not_found: 'Bạn không xử lý phiếu đổi trả này.',
  return_changed: 'Phiếu đổi trả vừa đổi. Tải lại trang, xem lại rồi làm tiếp.',
  nothing_to_exchange: 'Hàng trả không còn giá trị để đổi.',
  above_received: ({ left }) => `Chưa đổi: đơn cũ chỉ còn ${formatDong(left)} có thể dùng.`,
  goodwill_spent: 'Ngân sách thiện chí của tháng đã hết.',
  order_not_found: 'Không tìm thấy đơn hàng này.',
  item_not_found: ({ name }) => `Không có mặt hàng nào đang bán: ${name ?? 'món này'}.`,
  not_on_sale_yet: ({ name }) => `${name ?? 'Món này'} chưa mở bán.`,
  sold_out: ({ name }) => `${name ?? 'Món này'} đã hết hàng.`,
  quantity_not_available: ({ name, max_quantity }) =>
    `${name ?? 'Món này'} chỉ còn ${max_quantity} chiếc.`,
  loan_of_one_piece: 'Mỗi hồ sơ trả góp chỉ có một chiếc.',
  more_than_main_line: ({ name, max_quantity }) =>
    `${name ?? 'Món này'} chỉ mua kèm được ${max_quantity} chiếc, bằng số món chính.`,
  shop_not_found: 'Cửa hàng này không nhận đơn lấy tại chỗ.',
  shop_out_of_stock: ({ items }) =>
    `Cửa hàng không đủ hàng: ${items.map(({ name, max_quantity }) => `${name ?? 'món này'} còn ${max_quantity}`).join('; ')}. Chọn cửa hàng khác hoặc giao tận nơi.`,
  exceed_quantity_flashsale: ({ name, per_customer }) =>
    `${name}: mỗi khách chỉ mua ${per_customer} chiếc giá flash sale.`,
  discount_too_high: ({ max_discount }) =>
    max_discount > 0
      ? `Bạn chỉ được giảm đến ${formatDong(max_discount)}. Nhờ người có quyền cao hơn giảm giúp.`
      : 'Bạn không có quyền giảm giá riêng. Bỏ khoản giảm hoặc nhờ người có quyền.',
  cart_full: 'Một đơn chỉ có tối đa 50 món khác nhau.',
  item_type_not_offered: 'Món này chưa bán theo cách đã chọn.',
  quote_not_found: 'Thêm ít nhất một món.',
  application_missing: 'Đơn trả góp được đặt cùng hồ sơ, không lập ở đây.',
  address_missing: 'Điền người mua và nơi nhận, lưu lại rồi đặt.',
  grand_total_change: ({ grand_total }) =>
    `Tổng vừa đổi thành ${formatDong(grand_total)}. Xem lại giá rồi đặt.`,
  exceed_ordered_item_flashsale: ({ name }) => `Khách đã mua đủ suất flash sale của ${name}.`,
  temporary_no_slot: 'Các suất flash sale đang được giữ. Thử lại sau ít phút.',
  no_available_slot: flash_over,
  flashsale_ended: flash_over,
  invalid_customer: 'Ưu đãi này cần số điện thoại của khách.',
  used_product_company_not_available: in_use,
  used_product_not_available: in_use,
  used_product_online_payment_pending: 'Khách khác đang thanh toán máy này.',
  recipient_changed: 'Thông tin nhận hàng vừa đổi. Xem lại rồi đặt.',
  payment_method_not_available: 'Đơn này phải trả trước. Chọn giữ hàng và gửi link cho khách.',
  cod_refused: 'Theo quy tắc COD, đơn này phải trả trước. Chọn giữ hàng và gửi link cho khách.',
  orders_refused: 'Số điện thoại này đang bị chặn đặt hàng.',
  no_counter: 'Chỉ bán tại quầy khi khách nhận ở cửa hàng của bạn.',
  scan_differs: (differs) => problemOfScan(differs).problem,
  unit_in_other_parcel: ({ codes }) => problemOfTaken(codes).problem,
  parcel_units_missing: 'Hàng trên kệ ít hơn số giữ cho đơn. Xem ở trang Tồn kho.',
}

/** The words for a refusal; null: the error is not for the page. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof InvalidInput) {
    return { status: 422, problem: Object.values(error.problems).join(' ') }
  }
  if (!(error instanceof Refusal) || !Object.hasOwn(texts, error.code)) return null
  const text = texts[error.code as keyof Texts]
  // The contract declares the data of each code; guarded services compare them in tests.
  const problem = typeof text === 'string' ? text : (text as (data: unknown) => string)(error.data)
  return { status: error.status, problem }
}
