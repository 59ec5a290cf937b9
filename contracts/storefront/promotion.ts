import { z } from 'zod'
import { ProductCard } from '#contracts/storefront/catalog.ts'
import { dong, id, provinceId } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { FlashState } from '#contracts/price-parts.ts'
import { operation } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'

/** A time window of a flash sale with its items, in the sequence set by staff. */
export const FlashWindow = z.object({
  flash_sale_id: z.int(),
  name: z.string(),
  state: z.enum(['coming', 'running', 'ended']),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  per_customer: z.int(),
  is_online_only: z.boolean(),
  needs_member: z.boolean(),
  items: z.array(z.object({ card: ProductCard, item_id: z.int(), flash: FlashState })),
})
export type FlashWindow = z.infer<typeof FlashWindow>

/** The promotion announcement of contract §3: the text of a promotion and its effect on products. */
export const PromotionAnnouncement = z.object({
  promo_data: z.object({
    id: z.int(),
    uuid: z.string(),
    name: z.string(),
    description: z.string(),
    is_active: z.boolean(),
  }),
  items: z.array(
    z.object({
      product_id: z.int(),
      percent: z.number().nullable(),
      value: dong.nullable(),
      price: dong.nullable(),
    }),
  ),
})
export type PromotionAnnouncement = z.infer<typeof PromotionAnnouncement>

export const FlashSlots = z.object({
  flash_sale_item_id: z.int(),
  slots: z.int(),
  slots_left: z.int(),
  slots_reserved: z.int(),
})
export type FlashSlots = z.infer<typeof FlashSlots>

/** The queue position of a caller for whom all slots were reserved (contract §8 temporary_no_slot). */
export const WaitlistPosition = z.object({
  /** `yours`: a slot is reserved for the caller until `until`; `gone`: not in the waitlist, or no slot can come. */
  state: z.enum(['waiting', 'yours', 'gone']),
  /** Queue position from 1; null beyond 1,000. */
  place: z.int().nullable(),
  until: z.iso.datetime().nullable(),
  now: z.iso.datetime(),
  ask_again_s: z.int(),
})
export type WaitlistPosition = z.infer<typeof WaitlistPosition>

/** Promotions as shoppers see them. Served under /api/promotion. */
export const promotion = {
  flashSales: operation({
    method: 'GET',
    path: '/v1/flash-sales',
    summary:
      'Flash sale windows that run now or start within three days, soonest first, with their items.',
    access: 'public',
    input: z.object({ province_id: provinceId.default(default_province_id) }),
    output: z.object({ windows: z.array(FlashWindow), now: z.iso.datetime() }),
  }),
  flashSlots: operation({
    method: 'GET',
    path: '/v1/flash-slots',
    summary:
      'Slots left now, by flash_sale_item_id. Unknown ids are left out. The numbers may be up to one second old.',
    access: 'public',
    input: z.object({
      /** A list, or digits separated by commas, as in a URL. */
      ids: z.union([
        z.array(id).max(100),
        id.transform((item_id) => [item_id]),
        z
          .string()
          .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
          .transform((text) => text.split(',').map(Number)),
      ]),
    }),
    /** `now` is the time for countdowns: the clock of the shopper’s device may be wrong. */
    output: z.object({ slots: z.array(FlashSlots), now: z.iso.datetime() }),
  }),
  waitlistPosition: operation({
    method: 'POST',
    path: '/v1/waitlist',
    former_path: '/v1/slot-wait',
    summary:
      'The caller’s queue position for a flash slot, after an order was refused with temporary_no_slot. Repeat the call to stay in the waitlist: a caller who does not ask for 45 seconds loses the position.',
    access: 'customer',
    limits: limits.waitlist_entry,
    input: z.object({}),
    output: WaitlistPosition,
  }),
  leaveWaitlist: operation({
    method: 'DELETE',
    path: '/v1/waitlist',
    former_path: '/v1/slot-wait',
    summary:
      'Leave the waitlist. A slot that was reserved for the caller goes to the next in the queue.',
    access: 'customer',
    limits: limits.waitlist_entry,
    input: z.object({}),
    output: z.object({}),
  }),
  announcements: operation({
    method: 'GET',
    path: '/v1/announcements',
    summary: 'Current promotions, in the form of contract §3.',
    access: 'public',
    input: z.object({}),
    output: z.array(PromotionAnnouncement),
  }),
}
