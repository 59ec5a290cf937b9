import { canBeHad, promotionRule, type PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { excludeEachOther, type Rule } from '#shop/pricing/price/rule.ts'
import { promotionsFor, type PromotionOffer } from '#shop/pricing/promotion/offers.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/** Pieces that come for nothing with a line of the basket. */
export interface Gift {
  item: Item
  quantity: number
  rule: Rule
  /** Which line it comes with. */
  index: number
}

interface GivingLine {
  line: { item: Item; item_quantity: number }
  line_total: number
  chosen: readonly Rule[]
}

interface Circumstances {
  gift_items: ReadonlyMap<number, Item>
  question: PriceQuestion
  /** What each line may not claim. */
  denied: readonly ReadonlySet<string>[]
  /** Rules that speak for the whole basket. */
  basket_rules: readonly Rule[]
}

/** How a gift is named among what cannot be had (`without`): a shop may lack it. */
export function giftKey(item_id: number): string {
  return `gift:${item_id}`
}

/**
 * What comes with the lines for nothing: every gift that goes with the rules by which the money was
 * counted, as many pieces as the line has main ones, as far as pieces are there. Of a choice group the
 * first that can be had.
 */
export function giftsFor(lines: readonly GivingLine[], circumstances: Circumstances): Gift[] {
  const gifts: Gift[] = []
  lines.forEach((giving, index) => {
    const taken: Rule[] = [...giving.chosen, ...circumstances.basket_rules]
    for (const offer of giftOffers(giving, circumstances.question)) {
      const rule = promotionRule(offer)
      if (taken.some((other) => excludeEachOther(rule, other))) continue
      if (!isToBeHad(rule, offer, index, circumstances)) continue
      const item = circumstances.gift_items.get(offer.gift_product_id ?? 0)
      if (!item) continue
      const wanted = offer.gift_quantity * giving.line.item_quantity
      const quantity = Math.min(wanted, most_gifts, piecesLeft(item, lines, gifts))
      if (quantity <= 0) continue
      taken.push(rule)
      gifts.push({ item, quantity, rule, index })
    }
  })
  return gifts
}

const most_gifts = 99

function giftOffers({ line, line_total }: GivingLine, question: PriceQuestion): PromotionOffer[] {
  return promotionsFor(line.item.offers.promotions, question).filter(
    ({ kind, min_total }) => kind === 'gift' && min_total <= line_total,
  )
}

function isToBeHad(
  { claim }: Rule,
  { gift_product_id }: PromotionOffer,
  index: number,
  { question, denied }: Circumstances,
): boolean {
  const without = question.without ?? new Set()
  if (gift_product_id !== null && without.has(giftKey(gift_product_id))) return false
  return !claim || (canBeHad(claim, without) && canBeHad(claim, denied[index] ?? new Set()))
}

function piecesLeft(item: Item, lines: readonly GivingLine[], gifts: readonly Gift[]): number {
  const bought = lines.filter(({ line }) => line.item.item_id === item.item_id)
  const given = gifts.filter((gift) => gift.item.item_id === item.item_id)
  return (
    item.stock -
    bought.reduce((sum, { line }) => sum + line.item_quantity, 0) -
    given.reduce((sum, { quantity }) => sum + quantity, 0)
  )
}
