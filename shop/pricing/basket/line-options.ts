import type { Dong } from '#pure/money.ts'
import type { LineWays, Wish } from '#shop/pricing/basket/basket-parts.ts'
import { type Amounts, amountsOf, eligibilityOf } from '#shop/pricing/basket/basket-total.ts'
import type { Effort, Option, Search } from '#shop/pricing/basket/evaluation.ts'
import { amountOff } from '#shop/pricing/voucher/voucher-rule.ts'

/** At most this many ways of a line are evaluated, the best first. */
const max_options = 24

/**
 * Returns the ways of each line that may belong to the cheapest basket, the best first. `scarce` contains the keys
 * of offers that do not suffice for all lines: a line does not claim more of them than is left.
 */
export function optionsOf(
  lines: readonly LineWays[],
  { wish, effort }: Search,
  scarce: ReadonlySet<string>,
): Option[][] {
  const all = lines.map(({ ready, ways }) => {
    const eligibility = eligibilityOf(ready.line.item, wish)
    return ways
      .map((way) => ({
        way,
        amounts: amountsOf(way, wish, eligibility),
        claims: way.claims.filter(({ key }) => scarce.has(key)),
      }))
      .filter(({ claims }) => claims.every(({ quantity, limit }) => quantity <= limit))
  })
  const gain = maxGainOfDearer(all, wish)
  return all.map((options) => withoutDominated(options, gain, effort))
}

/** Removes each option that another one dominates: it is no dearer and excludes no more in any basket. */
function withoutDominated(options: readonly Option[], gain: Dong, effort: Effort): Option[] {
  const remaining: Option[] = []
  let has_free = false
  for (const option of options) {
    effort.steps += 1
    // An option without scarce claims is needed where the others are not available.
    const is_free = option.claims.length === 0
    const is_wanted = remaining.length < max_options || (is_free && !has_free)
    if (!is_wanted || remaining.some((other) => isDominated(option, other, gain))) continue
    remaining.push(option)
    has_free ||= is_free
  }
  return remaining
}

function isDominated(option: Option, by: Option, gain: Dong): boolean {
  const dearer = option.way.line_total - by.way.line_total
  const is_cheaper = dearer > 0 ? dearer >= gain : option.way.gift_worth <= by.way.gift_worth
  return (
    is_cheaper &&
    (by.amounts.of_voucher > 0 || option.amounts.of_voucher === 0) &&
    (by.amounts.of_payment > 0 || option.amounts.of_payment === 0) &&
    claimsNoMoreThan(by, option)
  )
}

/** Whether `one` claims nothing that `other` does not claim too. */
export function claimsNoMoreThan(one: Option, other: Option): boolean {
  if (one.claims.length > other.claims.length) return false
  return one.claims.every(({ key }) => other.claims.some((claim) => claim.key === key))
}

/**
 * Returns how much a dearer way of a line may gain. It is zero unless the basket may or may not reach a minimum
 * total, depending on the ways; then it is at most the discount of the voucher and the payment offer.
 */
function maxGainOfDearer(lines: readonly (readonly Option[])[], { voucher, payment }: Wish): Dong {
  const by_voucher = spanOf(lines, ({ of_voucher }) => of_voucher)
  const by_payment = spanOf(lines, ({ of_payment }) => of_payment)
  const voucher_off = voucher ? amountOff(by_voucher.highest, voucher.offer) : 0
  const payment_off = payment ? amountOff(by_payment.highest, payment.offer) : 0
  const isOpen = (min_total: Dong, { lowest, highest }: Span, before: Dong) =>
    min_total > 0 && lowest - before < min_total && min_total <= highest
  const is_open =
    isOpen(voucher?.offer.min_total ?? 0, by_voucher, 0) ||
    isOpen(payment?.offer.min_total ?? 0, by_payment, voucher_off)
  return is_open ? voucher_off + payment_off : 0
}

interface Span {
  lowest: Dong
  highest: Dong
}

/** Returns the lowest and the highest sum of all lines. */
function spanOf(lines: readonly (readonly Option[])[], amount: (amounts: Amounts) => Dong): Span {
  const span = { lowest: 0, highest: 0 }
  for (const options of lines) {
    const amounts = options.map((option) => amount(option.amounts))
    span.lowest += Math.min(...amounts)
    span.highest += Math.max(...amounts)
  }
  return span
}
