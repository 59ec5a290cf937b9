import { z } from 'zod'
import { dong, line, page, requiredLine, stateCounts, whole } from '#contracts/fields.ts'
import { ScanDifference, SkuQuantity, unit_in_other_parcel } from '#contracts/staff/parcels.ts'
import { OrderState } from '#contracts/storefront/order.ts'
import { Salutation } from '#contracts/storefront/quote.ts'
import { operation } from '#pure/contract.ts'

/** `lapsed`: nobody came; the units go back to where they were taken from. */
export const PickupState = z.enum(['to_prepare', 'ready', 'lapsed'])
export type PickupState = z.infer<typeof PickupState>

/** An order that is picked up, in a list. */
export const PickupRow = z.object({
  order_code: z.string(),
  state: PickupState,
  /** The shopper's name; no phone. */
  name: z.string(),
  shop: z.string().nullable(),
  items: z.string(),
  /** Cash that is still to be taken. */
  due: dong,
  /** Since when it waits: confirmed, ready or lapsed. */
  since: z.iso.datetime(),
  /** The last day on which it can be collected: YYYY-MM-DD. Null while it is to be prepared. */
  keep_until: z.string().nullable(),
})
export type PickupRow = z.infer<typeof PickupRow>

/** One pick-up, with what is needed to prepare it and to give it to its shopper. Its code is not part of it. */
export const StaffPickup = z.object({
  order_code: z.string(),
  state: OrderState,
  /** Of the order: raised by every move. */
  version: z.int(),
  salutation: Salutation.nullable(),
  name: z.string(),
  /** Whoever collects, if it is somebody else. */
  recipient: z.string().nullable(),
  note: z.string().nullable(),
  /** The shopper asked staff to move the data from the old device. */
  data_transfer: z.boolean(),
  shop: z.string().nullable(),
  /** `by_sku`: how many may be prepared by their SKU; the others need their IMEI or serial number. */
  units: z.array(SkuQuantity.extend({ by_sku: z.int() })),
  /** The units with a code that were put aside. */
  prepared: z.array(z.object({ sku: z.string(), codes: z.array(z.string()) })),
  grand_total: dong,
  /** Cash that is still to be taken. */
  due: dong,
  /** The shopper has begun to pay online: the outcome is open. */
  is_payment_underway: z.boolean(),
  ready_at: z.iso.datetime().nullable(),
  keep_until: z.string().nullable(),
  /** When the shopper proved to be the shopper; null if nobody did, or too long ago. */
  verified_at: z.iso.datetime().nullable(),
  verified_by: z.enum(['code', 'phone']).nullable(),
  blocked_until: z.iso.datetime().nullable(),
  /** What this member of staff may do with it now. */
  may: z.object({ prepare: z.boolean(), replace: z.boolean(), collect: z.boolean() }),
})
export type StaffPickup = z.infer<typeof StaffPickup>

const order_code = z.string().trim().min(1).max(40)
const version = whole(1, 2_147_483_647)
const pickup_not_found = {
  status: 404,
  meaning: 'There is no such order that is picked up.',
} as const
const pickup_not_possible = {
  status: 409,
  meaning: 'The state of the order does not allow this.',
  data: z.object({ state: OrderState }),
} as const
const pickup_changed = {
  status: 409,
  meaning: 'The order has changed since it was seen.',
} as const
const scan_differs = {
  status: 422,
  meaning: 'The scanned units are not those of the order.',
  data: ScanDifference,
} as const

/** Orders that are picked up in a shop: prepared, ready, collected (decision 142). */
export const pickups = {
  pickups: operation({
    method: 'GET',
    path: '/pickups',
    summary:
      'Orders that are picked up: to be prepared, ready, or lapsed in the last week. The one that waits longest first.',
    access: 'staff',
    permission: 'orders.see',
    scopes: ['all', 'shops'],
    input: z.object({
      state: PickupState.optional().catch(undefined),
      /** The code of the order. */
      q: line(40).optional(),
      page: page.optional(),
    }),
    output: z.object({
      rows: z.array(PickupRow),
      has_next: z.boolean(),
      counts: stateCounts(PickupState),
      may_collect: z.boolean(),
    }),
  }),
  pickup: operation({
    method: 'GET',
    path: '/pickups/one',
    summary: 'One order that is picked up. Never its pick-up code.',
    access: 'staff',
    permission: 'orders.see',
    scopes: ['all', 'shops'],
    input: z.object({ order_code }),
    output: StaffPickup,
    refusals: { pickup_not_found },
  }),
  prepare: operation({
    method: 'POST',
    path: '/pickups/prepare',
    summary:
      'Prepare a confirmed order: the scanned codes must be exactly its units. Its shopper gets the pick-up code. Of a ready order the units are replaced.',
    access: 'staff',
    permission: 'orders.ship',
    scopes: ['all', 'shops'],
    input: z.object({
      order_code,
      version,
      /** SKUs and codes with blanks between them, as a scanner sends them. */
      scanned: requiredLine(4_000, 'Hãy quét từng món.'),
    }),
    output: z.object({ keep_until: z.string() }),
    refusals: {
      pickup_not_found,
      pickup_not_possible,
      pickup_changed,
      scan_differs,
      unit_in_other_parcel,
    },
  }),
  verify: operation({
    method: 'POST',
    path: '/pickups/verify',
    summary:
      'Compare what the shopper shows with a ready order: its QR code, its pick-up code, or the last four digits of a phone of the order. Wrong ones are counted.',
    access: 'staff',
    permission: 'pickups.collect',
    scopes: ['all', 'shops'],
    input: z.object({
      /** Not needed with a QR code, which names its order. */
      order_code: order_code.optional(),
      presented: requiredLine(80, 'Hãy quét mã của khách.'),
    }),
    output: z.object({ order_code: z.string() }),
    refusals: {
      pickup_not_found,
      pickup_not_possible,
      code_not_readable: {
        status: 422,
        meaning: 'It is neither a QR code of a pick-up, nor six digits, nor four.',
      },
      code_names_other_order: { status: 422, meaning: 'The QR code belongs to another order.' },
      code_wrong: {
        status: 422,
        meaning: 'It does not belong to this order.',
        data: z.object({ left: z.int() }),
      },
      code_blocked: {
        status: 429,
        meaning: 'Too many wrong codes: none is accepted until then.',
        data: z.object({ blocked_until: z.iso.datetime() }),
      },
    },
  }),
  collect: operation({
    method: 'POST',
    path: '/pickups/collect',
    summary:
      'Give a ready order to its shopper, who was verified: the scanned units must be those that were prepared, and the rest of the money is taken in cash.',
    access: 'staff',
    permission: 'pickups.collect',
    scopes: ['all', 'shops'],
    input: z.object({
      order_code,
      version,
      /** The codes of the units. Units without a code need none. */
      scanned: line(4_000).optional(),
      /** The cash that was taken, in đồng: what was shown as due. */
      amount: whole(0, 100_000_000_000),
    }),
    output: z.object({ amount: dong }),
    refusals: {
      pickup_not_found,
      pickup_not_possible,
      pickup_changed,
      shopper_not_verified: {
        status: 409,
        meaning: 'The shopper was not verified, or too long ago.',
      },
      scan_differs,
      due_changed: {
        status: 409,
        meaning: 'Another amount is due.',
        data: z.object({ due: dong }),
      },
      payment_underway: {
        status: 409,
        meaning: 'The shopper has begun to pay online, and the outcome is open.',
      },
      parcel_units_missing: {
        status: 409,
        meaning: 'Units of the order are not on hand, or a prepared one was locked or moved.',
      },
    },
  }),
}
