import type { Dong } from '#pure/money.ts'
import { no_reduction } from '#shop/pricing/price/reduction.ts'
import type { Rule, RuleClaim } from '#shop/pricing/price/rule.ts'
import type { PriceRow } from '#shop/pricing/price/table-price.ts'
import {
  isWithin,
  promotionsFor,
  type Asker,
  type FlashOffer,
  type Offers,
  type PromotionOffer,
} from '#shop/pricing/promotion/offers.ts'

/** Who asks, from where, and when. */
export interface PriceQuestion extends Asker {
  /** The shopper gave the flash price up ("Mua với giá thường"). */
  without_flash?: boolean
  /** Claims that could not be had (`claimKeys`): the rules that need one of them do not speak. */
  without?: ReadonlySet<string>
}

/**
 * The rules that may speak for one piece, in the order they speak: catalogue, flash, customer group,
 * member, student. `amount` is the piece by the price table, which a promotion's least total is about.
 */
export function pieceRules(
  rows: readonly PriceRow[],
  offers: Offers,
  question: PriceQuestion,
  amount: Dong,
): Rule[] {
  const promotions = promotionsFor(offers.promotions, question).filter(
    (one) => one.kind !== 'gift' && one.min_total <= amount,
  )
  const of = (kind: PromotionOffer['kind']) =>
    promotions.filter((one) => one.kind === kind).map(promotionRule)
  const rules = [
    ...of('catalogue'),
    ...flashRules(offers.flash, question),
    ...groupRules(rows, question),
    ...of('member'),
    ...of('student'),
  ]
  const { without } = question
  return without ? rules.filter(({ claim }) => !claim || canBeHad(claim, without)) : rules
}

/** The names of what a claim takes, for `without`: its quota and its limit for each customer. */
export function claimKeys({
  quota_id,
  customer_limit,
}: Pick<RuleClaim, 'quota_id' | 'customer_limit'>): string[] {
  const keys = customer_limit ? [customer_limit.key] : []
  return quota_id === null ? keys : [`quota:${quota_id}`, ...keys]
}

/** Whether nothing that a claim takes is known to be gone. */
export function canBeHad(claim: RuleClaim, without: ReadonlySet<string>): boolean {
  return claimKeys(claim).every((key) => !without.has(key))
}

/** A promotion of goods as a rule. */
export function promotionRule(offer: PromotionOffer): Rule {
  const { kind, percent, value, price, most, quota_id, quota_left, per_customer } = offer
  const reason = kind === 'student' || kind === 'member' ? kind : 'promotion'
  const customer_limit =
    per_customer === null ? null : { key: `promotion:${offer.promotion_id}`, most: per_customer }
  return {
    rule: kind,
    reference: offer.uuid,
    name: offer.name,
    valid_until: offer.ends_at === null ? null : new Date(offer.ends_at).toISOString(),
    excludes: offer.excludes,
    choice_group: offer.choice_group,
    reduction: { percent, value, price, most },
    claim:
      quota_id === null && customer_limit === null
        ? null
        : { reason, quota_id, left: quota_left, customer_limit },
  }
}

/** A piece is bought in one window at most, whatever else it goes with. */
const one_window = 'flash'

/** What a customer's pieces of one kind in one window are counted under. */
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
    .filter((one) => isWithin(one, at) && one.slots_left > 0)
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
          most: one.per_customer,
        },
      },
    }))
}

/** The price table's own price for a group, in its province before elsewhere; never a dearer one. */
function groupRules(rows: readonly PriceRow[], question: PriceQuestion): Rule[] {
  if (question.customer_group_id === null) return []
  const own = rows.filter((row) => row.customer_group_id === question.customer_group_id)
  const row =
    own.find(({ province_id }) => province_id === question.province_id) ??
    own.find(({ province_id }) => province_id === null)
  if (!row) return []
  return [
    {
      rule: 'customer_group',
      reference: null,
      name: '',
      valid_until: null,
      excludes: [],
      choice_group: null,
      reduction: { ...no_reduction, price: row.sale_price ?? row.list_price },
      claim: null,
    },
  ]
}
