import { z } from 'zod'
import { ProductCard } from '#contracts/storefront/catalog.ts'
import { dong, id, provinceId } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { FlashState } from '#contracts/price-parts.ts'
import { operation } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'

/** A window of a flash sale with what it sells, in the order staff gave. */
export const FlashWindow = z.object({
  flash_sale_id: z.int(),
  name: z.string(),
  state: z.enum(['coming', 'running', 'ended']),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  per_customer: z.int(),
  is_online_only: z.boolean(),
  items: z.array(z.object({ card: ProductCard, item_id: z.int(), flash: FlashState })),
})
export type FlashWindow = z.infer<typeof FlashWindow>

/** The promotion announcement of contract §3: what a promotion says and what it does to which goods. */
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
  slots_held: z.int(),
})
export type FlashSlots = z.infer<typeof FlashSlots>

/** Where somebody stands who found every slot held by others (contract §8 temporary_no_slot). */
export const SlotPlace = z.object({
  /** `yours`: kept by name until `until`, to be ordered; `gone`: not in line, or nothing to wait for. */
  state: z.enum(['waiting', 'yours', 'gone']),
  /** From 1; beyond 1,000 nobody counts. */
  place: z.int().nullable(),
  until: z.iso.datetime().nullable(),
  now: z.iso.datetime(),
  ask_again_s: z.int(),
})
export type SlotPlace = z.infer<typeof SlotPlace>

/** Promotions as shoppers are told of them. Served under /api/promotion. */
export const promotion = {
  flashSales: operation({
    method: 'GET',
    path: '/v1/flash-sales',
    summary: 'Windows that run or come within three days, soonest first, with their goods.',
    access: 'public',
    input: z.object({ province_id: provinceId.default(default_province_id) }),
    output: z.object({ windows: z.array(FlashWindow), now: z.iso.datetime() }),
  }),
  flashSlots: operation({
    method: 'GET',
    path: '/v1/flash-slots',
    summary:
      'Slots left now, by flash_sale_item_id. Unknown numbers are left out. Up to a second old.',
    access: 'public',
    input: z.object({
      /** A list, or digits parted by commas as an address has them. */
      ids: z.union([
        z.array(id).max(100),
        id.transform((one) => [one]),
        z
          .string()
          .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
          .transform((text) => text.split(',').map(Number)),
      ]),
    }),
    /** `now` sets the countdowns: a shopper’s own clock may be wrong. */
    output: z.object({ slots: z.array(FlashSlots), now: z.iso.datetime() }),
  }),
  slotPlace: operation({
    method: 'POST',
    path: '/v1/slot-wait',
    summary:
      'The caller’s place in line for a flash slot, after an order was refused with temporary_no_slot. Asking keeps the place: who is silent for 45 seconds is passed over.',
    access: 'customer',
    limits: limits.slot_wait,
    input: z.object({}),
    output: SlotPlace,
  }),
  leaveLine: operation({
    method: 'DELETE',
    path: '/v1/slot-wait',
    summary: 'The caller waits no longer; a slot that was kept goes to the next one.',
    access: 'customer',
    limits: limits.slot_wait,
    input: z.object({}),
    output: z.object({}),
  }),
  announcements: operation({
    method: 'GET',
    path: '/v1/announcements',
    summary: 'Promotions that hold now, in the form of contract §3.',
    access: 'public',
    input: z.object({}),
    output: z.array(PromotionAnnouncement),
  }),
}
