import { z } from 'zod'
import { dong } from '#contracts/fields.ts'

/**
 * The rules of a price in the order they speak: of one piece first (list to student), then what hangs
 * on other lines (combo, gift), then what is taken off the whole (voucher, payment, rounding).
 */
export const PriceRule = z.enum([
  'list',
  'province',
  'sale',
  'catalogue',
  'flash',
  'customer_group',
  'member',
  'student',
  'combo',
  'gift',
  'voucher',
  'payment',
  'rounding',
])
export type PriceRule = z.infer<typeof PriceRule>

/** One step on the way to the price of a piece: the rule that spoke and the amount after it. */
export const PriceStep = z.object({
  rule: PriceRule,
  amount: dong,
  /** Of a promotion: its uuid, the number of a flash sale item or combo; null for the price table. */
  reference: z.string().nullable(),
  /** What the shopper reads, such as "Ưu đãi học sinh sinh viên". Empty for the price table. */
  name: z.string(),
  /** Until when the rule holds; null: until it is taken back. */
  valid_until: z.iso.datetime().nullable(),
  /** Rules and promotions it does not go with. */
  excludes: z.array(z.string()),
})
export type PriceStep = z.infer<typeof PriceStep>

/** Taken off the whole: printed under the lines. `amount` is what is taken off, in đồng. */
export const Adjustment = z.object({
  rule: z.enum(['voucher', 'payment', 'rounding']),
  reference: z.string().nullable(),
  name: z.string(),
  amount: dong,
  valid_until: z.iso.datetime().nullable(),
  excludes: z.array(z.string()),
})
export type Adjustment = z.infer<typeof Adjustment>

/** A flash sale that an item is in, or will be in next. Slots are as they were when this was written. */
export const FlashState = z.object({
  flash_sale_id: z.int(),
  flash_sale_item_id: z.int(),
  name: z.string(),
  state: z.enum(['coming', 'running', 'sold_out']),
  price: dong,
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  /** "Còn 3/10 suất". */
  slots: z.int(),
  slots_left: z.int(),
  /** Slots that are held by orders which wait for their money: they may come back. */
  slots_held: z.int(),
  per_customer: z.int(),
  is_online_only: z.boolean(),
})
export type FlashState = z.infer<typeof FlashState>

/** A claim that does not fit any more changes a price: what the code in contract §8 tells. */
export const OfferProblem = z.object({
  item_id: z.int().nullable(),
  name: z.string(),
  /** `gift`: the pick-up shop lacks it. */
  reason: z.enum(['flash', 'voucher', 'student', 'member', 'promotion', 'gift']),
})
export type OfferProblem = z.infer<typeof OfferProblem>
