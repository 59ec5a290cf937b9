import type { OfferProblem } from '#contracts/price-parts.ts'
import type { Basket, ReadyLine } from '#shop/pricing/basket/basket-parts.ts'
import { bestBasket, type Found } from '#shop/pricing/basket/basket-search.ts'
import { comboRule } from '#shop/pricing/combo/combo-rule.ts'
import {
  canBeHad,
  claimKeys,
  pieceRules,
  type PriceQuestion,
} from '#shop/pricing/price/item-rules.ts'
import type { Rule, RuleClaim } from '#shop/pricing/price/rule.ts'
import { tablePrice } from '#shop/pricing/price/table-price.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/** The best basket whose scarce offers reach for its pieces. */
export interface InReach {
  found: Found
  /** Offers that lines go without because they do not reach for all. */
  problems: OfferProblem[]
  /** Not every way to share scarce offers was weighed. */
  is_cut_short: boolean
}

/** So often a basket is searched for another way to share what is scarce, after the first. */
const most_searches = 60
/** Some tenths of a second; three lines with five promotions each need a hundredth of it. */
const most_effort = 100_000

/**
 * Shares scarce offers that do not reach for all so that the whole is cheapest; among equals the lines
 * that come first have them. Where more is claimed than there is, one of the lines that claim it goes
 * without: each of them is tried, the last line first, unless the rest could not get better than what
 * was found. Exact but for `is_cut_short`; the first way found is then at least one that can be had.
 */
export function bestInReach(basket: Basket, question: PriceQuestion): InReach {
  const ready = readyLines(basket, question)
  const seen = new Set<string>()
  let best: Pick<InReach, 'found' | 'problems'> | null = null
  let searches = 0
  const effort = { left: most_effort }
  let is_cut_short = false

  function tryWithout(denied: readonly ReadonlySet<string>[], problems: OfferProblem[]): void {
    const mark = denied.map((keys) => [...keys].toSorted().join()).join(';')
    if (seen.has(mark)) return
    seen.add(mark)
    if (best) searches += 1
    const lines = ready.map((line, index) => lineWithout(line, denied[index]))
    const before = best?.found ?? null
    const found = bestBasket(basket, lines, { question, denied, before, effort })
    if (found === before) return
    const rivals = overdrawnClaims(found)
    if (rivals.length === 0) best = { found, problems }
    for (const { index, key, item, reason } of rivals) {
      is_cut_short ||= searches >= most_searches || effort.left <= 0
      if (best && is_cut_short) return
      const without = denied.with(index, new Set([...(denied[index] ?? []), key]))
      tryWithout(without, [...problems, { item_id: item.item_id, name: item.name, reason }])
    }
  }

  const nothing = basket.lines.map(() => new Set<string>())
  tryWithout(nothing, [])
  const { found, problems } = best ?? {
    found: bestBasket(basket, ready, { question, denied: nothing, before: null, effort }),
    problems: [],
  }
  return { found, problems, is_cut_short }
}

function lineWithout(line: ReadyLine, denied: ReadonlySet<string> | undefined): ReadyLine {
  if (!denied || denied.size === 0) return line
  return { ...line, rules: line.rules.filter(({ claim }) => !claim || canBeHad(claim, denied)) }
}

function readyLines({ lines }: Basket, question: PriceQuestion): ReadyLine[] {
  return lines.map((line) => {
    const { item, combo, main_product_combo_id, item_quantity } = line
    const { price_rows, offers } = item
    const base = tablePrice(price_rows, question)
    if (!base) throw new RangeError(`item ${item.item_id} has no price to be sold at`)
    const rules = pieceRules(price_rows, offers, question, base.amount)
    const main = lines.find(
      (other) =>
        other.item.item_id === main_product_combo_id && other.main_product_combo_id === null,
    )
    const about = { item_id: item.item_id, item_quantity }
    const beside = combo && comboRule(combo, about, main, question.now)
    return { line, base, rules: [...rules, ...(beside ? [beside] : [])] }
  })
}

/** Something scarce that a line's price or gift rests on. */
export interface LineClaim extends RuleClaim {
  index: number
  item: Item
  name: string
  quantity: number
}

/** What the lines of a basket and their gifts claim. */
export function lineClaims({ choices, gifts }: Pick<Found, 'choices' | 'gifts'>): LineClaim[] {
  const of_pieces = choices.flatMap(({ line, chosen }, index) =>
    chosen.flatMap((rule) => claimOf(rule, index, line.item, line.item_quantity)),
  )
  const of_gifts = gifts.flatMap(({ rule, index }) => {
    const line = choices[index]?.line
    return line ? claimOf(rule, index, line.item, line.item_quantity) : []
  })
  return [...of_pieces, ...of_gifts]
}

function claimOf({ claim, name }: Rule, index: number, item: Item, quantity: number): LineClaim[] {
  return claim ? [{ ...claim, index, item, name, quantity }] : []
}

/**
 * The claims on one thing of which more is claimed than there is, the last line's first. A flash sale
 * is not given up in silence: its own codes tell the shopper (spec §8).
 */
function overdrawnClaims(found: Found): (LineClaim & { key: string })[] {
  const claims = lineClaims(found)
    .filter(({ reason }) => reason !== 'flash')
    .toReversed()
  const wanted = new Map<string, number>()
  for (const claim of claims) {
    for (const key of claimKeys(claim)) wanted.set(key, (wanted.get(key) ?? 0) + claim.quantity)
  }
  for (const claim of claims) {
    for (const key of claimKeys(claim)) {
      if ((wanted.get(key) ?? 0) <= mostOf(claim, key)) continue
      const rivals = claims.filter((rival) => claimKeys(rival).includes(key))
      return [claim, ...rivals.filter((rival) => rival !== claim)].map((rival) => ({
        ...rival,
        key,
      }))
    }
  }
  return []
}

function mostOf({ left, customer_limit }: RuleClaim, key: string): number {
  if (customer_limit?.key === key) return customer_limit.most
  return left ?? Infinity
}
