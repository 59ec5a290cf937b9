import type { OfferProblem } from '#contracts/price-parts.ts'
import type { Dong } from '#pure/money.ts'
import {
  type BasketLine,
  type LineWay,
  rulesOf,
  type Wish,
} from '#shop/pricing/basket/basket-parts.ts'
import { claimsOf, countClaims } from '#shop/pricing/basket/scarce-claims.ts'
import { canBeHad, promotionRule, type PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { excludeEachOther, type Rule } from '#shop/pricing/price/rule.ts'
import { promotionsFor, type PromotionOffer } from '#shop/pricing/promotion/offers.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/** A quantity of an item that comes for nothing with a line of the basket. */
export interface Gift {
  item: Item
  quantity: number
  rule: Rule
  /** Which line it comes with. */
  index: number
}

export interface GiftTerms {
  gift_items: ReadonlyMap<number, Item>
  question: PriceQuestion
}

/** How a gift is named among what cannot be had (`without`): a shop may lack it. */
export function giftKey(item_id: number): string {
  return `gift:${item_id}`
}

/**
 * What comes with the lines for nothing: every gift that goes with the rules by which the money was
 * counted, one for each piece of the line, as far as stock and offer reach; the first lines first. Of a
 * choice group the first that can be had.
 */
export function giftsFor(
  { ways, wish }: { ways: readonly LineWay[]; wish: Wish },
  terms: GiftTerms,
): { gifts: Gift[]; problems: OfferProblem[] } {
  const gifts: Gift[] = []
  const problems: OfferProblem[] = []
  const counter = countClaims()
  counter.take(ways.flatMap(({ claims }) => claims))
  ways.forEach(({ ready: { line }, line_total, chosen }, index) => {
    const taken: Rule[] = [...chosen, ...rulesOf(wish)]
    for (const { rule, item, wanted, min_total } of giftsOfLine(line, terms)) {
      if (min_total > line_total) continue
      if (taken.some((other) => excludeEachOther(rule, other))) continue
      const quantity = Math.min(wanted, most_gifts, stockLeft(item, ways, gifts))
      if (quantity <= 0) continue
      const claims = claimsOf([rule], line.item_quantity)
      if (!counter.canTake(claims)) {
        const { item_id, name } = line.item
        problems.push({ item_id, name, reason: 'promotion' })
        continue
      }
      counter.take(claims)
      taken.push(rule)
      gifts.push({ item, quantity, rule, index })
    }
  })
  return { gifts, problems }
}

const most_gifts = 99

/** A gift that is offered with a line now, in the order staff gave. */
export interface GiftOffer {
  rule: Rule
  item: Item
  wanted: number
  /** Of the line. */
  min_total: Dong
}

export function giftsOfLine(
  { item: { offers }, item_quantity }: BasketLine,
  { gift_items, question }: GiftTerms,
): GiftOffer[] {
  const giving = offers.promotions.filter(({ kind }) => kind === 'gift')
  return promotionsFor(giving, question).flatMap((promotion): GiftOffer[] => {
    const { min_total, gift_product_id, gift_quantity } = promotion
    const item = gift_items.get(gift_product_id ?? 0)
    const rule = promotionRule(promotion)
    if (!item || !isThere(rule, promotion, question)) return []
    return [{ rule, item, wanted: gift_quantity * item_quantity, min_total }]
  })
}

function isThere(
  { claim }: Rule,
  { gift_product_id }: PromotionOffer,
  { without = new Set() }: PriceQuestion,
): boolean {
  if (gift_product_id !== null && without.has(giftKey(gift_product_id))) return false
  return !claim || canBeHad(claim, without)
}

function stockLeft(item: Item, ways: readonly LineWay[], gifts: readonly Gift[]): number {
  const lines = ways.map(({ ready }) => ready.line)
  const bought = lines.filter((line) => line.item.item_id === item.item_id)
  const given = gifts.filter((gift) => gift.item.item_id === item.item_id)
  return (
    item.stock -
    bought.reduce((sum, { item_quantity }) => sum + item_quantity, 0) -
    given.reduce((sum, { quantity }) => sum + quantity, 0)
  )
}
