import type { OfferProblem } from '#contracts/price-parts.ts'
import type { Dong } from '#pure/money.ts'
import {
  type BasketLine,
  type LineWay,
  rulesOf,
  type Wish,
} from '#shop/pricing/basket/basket-parts.ts'
import { claimsOf, countClaims } from '#shop/pricing/basket/scarce-claims.ts'
import { isClaimable, promotionRule, type PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { excludeEachOther, type Rule } from '#shop/pricing/price/rule.ts'
import { promotionsFor, type PromotionOffer } from '#shop/pricing/promotion/offers.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/** A quantity of an item that is free with a line of the basket. */
export interface Gift {
  item: Item
  quantity: number
  rule: Rule
  /** The index of its line. */
  index: number
}

export interface GiftTerms {
  gift_items: ReadonlyMap<number, Item>
  question: PriceQuestion
}

/** Returns the key of a gift in the set of unavailable claims (`without`): a shop may lack the gift. */
function giftKey(item_id: number): string {
  return `gift:${item_id}`
}

/**
 * Returns the gifts of the lines: every gift that the applied rules do not exclude, one for each unit of the line,
 * as far as stock and offer suffice, the first lines first. In a choice group the first available gift.
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
      const quantity = Math.min(wanted, max_gifts, stockLeft(item, ways, gifts))
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

const max_gifts = 99

/** A gift that is offered with a line now. */
interface GiftOffer {
  rule: Rule
  item: Item
  wanted: number
  /** The minimum total of the line. */
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
    const rule = promotionRule(promotion, question.now)
    if (!item || !isAvailable(rule, promotion, question)) return []
    return [{ rule, item, wanted: gift_quantity * item_quantity, min_total }]
  })
}

function isAvailable(
  { claim }: Rule,
  { gift_product_id }: PromotionOffer,
  { without = new Set() }: PriceQuestion,
): boolean {
  if (gift_product_id !== null && without.has(giftKey(gift_product_id))) return false
  return !claim || isClaimable(claim, without)
}

function stockLeft(item: Item, ways: readonly LineWay[], gifts: readonly Gift[]): number {
  const lines = ways.map(({ ready }) => ready.line)
  const bought = lines.filter((line) => line.item.item_id === item.item_id)
  const taken = gifts.filter((gift) => gift.item.item_id === item.item_id)
  return (
    item.stock -
    bought.reduce((sum, { item_quantity }) => sum + item_quantity, 0) -
    taken.reduce((sum, { quantity }) => sum + quantity, 0)
  )
}
