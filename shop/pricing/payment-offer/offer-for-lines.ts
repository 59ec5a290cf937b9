import { type Dong, formatDong } from '#pure/money.ts'
import type { Item } from '#shop/pricing/item/item.ts'
import {
  isItemOf,
  type PaymentOffer,
  paymentRule,
} from '#shop/pricing/payment-offer/payment-offer.ts'
import { excludeEachOther, type Exclusive } from '#shop/pricing/price/rule.ts'
import { amountOff } from '#shop/pricing/voucher/voucher-rule.ts'

/** A line whose price is final, with the rules that made it. */
export interface FinalLine {
  /** Null: the product no longer exists. */
  item: Pick<Item, 'item_id' | 'version_id' | 'category_ids'> | null
  line_total: Dong
  rules: readonly Exclusive[]
}

export interface AppliedVoucher {
  rule: Exclusive
  amount: Dong
}

interface AppliedOffer {
  offer: PaymentOffer
  amount: Dong
}

/**
 * Returns the payment offer that takes most off lines whose prices are final; null when none applies. Unlike the
 * search for the cheapest basket, it never changes the price of a line. An offer counts on what the vouchers left.
 */
export function offerForLines(
  offers: readonly PaymentOffer[],
  lines: readonly FinalLine[],
  vouchers: readonly AppliedVoucher[],
): AppliedOffer | null {
  return offers
    .map((offer) => ({ offer, amount: amountFor(offer, lines, vouchers) }))
    .reduce<AppliedOffer | null>(
      (best, one) => (one.amount > (best?.amount ?? 0) ? one : best),
      null,
    )
}

function amountFor(
  offer: PaymentOffer,
  lines: readonly FinalLine[],
  vouchers: readonly AppliedVoucher[],
): Dong {
  const { sum, rivals } = countFor(offer, lines, vouchers)
  const is_refused = sum <= 0 || sum < offer.min_total || rivals.has('voucher')
  return is_refused ? 0 : amountOff(sum, offer)
}

/** Returns why an offer gives no discount on lines that it includes, as a text for the shopper; else null. */
export function offerProblem(
  offer: PaymentOffer,
  lines: readonly FinalLine[],
  vouchers: readonly AppliedVoucher[],
): string | null {
  const { min_total } = offer
  const included = lines.filter(({ item }) => item !== null && isItemOf(offer, item))
  if (included.length === 0) return null
  const whole = included.reduce((total, { line_total }) => total + line_total, 0)
  const { sum, rivals } = countFor(offer, lines, vouchers)
  const missing = min_total - (whole < min_total ? whole : Math.max(0, sum))
  // What is below the minimum in any case is not blamed on another offer.
  if (whole >= min_total) {
    if (rivals.has('voucher')) return 'Không dùng cùng mã giảm giá.'
    if (sum >= min_total && sum > 0) return null
    if (rivals.has('flash')) return 'Không áp dụng cùng giá Flash Sale.'
    if (rivals.size > 0) return 'Không áp dụng cùng ưu đãi khác của sản phẩm.'
  }
  if (missing <= 0) return null
  return `Cho đơn từ ${formatDong(min_total)}, còn thiếu ${formatDong(missing)}.`
}

/** The sum that counts for an offer, and the kinds of rules that keep lines or the whole order from counting. */
function countFor(
  offer: PaymentOffer,
  lines: readonly FinalLine[],
  vouchers: readonly AppliedVoucher[],
): { sum: Dong; rivals: Set<string> } {
  const own = paymentRule(offer)
  const excluded = (rules: readonly Exclusive[]) =>
    rules.filter((other) => excludeEachOther(own, other)).map(({ rule }) => rule)
  const included = lines
    .filter(({ item }) => item !== null && isItemOf(offer, item))
    .map(({ line_total, rules }) => ({ line_total, rivals: excluded(rules) }))
  const counting = included.filter(({ rivals }) => rivals.length === 0)
  const sum = counting.reduce((total, { line_total }) => total + line_total, 0)
  const voucher_off = vouchers.reduce((total, { amount }) => total + amount, 0)
  const of_lines = included.flatMap(({ rivals }) => rivals)
  const of_vouchers = excluded(vouchers.map(({ rule }) => rule))
  return { sum: sum - voucher_off, rivals: new Set([...of_lines, ...of_vouchers]) }
}
