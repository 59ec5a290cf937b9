import type { AnyRefusal } from '#contracts/all.ts'
import type { booking } from '#contracts/storefront/booking.ts'
import type { repairTicket } from '#contracts/storefront/repair-ticket.ts'
import type { shopReservation } from '#contracts/storefront/trade/shop-reservation.ts'
import type { cart } from '#contracts/storefront/cart.ts'
import type { cartTrade } from '#contracts/storefront/trade/trade-in.ts'
import type { deviceTest } from '#contracts/storefront/device-test.ts'
import type { comments } from '#contracts/storefront/talk/comments.ts'
import type { talkGateway } from '#contracts/storefront/talk/gateway.ts'
import type { reviews } from '#contracts/storefront/talk/reviews.ts'
import type { games } from '#contracts/storefront/game.ts'
import type { application } from '#contracts/storefront/trade/application.ts'
import type { OfferProblem } from '#contracts/price-parts.ts'
import type { ContractRefusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'
import { captcha_request } from '#pure/too-many-requests.ts'
import { isGiftGone, isStudentLimit } from '#storefront/refused-totals.ts'
import type { RefusalOfCode, ShownRefusal } from '#storefront/runtime/shown-refusal.ts'

/** The text for a refusal and its button. Without `href` the button closes the message. */
interface RefusalMessage {
  text: string
  button?: string
  href?: string
}

/** Any refusal of a booking. */
export type BookingRefusal = ContractRefusal<typeof booking>

/** Any refusal of a repair ticket. */
export type TicketRefusal = ContractRefusal<typeof repairTicket>

/** What only an application for a loan is refused with. */
export type ApplicationRefusal = Extract<
  ContractRefusal<typeof application>,
  {
    code:
      | 'company_not_found'
      | 'installment_quote_missing'
      | 'application_not_found'
      | 'application_closed'
      | 'application_changed'
      | 'application_missing'
      | 'paper_not_wanted'
      | 'paper_missing'
      | 'loan_changed'
      | 'loan_limit'
      | 'too_many_applications'
  }
>

/** Any refusal about a piece that a shop sets aside. */
export type ShopReservationRefusal = ContractRefusal<typeof shopReservation>

/** What the cart refuses about repair services only. */
export type ServiceRefusal = Extract<ContractRefusal<typeof cart>, { code: 'too_many_services' }>

/** Any refusal of trade-in. */
export type TradeRefusal = ContractRefusal<typeof cartTrade>

/** What only reviews and comments are refused with. */
export type TalkRefusal = Extract<
  | ContractRefusal<typeof reviews>
  | ContractRefusal<typeof comments>
  | ContractRefusal<typeof talkGateway>,
  {
    code:
      | 'review_not_found'
      | 'reviewed_already'
      | 'comment_not_found'
      | 'subject_not_found'
      | 'call_not_allowed'
      | 'name_missing'
      | 'phone_not_right'
  }
>

/** Why a report of device tests is not read. */
export type DeviceTestRefusal = ContractRefusal<typeof deviceTest>

/** Why a run or a prize of a game is refused. */
export type GameRefusal = ContractRefusal<typeof games>

interface MessageFor<Data> {
  /** Data may be partly missing, because an address may contain only the code. */
  text: string | (Data extends null ? never : (data: Partial<Data>) => string)
  button?: string
  href?: string
}

/** Texts by code. Those of one page only stand beside it: this file is loaded by product pages too. */
export type MessagesByCode<R extends ShownRefusal> = {
  [Code in R['code']]: MessageFor<RefusalOfCode<Code>['data']>
}

const TO_CART = { button: 'Xem lại giỏ hàng', href: '/cart' }
const TO_CHECKOUT = { button: 'Quay lại bước trước', href: '/cart/payment-info' }
const TO_HOME = { button: 'Quay lại trang chủ', href: '/' }
const TO_OTHERS = { button: 'Xem sản phẩm khác', href: '/' }
const TO_USED = { ...TO_OTHERS, href: '/may-cu' }
const tokenLost = { text: 'Phiên mua sắm đã hết hạn. Vui lòng tải lại trang và thử lại.' }

/**
 * The text for every refusal code of a service, but those with texts beside a page. A missing code does not compile.
 */
export const refusalTexts: MessagesByCode<
  Exclude<
    AnyRefusal,
    | BookingRefusal
    | ServiceRefusal
    | TradeRefusal
    | TicketRefusal
    | DeviceTestRefusal
    | GameRefusal
    | ApplicationRefusal
    | ShopReservationRefusal
    | TalkRefusal
  >
> = {
  token_is_invalid: tokenLost,
  token_is_expired: tokenLost,
  unknow: tokenLost,
  guest_token_not_usable: {
    text: 'Giỏ hàng trước khi đăng nhập không còn nữa. Vui lòng chọn lại sản phẩm.',
    ...TO_CART,
  },
  login_not_valid: {
    text: 'Lần đăng nhập này đã hết hạn hoặc đã được dùng. Vui lòng đăng nhập lại.',
  },
  login_code_refused: { text: 'Chưa đăng nhập được. Vui lòng đăng nhập lại.' },
  member_site_not_reachable: {
    text: 'Smember đang bận. Bạn vẫn mua hàng được như khách, vui lòng đăng nhập lại sau ít phút.',
  },
  one_tap_not_offered: { text: 'Vui lòng đăng nhập bằng nút Đăng nhập.' },
  credential_refused: {
    text: 'Chưa đăng nhập được bằng Google. Vui lòng thử lại hoặc bấm Đăng nhập.',
  },
  profile_not_found: { text: 'Tài khoản Smember này không còn nữa. Vui lòng đăng ký lại.' },
  not_found: {
    text: 'Không tìm thấy nội dung này. Có thể sản phẩm đã ngừng kinh doanh.',
    ...TO_HOME,
  },
  amount_missing: { text: 'Chưa có sản phẩm hay số tiền để tính trả góp.' },
  lender_not_found: { text: 'Bên cho vay này không còn hợp tác. Vui lòng chọn bên khác.' },
  loan_not_offered: {
    text: 'Bên cho vay không hỗ trợ mức giá, mức trả trước hoặc kỳ hạn này. Vui lòng chọn mức khác.',
  },
  item_not_found: { text: 'Sản phẩm này hiện không còn được bán.', ...TO_CART },
  not_on_sale_yet: {
    text: ({ name, launched_on }) =>
      launched_on === undefined
        ? `${product(name)} chưa mở bán.`
        : `${product(name)} chưa mở bán. Ngày mở bán: ${dayOf(launched_on)}.`,
    ...TO_CART,
  },
  sold_out: { text: ({ name }) => `${product(name)} vừa hết hàng.`, ...TO_CART },
  quantity_not_available: {
    text: ({ name, max_quantity }) =>
      max_quantity === undefined
        ? `${product(name)} không còn đủ số lượng bạn chọn.`
        : `${product(name)} chỉ còn ${max_quantity} chiếc.`,
    ...TO_CART,
  },
  loan_of_one_piece: {
    text: ({ name }) => `Mỗi hồ sơ trả góp chỉ mua được 1 sản phẩm: ${product(name)}.`,
    ...TO_CART,
  },
  more_than_main_line: {
    text: ({ name, max_quantity = 1 }) =>
      `${product(name)} chỉ mua kèm được ${max_quantity} chiếc, bằng số sản phẩm chính trong giỏ.`,
    ...TO_CART,
  },
  cart_full: {
    text: 'Giỏ hàng đã đủ 50 sản phẩm khác nhau. Vui lòng bớt sản phẩm trước khi thêm.',
    ...TO_CART,
  },
  address_not_found: {
    text: 'Không tìm thấy địa chỉ này. Có thể bạn đã xóa nó.',
    button: 'Xem sổ địa chỉ',
    href: '/smember/dia-chi',
  },
  card_not_found: {
    text: 'Yêu cầu này không còn chờ nữa.',
    button: 'Xem thẻ của bạn',
    href: '/smember/the',
  },
  card_waits: { text: 'Bạn đã có một yêu cầu đang chờ. Rút yêu cầu đó nếu muốn gửi lại.' },
  side_missing: {
    text: ({ side }) => (side === 'back' ? 'Còn thiếu ảnh mặt sau.' : 'Còn thiếu ảnh mặt trước.'),
  },
  account_not_found: { text: 'Tài khoản này không còn nữa. Vui lòng đăng nhập lại.' },
  address_book_full: { text: 'Sổ địa chỉ đã đủ 20 địa chỉ. Vui lòng xóa bớt trước khi thêm.' },
  item_type_not_offered: { text: 'Sản phẩm này chưa thể mua theo hình thức đã chọn.' },
  promotion_not_available: {
    text: 'Ưu đãi này hiện không còn áp dụng. Vui lòng chọn ưu đãi khác.',
    ...TO_CART,
  },
  combo_not_available: { text: 'Ưu đãi mua kèm này hiện không còn áp dụng.', ...TO_CART },
  line_ambiguous: {
    text: 'Sản phẩm này nằm ở nhiều dòng trong giỏ hàng. Vui lòng tải lại giỏ hàng rồi chọn đúng dòng.',
    ...TO_CART,
  },
  item_not_in_cart: { text: 'Sản phẩm này không còn trong giỏ hàng của bạn.', ...TO_CART },
  quote_not_found: {
    text: 'Đơn hàng đang đặt không còn nữa. Vui lòng chọn lại sản phẩm trong giỏ hàng.',
    ...TO_CART,
  },
  shared_quote_not_found: {
    text: 'Báo giá này đã hết hạn hoặc đã được thay bằng đơn khác. Vui lòng liên hệ cửa hàng để nhận báo giá mới.',
    ...TO_HOME,
  },
  address_missing: {
    text: 'Vui lòng điền thông tin nhận hàng trước khi thanh toán.',
    ...TO_CHECKOUT,
  },
  recipient_changed: {
    text: 'Thông tin nhận hàng vừa đổi ở một trang khác. Vui lòng xem lại rồi đặt hàng.',
    ...TO_CHECKOUT,
  },
  shop_not_found: { text: 'Cửa hàng này không nhận đơn lấy tại chỗ. Vui lòng chọn cửa hàng khác.' },
  shop_out_of_stock: {
    text: ({ items = [] }) =>
      items.some(({ name }) => name !== undefined)
        ? `Cửa hàng bạn chọn không còn đủ ${namesOf(items).join(', ')}. Vui lòng chọn cửa hàng khác hoặc giao hàng tận nơi.`
        : 'Cửa hàng bạn chọn không còn đủ hàng. Vui lòng chọn cửa hàng khác hoặc giao hàng tận nơi.',
    button: 'Chọn cửa hàng khác',
    href: '/cart/payment-info',
  },
  ward_was_split: {
    text: 'Phường, xã cũ của bạn đã được chia thành nhiều phường, xã mới. Vui lòng chọn nơi bạn ở.',
  },
  province_change_needs_confirm: {
    text: 'Giá hoặc tình trạng hàng thay đổi theo tỉnh thành này. Vui lòng xem lại trước khi chuyển.',
    ...TO_CART,
  },
  voucher_change_needs_confirm: {
    text: ({ previous, next }) =>
      previous === undefined || next === undefined
        ? 'Mỗi đơn hàng chỉ dùng một mã giảm giá. Vui lòng xác nhận đổi mã.'
        : `Mỗi đơn hàng chỉ dùng một mã giảm giá. Mã ${next.code} sẽ thay mã ${previous.code}.`,
  },
  grand_total_change: {
    text: ({ previous_total, grand_total, problems = [] }) =>
      isGiftGone(problems)
        ? `${giftsText(problems)} không còn đủ nên quà của đơn hàng đã đổi. Vui lòng kiểm tra lại rồi đặt hàng.`
        : isStudentLimit(problems)
          ? 'Bạn đã mua quá số lượng của ưu đãi học sinh, sinh viên nên tổng tiền thay đổi.'
          : previous_total === undefined || grand_total === undefined
            ? 'Tổng tiền của đơn hàng vừa thay đổi. Vui lòng kiểm tra lại.'
            : `Tổng tiền của đơn hàng vừa đổi từ ${formatDong(previous_total)} thành ${formatDong(grand_total)}.`,
    button: 'Kiểm tra lại',
    href: '/cart',
  },
  exceed_quantity_flashsale: {
    text: ({ name, per_customer = 1 }) =>
      `${product(name)}: mỗi khách chỉ được mua ${per_customer} sản phẩm Flash Sale cùng loại.`,
    ...TO_CART,
  },
  exceed_ordered_item_flashsale: {
    text: ({ name }) => `Bạn đã mua ${product(name)} trong chương trình Flash Sale này.`,
    ...TO_CART,
  },
  temporary_no_slot: {
    text: ({ name }) =>
      `Các suất Flash Sale của ${product(name)} đang được khách khác giữ. Vui lòng thử lại sau ít phút.`,
    ...TO_CART,
  },
  no_available_slot: {
    text: ({ name }) => `${product(name)} đã hết suất Flash Sale.`,
    ...TO_CART,
  },
  flashsale_ended: {
    text: ({ name }) => `Flash Sale của ${product(name)} đã kết thúc.`,
    ...TO_CART,
  },
  invalid_customer: {
    text: 'Vui lòng đăng nhập tài khoản Smember để xem ưu đãi và thanh toán dễ dàng hơn.',
    ...TO_CART,
  },
  used_product_company_not_available: {
    text: ({ name }) => `${product(name)} không bán tại hệ thống này.`,
    ...TO_USED,
  },
  used_product_not_available: {
    text: ({ name }) => `${product(name)} đã được bán.`,
    ...TO_USED,
  },
  used_product_online_payment_pending: {
    text: ({ name }) => `${product(name)} đang được khách khác thanh toán.`,
    ...TO_USED,
  },
  payment_provider_away: {
    text: 'Cổng thanh toán đang bận. Đơn hàng vẫn được giữ: vui lòng thử lại sau ít phút hoặc chọn cách thanh toán khác.',
  },
  payment_total_change: {
    text: ({ previous_total, grand_total }) =>
      previous_total === undefined || grand_total === undefined
        ? 'Với cách thanh toán này, tổng tiền của đơn hàng thay đổi. Vui lòng kiểm tra lại.'
        : `Với cách thanh toán này, tổng tiền đổi từ ${formatDong(previous_total)} thành ${formatDong(grand_total)}.`,
  },
  payment_method_not_available: {
    text: 'Phương thức thanh toán này không dùng được cho đơn hàng. Vui lòng chọn phương thức khác.',
  },
  cod_refused: { text: codText },
  orders_refused: {
    text: 'Cửa hàng chưa nhận đơn mới từ số điện thoại này. Vui lòng gọi cửa hàng để được hỗ trợ.',
  },
  abandoned_cart_not_found: {
    text: 'Liên kết này không còn dùng được: giỏ hàng được lưu 30 ngày kể từ ngày bạn rời đi.',
    ...TO_CART,
  },
  cart_empty: { text: 'Giỏ hàng của bạn đang trống.', ...TO_HOME },
  order_not_found: { text: 'Không tìm thấy đơn hàng này.', ...TO_HOME },
  product_not_found: { text: 'Sản phẩm này hiện không còn được bán.', ...TO_OTHERS },
  wishlist_full: {
    text: ({ max = 100 }) =>
      `Danh sách yêu thích đã đủ ${max} sản phẩm. Hãy bỏ bớt sản phẩm cũ rồi thêm lại.`,
  },
  item_gone: { text: 'Sản phẩm này hiện không còn được bán.', ...TO_OTHERS },
  start_not_known: { text: 'Chương trình này đã bắt đầu hoặc không còn nữa.', ...TO_OTHERS },
  item_in_stock: { text: 'Sản phẩm vừa có hàng trở lại: bạn đặt mua được ngay.' },
  price_unknown: { text: 'Sản phẩm này chưa có giá. Vui lòng gọi cửa hàng để được báo giá.' },
  no_sms: { text: 'Cửa hàng hiện không gửi tin nhắn. Bạn có thể nhận tin qua email.' },
  push_not_possible: {
    text: 'Cửa hàng chưa gửi được thông báo tới trình duyệt này. Bạn có thể nhận tin qua email.',
  },
  phone_not_proven: { text: 'Vui lòng nhập số điện thoại và mã xác nhận.' },
  phone_is_invalid: { text: ({ problem = 'Số điện thoại chưa đúng.' }) => problem },
  otp_too_soon: {
    text: ({ wait_s = 60 }) =>
      `Mã vừa được gửi tới số này. Vui lòng đợi ${waitText(wait_s)} rồi xin mã mới.`,
  },
  otp_is_wrong: {
    text: ({ attempts_left = 1 }) => `Mã chưa đúng. Bạn còn ${attempts_left} lần nhập.`,
  },
  otp_is_expired: { text: 'Mã đã hết hạn hoặc đã dùng. Vui lòng xin mã mới.' },
  offer_not_found: {
    text: 'Liên kết không đúng hoặc đã quá cũ.',
  },
  offers_need_member: {
    text: 'Đăng nhập Smember để nhận ưu đãi qua email hoặc Zalo.',
  },
  notice_not_found: {
    text: 'Liên kết này không còn dùng được. Bạn có thể đăng ký lại trên trang sản phẩm.',
    ...TO_HOME,
  },
  lookup_not_found: {
    text: 'Mã và số điện thoại này không khớp với đơn nào. Vui lòng xem lại mã trong tin nhắn của cửa hàng và nhập đúng số đã đặt hàng.',
  },
  device_not_found: {
    text: 'Không tìm thấy máy có IMEI hoặc serial này trong hàng đã bán. Bấm *#06# trên máy để xem lại, hoặc tra theo mã đơn hàng.',
  },
  order_not_cancellable: {
    text: 'Đơn hàng đã được giao đi hoặc đã kết thúc nên không thể hủy trên trang. Vui lòng gọi cửa hàng.',
  },
  invoice_is_made: {
    text: 'Hàng đã rời cửa hàng hoặc đơn đã kết thúc nên không đổi được hóa đơn trên trang. Vui lòng gọi cửa hàng.',
  },
  order_not_delivered: {
    text: 'Đơn hàng chưa giao nên chưa đổi trả được. Bạn có thể hủy đơn trên trang đơn hàng.',
  },
  line_not_found: { text: 'Hãy chọn sản phẩm muốn đổi trả.' },
  unit_needed: { text: 'Đơn có nhiều máy cùng loại. Hãy chọn máy muốn đổi trả theo số IMEI.' },
  unit_differs: { text: 'Máy này không thuộc đơn, hoặc đã có yêu cầu đổi trả.' },
  returned_already: {
    text: ({ left }) =>
      left === undefined || left === 0
        ? 'Sản phẩm này đã có yêu cầu đổi trả.'
        : `Chỉ còn ${left} sản phẩm chưa có yêu cầu đổi trả.`,
  },
  return_too_late: {
    text: ({ day }) =>
      `${day === undefined ? 'Hôm nay' : `Ngày thứ ${day} từ lúc giao`} đã quá hạn đổi trả với lý do này. Sản phẩm còn bảo hành thì vui lòng gọi cửa hàng.`,
  },
  exchange_not_offered: {
    text: 'Hàng không lỗi thì không đổi máy cùng loại. Hãy chọn trả hàng, hoàn tiền.',
  },
  too_many_returns: {
    text: 'Đơn này đã có nhiều yêu cầu đổi trả. Vui lòng chờ cửa hàng trả lời hoặc gọi cửa hàng.',
  },
  return_not_found: { text: 'Không tìm thấy yêu cầu đổi trả này.' },
  return_changed: { text: 'Yêu cầu vừa thay đổi. Vui lòng xem lại bên dưới.' },
  picture_not_found: { text: 'Không tìm thấy ảnh này.' },
  picture_wrong_kind: {
    text: ({ name }) => `${picture(name)} không phải ảnh JPEG, PNG, WebP hay AVIF.`,
  },
  picture_unreadable: {
    text: ({ name }) =>
      `Không đọc được ${picture(name, 'ảnh')}: tệp hỏng hoặc bị cắt. Hãy chụp lại.`,
  },
  picture_too_large: {
    text: ({ name }) => `${picture(name)} quá lớn: mỗi ảnh tối đa 10 MB.`,
  },
  pictures_busy: { text: 'Đang có nhiều ảnh được gửi. Vui lòng đợi một chút rồi gửi lại.' },
  files_unavailable: { text: 'Chưa lưu được ảnh. Vui lòng gửi lại sau ít phút.' },
  too_many_pictures: {
    text: ({ max }) => `Mỗi yêu cầu chỉ giữ được ${max ?? 20} ảnh.`,
  },
  order_closed: { text: 'Đơn hàng này đã kết thúc nên không thể thanh toán.', ...TO_HOME },
}

const UNKNOWN = { text: 'Chưa thực hiện được yêu cầu này. Vui lòng thử lại sau ít phút.' }
/** Texts for refusals that come from pages and the server, not from a service. */
const page_texts: MessagesByCode<Exclude<ShownRefusal, AnyRefusal | { code: 'legacy_lists' }>> = {
  offline: {
    text: 'Không kết nối được với cửa hàng. Thông tin đã nhập vẫn còn: kiểm tra mạng rồi thử lại.',
  },
  nothing_to_buy_again: {
    text: 'Các sản phẩm của đơn này hiện không còn bán hoặc đã hết hàng.',
    ...TO_OTHERS,
  },
  ward_to_choose: { text: 'Có nhiều phường, xã gần giống tên bạn nhập. Vui lòng chọn nơi bạn ở.' },
  too_many_requests: {
    text: ({ need_recaptcha, retry_after }) =>
      need_recaptcha === true
        ? captcha_request
        : `Quý khách thao tác quá nhanh, vui lòng thử lại sau ${retry_after === undefined ? 'ít phút' : waitText(retry_after)}.`,
  },
}

/**
 * The message for a refusal that came over the wire or from an address. An unknown code, for example from a
 * newer server, gets a general message. `texts_of_page`: texts that stand beside a page.
 */
export function refusalMessage(
  { code, data }: { code: string; data: unknown },
  texts_of_page: Readonly<Record<string, MessageFor<object>>> = {},
): RefusalMessage {
  const known: Readonly<Record<string, MessageFor<object>>> = {
    ...page_texts,
    ...refusalTexts,
    ...texts_of_page,
  }
  const message = Object.hasOwn(known, code) ? (known[code] ?? UNKNOWN) : UNKNOWN
  const { text, ...exit } = message
  if (typeof text === 'string') return { ...exit, text }
  return { ...exit, text: text(typeof data === 'object' && data !== null ? data : {}) }
}

/** What is not a gift of the shop has no name. */
function giftsText(problems: readonly OfferProblem[]): string {
  const names = problems.flatMap(({ reason, name }) => (reason === 'gift' && name ? name : []))
  return ['Quà tặng', names.join(', ')].filter(Boolean).join(' ')
}

/** A waiting time, rounded up: "45 giây", "8 phút". */
export function waitText(seconds: number): string {
  return seconds < 60 ? `${seconds} giây` : `${Math.ceil(seconds / 60)} phút`
}

function picture(name: unknown, nameless = 'Tệp này'): string {
  return typeof name === 'string' && name !== '' ? `“${name}”` : nameless
}

function product(name: unknown): string {
  return typeof name === 'string' ? name : 'Sản phẩm này'
}

function namesOf(items: readonly { name?: string | undefined }[]): string[] {
  return items.flatMap(({ name }) => name ?? [])
}

/** "2026-11-20" as 20/11/2026. */
function dayOf(date: string): string {
  return date.split('-').toReversed().join('/')
}

/** Why an order cannot be paid on delivery, and the way on. */
function codText({ rule, limit = 0 }: Partial<RefusalOfCode<'cod_refused'>['data']>): string {
  const way_on = 'Vui lòng chọn cách thanh toán khác: đơn và giá vẫn giữ nguyên.'
  switch (rule) {
    case 'total':
      return `Đơn trên ${formatDong(limit)} cần thanh toán trước. ${way_on}`
    case 'quantity':
      return `Đơn trên ${limit} sản phẩm cần thanh toán trước. ${way_on}`
    case 'open_orders':
      return `Số điện thoại này đang có ${limit} đơn chờ xác nhận. Vui lòng chờ cửa hàng gọi, hoặc chọn cách thanh toán khác.`
    case 'network':
      return `Hôm nay đã có nhiều đơn trả khi nhận hàng từ mạng của bạn. ${way_on}`
    default:
      return `Đơn này cần thanh toán trước khi giao. ${way_on}`
  }
}
