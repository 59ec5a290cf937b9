import type { Dong } from '#pure/money.ts'
import type { LineWays, Wish } from '#shop/pricing/basket/basket-parts.ts'
import { type Amounts, amountsOf, meantOf } from '#shop/pricing/basket/basket-total.ts'
import type { Effort, Option, Search } from '#shop/pricing/basket/weighing.ts'
import { amountOff } from '#shop/pricing/voucher/voucher-rule.ts'

/** So many ways of a line are weighed at most, the best first. */
const most_options = 24

/**
 * The ways of each line that may belong to the cheapest basket, the best first. `scarce` names what does
 * not reach for all: a line does not claim more of it than there is.
 */
export function optionsOf(
  lines: readonly LineWays[],
  { wish, effort }: Search,
  scarce: ReadonlySet<string>,
): Option[][] {
  const all = lines.map(({ ready, ways }) => {
    const meant = meantOf(ready.line.item, wish)
    return ways
      .map((way) => ({
        way,
        amounts: amountsOf(way, wish, meant),
        claims: way.claims.filter(({ key }) => scarce.has(key)),
      }))
      .filter(({ claims }) => claims.every(({ quantity, limit }) => quantity <= limit))
  })
  const gain = gainOfDearer(all, wish)
  return all.map((options) => withoutIdle(options, gain, effort))
}

/** Leaves out each way that another way beats in every basket: no dearer, and no less goes with it. */
function withoutIdle(options: readonly Option[], gain: Dong, effort: Effort): Option[] {
  const kept: Option[] = []
  let has_free = false
  for (const option of options) {
    effort.steps += 1
    // One without scarce claims is needed wherever the others cannot be had.
    const is_free = option.claims.length === 0
    const is_wanted = kept.length < most_options || (is_free && !has_free)
    if (!is_wanted || kept.some((other) => isBeaten(option, other, gain))) continue
    kept.push(option)
    has_free ||= is_free
  }
  return kept
}

function isBeaten(option: Option, by: Option, gain: Dong): boolean {
  const dearer = option.way.line_total - by.way.line_total
  const is_cheaper = dearer > 0 ? dearer >= gain : option.way.gift_worth <= by.way.gift_worth
  return (
    is_cheaper &&
    (by.amounts.of_voucher > 0 || option.amounts.of_voucher === 0) &&
    (by.amounts.of_payment > 0 || option.amounts.of_payment === 0) &&
    claimsNoMore(by, option)
  )
}

/** Whether an option claims nothing that another does not claim as well. */
export function claimsNoMore(one: Option, other: Option): boolean {
  if (one.claims.length > other.claims.length) return false
  return one.claims.every(({ key }) => other.claims.some((claim) => claim.key === key))
}

/**
 * What a dearer way of a line may gain: nothing, unless it may lift the basket over a least total that is
 * neither out of reach nor reached anyway; then at most what the voucher and the offer take off.
 */
function gainOfDearer(lines: readonly (readonly Option[])[], { voucher, payment }: Wish): Dong {
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

/** Between what amounts the sum of all lines may lie. */
function spanOf(lines: readonly (readonly Option[])[], amount: (amounts: Amounts) => Dong): Span {
  const span = { lowest: 0, highest: 0 }
  for (const options of lines) {
    const amounts = options.map((option) => amount(option.amounts))
    span.lowest += Math.min(...amounts)
    span.highest += Math.max(...amounts)
  }
  return span
}
