import { z } from 'zod'
import {
  dong,
  id,
  line,
  provinceId,
  requiredLine,
  solvedCaptcha,
  whole,
} from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { operation } from '#pure/contract.ts'

/** The rules that pages tell shoppers (decision 235). */
export const shop_reservation_rules = {
  /** How long a piece is set aside. */
  hours: 24,
  /** Open ones of one phone. */
  max_open: 2,
  /** Those that one phone may make in a day, ended ones too: a piece must not be set aside again and again. */
  max_made_a_day: 4,
} as const

export const ShopReservationState = z.enum(['reserved', 'sold', 'cancelled', 'lapsed'])
export type ShopReservationState = z.infer<typeof ShopReservationState>

const ReservedItem = z.object({
  item_id: z.int(),
  name: z.string(),
  /** Its version, without a leading slash. */
  url_path: z.string(),
  thumbnail: z.string().nullable(),
})

export const ShopReservation = z.object({
  code: z.string(),
  /** Opens it in any browser. */
  secret: z.string(),
  /** A picture of the code, which staff scan: a data: URL. */
  qr: z.string(),
  state: ShopReservationState,
  item: ReservedItem,
  shop: z.object({
    shop_id: z.int(),
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    time_opening: z.string(),
    /** A link to the way there. */
    directions: z.string(),
  }),
  /** Until when the piece is set aside. */
  expires_at: z.iso.datetime(),
  name: z.string(),
  /** Masked: whoever has the link may see the rest. */
  phone: z.string(),
  email: z.string().nullable(),
  /** Whether it can still be cancelled and collected. */
  is_open: z.boolean(),
})
export type ShopReservation = z.infer<typeof ShopReservation>

const which = { code: z.string().min(1).max(40), secret: z.string().max(100).optional() }
const shop_reservation_not_found = {
  status: 404,
  meaning: 'The caller has no such reservation at a shop.',
} as const
/** Shared with the operations of staff. */
export const shop_reservation_closed = {
  status: 409,
  meaning: 'The piece was sold, given back, or is not set aside any more.',
  data: z.object({ state: ShopReservationState }),
} as const
const item_not_reservable = {
  status: 404,
  meaning: 'There is no such item, it is not on sale, or it is a used device.',
} as const

/** A piece that a shop sets aside for a day, of carts of type 2 (contract §3; decision 235). Served under /api/cart. */
export const shopReservation = {
  reservableItem: operation({
    method: 'GET',
    path: '/v1/shop-reservation/item',
    summary: 'The item that would be set aside, with its price of now in a province.',
    access: 'public',
    input: z.object({ item_id: id, province_id: provinceId }),
    output: ReservedItem.extend({ price: dong }),
    refusals: { item_not_reservable },
  }),
  createShopReservation: operation({
    method: 'POST',
    path: '/v1/shop-reservation',
    summary:
      'Set one piece aside at a shop for 24 hours, without payment. The price is that of the day of the purchase. A repeated call gets the same answer.',
    access: 'customer',
    idempotent: true,
    limits: limits.create_shop_reservation,
    input: z.object({
      item_id: id,
      erp_shop_id: whole(1, 2_147_483_647, 'Vui lòng chọn cửa hàng.'),
      customer_name: requiredLine(100, 'Vui lòng nhập họ tên.'),
      customer_phone: requiredLine(30, 'Vui lòng nhập số điện thoại.'),
      customer_mail: line(200).optional(),
      idempotency_key: z.string().min(8).max(100).optional(),
      ...solvedCaptcha,
    }),
    output: ShopReservation,
    refusals: {
      item_not_reservable,
      shop_has_none: {
        status: 409,
        meaning: 'The shop has no free piece of the item, or does not sell.',
      },
      too_many_shop_reservations: {
        status: 409,
        meaning: 'The phone has as many open ones as it may have, or made too many in a day.',
        data: z.object({ max: z.int() }),
      },
    },
  }),
  getShopReservation: operation({
    method: 'GET',
    path: '/v1/shop-reservation',
    summary: 'Get one of the caller by code. With code and secret no token is needed.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object(which),
    output: ShopReservation,
    refusals: { shop_reservation_not_found },
  }),
  cancelShopReservation: operation({
    method: 'POST',
    path: '/v1/shop-reservation/cancel',
    summary: 'Give the piece back. A repeated call gets the same answer.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object(which),
    output: ShopReservation,
    refusals: { shop_reservation_not_found, shop_reservation_closed },
  }),
  listShopReservations: operation({
    method: 'GET',
    path: '/v1/shop-reservations',
    summary: 'Those of the caller, the open ones first. At most 50.',
    access: 'customer',
    input: z.object({}),
    output: z.array(ShopReservation),
  }),
}
