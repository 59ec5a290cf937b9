import type { BasketLine, LineChoice, ReadyLine } from '#shop/pricing/basket/basket-parts.ts'
import { goesWith, isMeant, type Wanted } from '#shop/pricing/basket/basket-sum.ts'
import { isItemOf } from '#shop/pricing/payment-offer/payment-offer.ts'
import {
  bestCombination,
  everyCombination,
  excludeEachOther,
  type Rule,
} from '#shop/pricing/price/rule.ts'
import { amountOff, countsFor } from '#shop/pricing/voucher/voucher-rule.ts'

/** So many legal combinations of one piece are looked at, and so many of them taken for a basket. */
const most_combinations = 500
const most_runners_up = 60

/** A line at its own best price first, then at its best beside each of the basket's rules and all. */
export function bestsOf(ready: ReadyLine, basket_rules: readonly Rule[]): LineChoice[] {
  const { line, base, rules } = ready
  const [first, second] = basket_rules
  const beside = [[], ...(first ? [[first]] : []), ...(second ? [[second], [...basket_rules]] : [])]
  const seen = new Set<string>()
  return beside.flatMap((others): LineChoice[] => {
    const legal = rules.filter((rule) => !others.some((other) => excludeEachOther(rule, other)))
    const mark = legal.map((rule) => rules.indexOf(rule)).join()
    if (seen.has(mark)) return []
    seen.add(mark)
    const best = bestCombination(base.amount, legal)
    return [{ line, base, rules: legal, ...best, line_total: best.amount * line.item_quantity }]
  })
}

/**
 * Ways of lines that are worth weighing. Where a least total is neither out of reach nor reached
 * anyway, also each line's runners-up: a promotion less may lift the basket over it.
 */
export function withRunnersUp(
  lines: readonly ReadyLine[],
  bests: readonly LineChoice[][],
  wanted: Wanted,
): readonly LineChoice[][] {
  const rules = [wanted.voucher, wanted.payment].flatMap((one) => (one ? [one.rule] : []))
  const { most_off, is_open } = reachOf(lines, bests, wanted)
  if (!is_open) return bests
  return bests.map((own, index) => {
    const line = lines[index]
    if (!line || !isMeant(line.line.item, wanted)) return own
    return [...own, ...runnersUp(line, own, rules, most_off)]
  })
}

/** Other ways of a line that no way goes as well with the basket's rules and saves all they may give. */
function runnersUp(
  { line, base, rules }: ReadyLine,
  bests: readonly LineChoice[],
  basket_rules: readonly Rule[],
  most_off: number,
): LineChoice[] {
  const mark = (choice: Pick<LineChoice, 'chosen'>) =>
    basket_rules.map((rule) => goesWith(rule, choice))
  const seen = new Set(bests.map((best) => JSON.stringify([best.line_total, ...mark(best)])))
  const found: LineChoice[] = []
  for (const combination of everyCombination(base.amount, rules, most_combinations)) {
    const line_total = combination.amount * line.item_quantity
    const marks = mark(combination)
    const key = JSON.stringify([line_total, ...marks])
    const is_idle = bests.some(
      (best) =>
        line_total - best.line_total >= most_off &&
        mark(best).every((goes, at) => goes || marks[at] === false),
    )
    if (is_idle || seen.has(key)) continue
    seen.add(key)
    found.push({ line, base, rules, ...combination, line_total })
  }
  return found.toSorted((a, b) => a.line_total - b.line_total).slice(0, most_runners_up)
}

interface Reach {
  most_off: number
  /** Whether a least total may be missed or reached, as the lines are priced. */
  is_open: boolean
}

function reachOf(
  lines: readonly ReadyLine[],
  options: readonly LineChoice[][],
  { voucher, payment }: Wanted,
): Reach {
  const by_voucher =
    voucher && spanOf(lines, options, voucher.rule, (one) => countsFor(voucher.offer, one.item))
  const by_payment =
    payment && spanOf(lines, options, payment.rule, (one) => isItemOf(payment.offer, one.item))
  const voucher_off = voucher ? amountOff(by_voucher?.highest ?? 0, voucher.offer) : 0
  const payment_off = payment ? amountOff(by_payment?.highest ?? 0, payment.offer) : 0
  const isOpen = (min_total: number, span: Span | null, before: number) =>
    min_total > 0 && span !== null && span.lowest - before < min_total && min_total <= span.highest
  return {
    most_off: voucher_off + payment_off,
    is_open:
      isOpen(voucher?.offer.min_total ?? 0, by_voucher, 0) ||
      isOpen(payment?.offer.min_total ?? 0, by_payment, voucher_off),
  }
}

interface Span {
  lowest: number
  highest: number
}

/** Between what amounts the sum may lie that counts for a rule. */
function spanOf(
  lines: readonly ReadyLine[],
  options: readonly LineChoice[][],
  rule: Rule,
  counts: (line: BasketLine) => boolean,
): Span {
  const span = { lowest: 0, highest: 0 }
  lines.forEach(({ line, base, rules }, index) => {
    if (!counts(line)) return
    span.highest += base.amount * line.item_quantity
    if (rules.some((other) => excludeEachOther(rule, other))) return
    span.lowest += Math.min(...(options[index] ?? []).map(({ line_total }) => line_total))
  })
  return span
}
