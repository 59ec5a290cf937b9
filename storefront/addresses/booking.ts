import type { Address } from '#storefront/addresses/address.ts'

/** Appointments for repairs (contract §2), and devices in repair. */
export const booking_addresses = {
  booking: { path: '/dat-lich', page: 'booking', layout: 'default', cache: 'personal' },
  /** A booking that was made, in any browser with its key. */
  cartBooking: { path: '/cart/booking', page: 'cart/booking', layout: 'cart', cache: 'personal' },
  /** A device in repair, in any browser with its key. */
  repairTicket: {
    path: '/phieu-sua-chua',
    page: 'repair-ticket',
    layout: 'default',
    cache: 'personal',
  },
  /** One piece of a colour, which a shop sets aside for a day. */
  shopReservation: {
    path: '/dat-giu/:item_id',
    page: 'shop-reservation',
    layout: 'default',
    cache: 'personal',
  },
  /** What a shop has set aside, in any browser with its key. */
  cartShopReservation: {
    path: '/cart/dat-giu',
    page: 'cart/shop-reservation',
    layout: 'cart',
    cache: 'personal',
  },
} as const satisfies Record<string, Address>
