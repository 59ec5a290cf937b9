import { z } from 'zod'
import { dong } from '#contracts/fields.ts'

/**
 * The price rules in the sequence they apply: rules for one unit (list to student), then rules that
 * depend on other lines (combo, gift), then deductions from the total (voucher, payment, rounding, staff, points).
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
  'staff',
  'points',
])
export type PriceRule = z.infer<typeof PriceRule>

/** One step of a unit price: the rule that applied and the amount after it, in đồng. */
export const PriceStep = z.object({
  rule: PriceRule,
  amount: dong,
  /** Uuid of a promotion, or id of a flash sale item or combo; null for the price table. */
  reference: z.string().nullable(),
  /** Text for the shopper, such as "Ưu đãi học sinh sinh viên". Empty for the price table. */
  name: z.string(),
  /** When the rule ends; null: it has no end date. */
  valid_until: z.iso.datetime().nullable(),
  /** Rules and promotions that it cannot be combined with. */
  excludes: z.array(z.string()),
})
export type PriceStep = z.infer<typeof PriceStep>

/** A deduction from the total, printed under the lines. `amount` is the deduction in đồng. */
export const Adjustment = z.object({
  /** `staff`: what a member of staff took off. `points`: what a member pays with points. */
  rule: z.enum(['voucher', 'payment', 'rounding', 'staff', 'points']),
  reference: z.string().nullable(),
  name: z.string(),
  amount: dong,
  valid_until: z.iso.datetime().nullable(),
  excludes: z.array(z.string()),
})
export type Adjustment = z.infer<typeof Adjustment>

/** The current or next flash sale of an item. Slots are counted at the time of the answer. */
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
  /** Slots reserved by orders that await payment: they may become free again. */
  slots_reserved: z.int(),
  per_customer: z.int(),
  is_online_only: z.boolean(),
  /** Only members have this price. */
  needs_member: z.boolean(),
})
export type FlashState = z.infer<typeof FlashState>

/** An offer that no longer applies and so changes the price; data of `grand_total_change` (contract §8). */
export const OfferProblem = z.object({
  item_id: z.int().nullable(),
  name: z.string(),
  /** `gift`: the order does not have the gift that was shown, or fewer of it. Its name is empty if it is no gift. */
  reason: z.enum(['flash', 'voucher', 'student', 'member', 'promotion', 'gift']),
})
export type OfferProblem = z.infer<typeof OfferProblem>

/** An offer for a payment method that does not apply to this order, and why, as a text for the shopper. */
export const UnavailableOffer = z.object({ name: z.string(), problem: z.string() })
export type UnavailableOffer = z.infer<typeof UnavailableOffer>

/** The fee of a home delivery in đồng with VAT, and the subtotal from which it is free. */
export const DeliveryTerms = z.object({ fee: dong, free_from: dong })
export type DeliveryTerms = z.infer<typeof DeliveryTerms>
