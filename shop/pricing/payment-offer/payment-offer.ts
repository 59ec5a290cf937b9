import type { Dong } from '#pure/money.ts'
import { isClaimable } from '#shop/pricing/price/item-rules.ts'
import { no_reduction } from '#shop/pricing/price/reduction.ts'
import type { Rule } from '#shop/pricing/price/rule.ts'
import { isWithin, type Asker } from '#shop/pricing/promotion/offers.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/** A discount on orders with a certain payment method. */
export interface PaymentOffer {
  promotion_id: number
  uuid: string
  name: string
  payment_method: string
  /** Milliseconds since 1970. */
  starts_at: number | null
  ends_at: number | null
  percent: number | null
  value: Dong | null
  max_discount: Dong | null
  min_total: Dong
  customer_group_id: number | null
  province_ids: number[] | null
  excludes: string[]
  quota_id: number | null
  quota_left: number | null
  per_customer: number | null
  /** The items that count, by product or by category; both null: all. */
  product_ids: number[] | null
  category_ids: number[] | null
}

/** Returns the offers that apply now to a customer with a payment method. */
export function paymentOffersFor(
  offers: readonly PaymentOffer[],
  payment_method: string | null,
  asker: Asker,
  without: ReadonlySet<string> | undefined,
): PaymentOffer[] {
  return offers.filter((offer) => {
    if (offer.payment_method !== payment_method || offer.quota_left === 0) return false
    if (!isWithin(offer, asker.now.getTime())) return false
    const { province_ids, customer_group_id } = offer
    if (province_ids !== null && !province_ids.includes(asker.province_id)) return false
    if (customer_group_id !== null && customer_group_id !== asker.customer_group_id) return false
    const { claim } = paymentRule(offer)
    return !claim || !without || isClaimable(claim, without)
  })
}

/** Converts the offer to a rule of the basket. */
export function paymentRule(offer: PaymentOffer): Rule {
  const { promotion_id, quota_id, quota_left, per_customer } = offer
  const customer_limit =
    per_customer === null ? null : { key: `promotion:${promotion_id}`, max: per_customer }
  return {
    rule: 'payment',
    reference: offer.uuid,
    name: offer.name,
    valid_until: offer.ends_at === null ? null : new Date(offer.ends_at).toISOString(),
    excludes: offer.excludes,
    choice_group: null,
    reduction: no_reduction,
    claim:
      quota_id === null && customer_limit === null
        ? null
        : { reason: 'promotion', quota_id, left: quota_left, customer_limit },
  }
}

/** Whether an item counts for an offer. */
export function isItemOf(
  { product_ids, category_ids }: Pick<PaymentOffer, 'product_ids' | 'category_ids'>,
  {
    item_id,
    version_id,
    category_ids: of_item,
  }: Pick<Item, 'item_id' | 'version_id' | 'category_ids'>,
): boolean {
  if (product_ids === null && category_ids === null) return true
  const is_named = product_ids?.some((one) => one === item_id || one === version_id) ?? false
  return is_named || (category_ids?.some((one) => of_item.includes(one)) ?? false)
}
