import type { ShopReservationState } from '#contracts/storefront/trade/shop-reservation.ts'

export const shop_reservation_titles: Record<ShopReservationState, string> = {
  reserved: 'Đang giữ',
  sold: 'Đã bán',
  cancelled: 'Đã hủy',
  lapsed: 'Hết giờ',
}
