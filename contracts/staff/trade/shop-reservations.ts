import { z } from 'zod'
import { dong, line, page, whole } from '#contracts/fields.ts'
import { drafts } from '#contracts/staff/orders/drafts.ts'
import {
  shop_reservation_closed,
  ShopReservationState,
} from '#contracts/storefront/trade/shop-reservation.ts'
import { operation } from '#pure/contract.ts'

const ShopReservationRow = z.object({
  code: z.string(),
  state: ShopReservationState,
  item: z.string(),
  sku: z.string(),
  shop: z.string(),
  name: z.string(),
  /** Masked. */
  phone: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** The order of the counter. */
  order_code: z.string().nullable(),
})
export type ShopReservationRow = z.infer<typeof ShopReservationRow>

const which = { code: z.string().trim().min(1).max(40) }
const shop_reservation_not_found = {
  status: 404,
  meaning: 'There is no such reservation at these shops.',
} as const
const scopes = ['all', 'shops'] as const

/** Pieces that are set aside at the shops of staff (decision 235). */
export const shopReservations = {
  shopReservations: operation({
    method: 'GET',
    path: '/reserved-pieces',
    summary:
      'Pieces that are set aside, the next to lapse first, and those that ended in the last week.',
    access: 'staff',
    permission: 'orders.see',
    scopes,
    input: z.object({
      state: ShopReservationState.optional().catch(undefined),
      q: line(40).optional().catch(undefined),
      page: page.optional().catch(undefined),
    }),
    output: z.object({
      rows: z.array(ShopReservationRow),
      has_next: z.boolean(),
      counts: z.array(
        z.object({ state: ShopReservationState, count: z.int(), is_capped: z.boolean() }),
      ),
    }),
  }),
  shopReservation: operation({
    method: 'GET',
    path: '/reserved-pieces/one',
    summary: 'One of them, with what the piece costs at its shop now.',
    access: 'staff',
    permission: 'orders.see',
    scopes,
    input: z.object(which),
    output: ShopReservationRow.extend({
      /** Null: it is not sold any more. */
      price: dong.nullable(),
      may: z.object({ sell: z.boolean(), release: z.boolean() }),
    }),
    refusals: { shop_reservation_not_found },
  }),
  sellReserved: operation({
    method: 'POST',
    path: '/reserved-pieces/sell',
    summary:
      'Sell the piece at the counter: its shopper stands here, pays in cash and takes it along.',
    access: 'staff',
    permission: 'orders.create',
    scopes,
    input: z.object({
      ...which,
      /** Its codes, or its SKU where it has none. */
      scanned: line(400),
      /** The total that was shown, in đồng. */
      grand_total: whole(0, 100_000_000_000),
    }),
    output: z.object({ order_code: z.string() }),
    refusals: {
      shop_reservation_not_found,
      shop_reservation_closed,
      ...drafts.placeDraft.refusals,
    },
  }),
  releaseReserved: operation({
    method: 'POST',
    path: '/reserved-pieces/release',
    summary: 'Put the piece back: the shopper does not come, or it cannot be found.',
    access: 'staff',
    permission: 'orders.create',
    scopes,
    input: z.object({ ...which, reason: line(200).pipe(z.string().min(1)) }),
    output: z.object({}),
    refusals: { shop_reservation_not_found, shop_reservation_closed },
  }),
}
