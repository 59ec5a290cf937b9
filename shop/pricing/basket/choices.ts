import type { OfferProblem, PriceStep } from '#contracts/price-parts.ts'
import { priceBasket, type PricedBasket } from '#shop/pricing/basket/basket.ts'
import type { Basket, BasketLine } from '#shop/pricing/basket/basket-parts.ts'
import { promotionRule, type PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { excludeEachOther, type Exclusive } from '#shop/pricing/price/rule.ts'
import { promotionsFor, type PromotionOffer } from '#shop/pricing/promotion/offers.ts'

/**
 * Prices a basket with the shopper's choices: in a choice group with a chosen promotion the others do not apply.
 * A choice that cannot be granted (it is over, used up, or excluded by a better price) is dropped, and the best
 * legal promotion of its group is used. Each round drops at least one choice, so the loop ends.
 */
export function priceByChoice(basket: Basket, question: PriceQuestion): PricedBasket {
  let wishes = basket.lines.map((line) => wishesOf(line, question))
  const problems: OfferProblem[] = []
  for (;;) {
    const priced = priceBasket(chosenOnly(basket, wishes), question)
    const granted = wishes.map((uuids, index) => {
      const applied = new Set(appliedReferences(priced, index))
      return uuids.filter((uuid) => applied.has(uuid))
    })
    if (granted.every((uuids, index) => uuids.length === wishes[index]?.length)) {
      return problems.length === 0
        ? priced
        : { ...priced, problems: [...priced.problems, ...notYetIn(priced.problems, problems)] }
    }
    problems.push(...notYetIn(problems, priced.problems))
    wishes = granted
  }
}

/** Returns the choices of a line that are offered now, one of each group. */
function wishesOf(
  { item, chosen_promotions = [] }: BasketLine,
  question: PriceQuestion,
): readonly string[] {
  if (chosen_promotions.length === 0) return []
  return chosenPerGroup(promotionsFor(item.offers.promotions, question), chosen_promotions)
}

function chosenOnly(basket: Basket, wishes: readonly (readonly string[])[]): Basket {
  if (wishes.every(({ length }) => length === 0)) return basket
  const lines = basket.lines.map((line, index) => {
    const uuids = wishes[index] ?? []
    if (uuids.length === 0) return line
    const { item } = line
    const { promotions } = item.offers
    const groups = new Set(
      promotions.flatMap(({ uuid, choice_group }) => (uuids.includes(uuid) ? choice_group : [])),
    )
    const selected = promotions.filter(
      ({ uuid, choice_group }) => !groups.has(choice_group) || uuids.includes(uuid),
    )
    return { ...line, item: { ...item, offers: { ...item.offers, promotions: selected } } }
  })
  return { ...basket, lines }
}

function appliedReferences({ lines }: PricedBasket, index: number): string[] {
  return lines
    .filter((line) => line.index === index)
    .flatMap(({ price }) => price.trace.flatMap(({ reference }) => reference ?? []))
}

function notYetIn(known: readonly OfferProblem[], more: readonly OfferProblem[]): OfferProblem[] {
  return more.filter(
    (one) => !known.some(({ item_id, name }) => item_id === one.item_id && name === one.name),
  )
}

/** Returns those of the uuids that belong to a choice group of these promotions; of one group the last. */
export function chosenPerGroup(
  promotions: readonly PromotionOffer[],
  uuids: readonly string[],
): string[] {
  const by_group = new Map<string, string>()
  for (const chosen of uuids) {
    const promotion = promotions.find(({ uuid }) => uuid === chosen)
    if (promotion && promotion.choice_group !== null) {
      by_group.set(promotion.choice_group, promotion.uuid)
    }
  }
  return [...by_group.values()]
}

/** A group of promotions of which only one applies. */
export interface ChoiceGroup {
  choice_group: string
  /** Uuid of the promotion that applies; null: none can. */
  taken: string | null
  promotions: { uuid: string; name: string; can_be_had: boolean }[]
}

/**
 * Returns the choice groups of a priced line. `steps` are the trace of the line and of its gifts. A promotion can
 * be had when no other applied rule excludes it and its gift is available.
 */
export function choiceGroups(
  promotions: readonly PromotionOffer[],
  question: PriceQuestion,
  steps: readonly PriceStep[],
  hasGift: (item_id: number) => boolean,
): ChoiceGroup[] {
  const grouped = promotionsFor(promotions, question).filter((one) => one.choice_group !== null)
  const groups = Map.groupBy(grouped, ({ choice_group }) => choice_group ?? '')
  const applied = new Set(steps.flatMap(({ reference }) => reference ?? []))
  return [...groups].flatMap(([choice_group, members]): ChoiceGroup[] => {
    if (members.length < 2) return []
    const others = steps.filter(({ reference }) => !members.some(({ uuid }) => uuid === reference))
    return [
      {
        choice_group,
        taken: members.find(({ uuid }) => applied.has(uuid))?.uuid ?? null,
        promotions: members.map((one) => ({
          uuid: one.uuid,
          name: one.name,
          can_be_had:
            (one.gift_product_id === null || hasGift(one.gift_product_id)) &&
            !others.some((step) =>
              excludeEachOther(promotionRule(one, question.now), ruleOfStep(step)),
            ),
        })),
      },
    ]
  })
}

/** The part of a printed step that decides what it excludes. */
function ruleOfStep({ rule, reference, excludes }: PriceStep): Exclusive {
  return { rule, reference, excludes, choice_group: null }
}
