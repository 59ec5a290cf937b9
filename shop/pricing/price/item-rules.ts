import type { Dong } from '#pure/money.ts'
import { no_reduction } from '#shop/pricing/price/reduction.ts'
import type { Rule, RuleClaim } from '#shop/pricing/price/rule.ts'
import type { PriceRow } from '#shop/pricing/price/table-price.ts'
import {
  isFlashFor,
  isInGroup,
  isWithin,
  periodKey,
  promotionsFor,
  type Asker,
  type FlashOffer,
  type Offers,
  type PromotionOffer,
} from '#shop/pricing/promotion/offers.ts'

/** The conditions of a price: customer, province and time. */
export interface PriceQuestion extends Asker {
  /** The shopper declined the flash price ("Mua với giá thường"). */
  without_flash?: boolean
  /** Keys of claims that are not available (`claimKeys`): rules that need one of them do not apply. */
  without?: ReadonlySet<string>
}

/**
 * Returns the rules that may apply to one unit, in the sequence of their application: catalogue, flash, customer
 * group, member, student. `amount` is the unit price by the price table: a promotion's minimum total refers to it.
 */
export function unitRules(
  rows: readonly PriceRow[],
  offers: Offers,
  question: PriceQuestion,
  amount: Dong,
): Rule[] {
  const promotions = promotionsFor(offers.promotions, question).filter(
    (one) => one.kind !== 'gift' && one.min_total <= amount,
  )
  const rulesBy = (kind: PromotionOffer['kind']) =>
    promotions.filter((one) => one.kind === kind).map((one) => promotionRule(one, question.now))
  const rules = [
    ...rulesBy('catalogue'),
    ...flashRules(offers.flash, question),
    ...groupRules(rows, question),
    ...rulesBy('member'),
    ...rulesBy('student'),
  ]
  const { without } = question
  return without ? rules.filter(({ claim }) => !claim || isClaimable(claim, without)) : rules
}

/** Returns the keys of a claim, as in `without`: of its quota and of its limit per customer. */
export function claimKeys({
  quota_id,
  customer_limit,
}: Pick<RuleClaim, 'quota_id' | 'customer_limit'>): string[] {
  const keys = customer_limit ? [customer_limit.key] : []
  return quota_id === null ? keys : [`quota:${quota_id}`, ...keys]
}

/** Whether none of the keys of a claim is known to be unavailable. */
export function isClaimable(claim: RuleClaim, without: ReadonlySet<string>): boolean {
  return claimKeys(claim).every((key) => !without.has(key))
}

/** Converts a promotion of items to a rule. */
export function promotionRule(offer: PromotionOffer, now: Date): Rule {
  const { kind, percent, value, price, max_discount, quota_id, quota_left, per_customer } = offer
  const reason = kind === 'student' || kind === 'member' ? kind : 'promotion'
  const customer_limit =
    per_customer === null ? null : { key: limitKey(offer, now), max: per_customer }
  return {
    rule: kind,
    reference: offer.uuid,
    name: offer.name,
    valid_until: offer.ends_at === null ? null : new Date(offer.ends_at).toISOString(),
    excludes: offer.excludes,
    choice_group: offer.choice_group,
    reduction: { percent, value, price, max_discount },
    claim:
      quota_id === null && customer_limit === null
        ? null
        : { reason, quota_id, left: quota_left, customer_limit },
  }
}

function limitKey({ promotion_id, period }: PromotionOffer, now: Date): string {
  return `promotion:${promotion_id}${periodKey(period, now)}`
}

/** The choice group of flash rules: a unit has the price of one window at most. */
const one_window = 'flash'

/** Returns the limit key under which a customer's units of one version in one window are counted. */
export function flashLimitKey({
  flash_sale_id,
  kind_id,
}: Pick<FlashOffer, 'flash_sale_id' | 'kind_id'>): string {
  return `flash:${flash_sale_id}:${kind_id}`
}

function flashRules(flash: readonly FlashOffer[], question: PriceQuestion): Rule[] {
  if (question.without_flash === true) return []
  const at = question.now.getTime()
  return flash
    .filter((one) => isWithin(one, at) && one.slots_left > 0 && isFlashFor(one, question))
    .toSorted((a, b) => a.price - b.price || a.flash_sale_item_id - b.flash_sale_item_id)
    .map((one) => ({
      rule: 'flash',
      reference: String(one.flash_sale_item_id),
      name: one.name,
      valid_until: new Date(one.ends_at).toISOString(),
      excludes: one.excludes,
      choice_group: one_window,
      reduction: { ...no_reduction, price: one.price },
      claim: {
        reason: 'flash',
        quota_id: one.quota_id,
        left: one.slots_left,
        customer_limit: {
          key: flashLimitKey(one),
          max: one.per_customer,
        },
      },
    }))
}

/**
 * Returns the price of the price table for the customer's groups: of the province, else of the country. Of two groups
 * the lower price counts. It never raises a price.
 */
function groupRules(rows: readonly PriceRow[], question: PriceQuestion): Rule[] {
  const own = rows.filter((row) => isInGroup(question, row.customer_group_id ?? -1))
  const prices = [...Map.groupBy(own, (row) => row.customer_group_id).values()].flatMap((group) => {
    const row =
      group.find(({ province_id }) => province_id === question.province_id) ??
      group.find(({ province_id }) => province_id === null)
    return row ? [row.sale_price ?? row.list_price] : []
  })
  if (prices.length === 0) return []
  return [
    {
      rule: 'customer_group',
      reference: null,
      name: '',
      valid_until: null,
      excludes: [],
      choice_group: null,
      reduction: { ...no_reduction, price: Math.min(...prices) },
      claim: null,
    },
  ]
}
