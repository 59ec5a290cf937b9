import type { MessagesByCode, ShopReservationRefusal } from '#storefront/refusals.ts'

/** The text for every refusal code about a piece that a shop sets aside. A missing code does not compile. */
export const shop_reservation_texts: MessagesByCode<ShopReservationRefusal> = {
  item_not_reservable: { text: 'Sản phẩm này hiện không giữ được tại cửa hàng.' },
  shop_has_none: {
    text: 'Cửa hàng này vừa hết hàng. Vui lòng chọn cửa hàng khác còn hàng bên dưới.',
  },
  too_many_shop_reservations: {
    text: ({ max = 2 }) =>
      `Số điện thoại này đã giữ ${max} món. Vui lòng đến lấy hoặc hủy bớt trước khi giữ thêm.`,
  },
  shop_reservation_not_found: {
    text: 'Không tìm thấy mã giữ hàng này. Vui lòng mở lại liên kết trong tin nhắn của cửa hàng.',
  },
  shop_reservation_closed: { text: 'Món hàng này không còn được giữ nên không hủy được nữa.' },
}
