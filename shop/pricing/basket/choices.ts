import type { OfferProblem, PriceStep } from '#contracts/price-parts.ts'
import { priceBasket, type PricedBasket } from '#shop/pricing/basket/basket.ts'
import type { Basket, BasketLine } from '#shop/pricing/basket/basket-parts.ts'
import { promotionRule, type PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { excludeEachOther, type Rule } from '#shop/pricing/price/rule.ts'
import { promotionsFor, type PromotionOffer } from '#shop/pricing/promotion/offers.ts'

/**
 * `priceBasket` by what the shopper chose: of a choice group with a chosen promotion the others do
 * not speak. A choice that cannot be had (it is over, used up, or does not go with a better price) is
 * given up and its group is free again, so the best that is legal is taken. Each round gives up one
 * choice at least, so this ends.
 */
export function priceByChoice(basket: Basket, question: PriceQuestion): PricedBasket {
  let wishes = basket.lines.map((line) => wishesOf(line, question))
  const problems: OfferProblem[] = []
  for (;;) {
    const priced = priceBasket(chosenOnly(basket, wishes), question)
    const kept = wishes.map((uuids, index) => {
      const spoken = new Set(spokenFor(priced, index))
      return uuids.filter((uuid) => spoken.has(uuid))
    })
    if (kept.every((uuids, index) => uuids.length === wishes[index]?.length)) {
      return problems.length === 0
        ? priced
        : { ...priced, problems: [...priced.problems, ...notYetIn(priced.problems, problems)] }
    }
    problems.push(...notYetIn(problems, priced.problems))
    wishes = kept
  }
}

/** What was chosen for a line and is offered now, one of each group. */
function wishesOf(
  { item, chosen_promotions = [] }: BasketLine,
  question: PriceQuestion,
): readonly string[] {
  if (chosen_promotions.length === 0) return []
  return oneOfEach(promotionsFor(item.offers.promotions, question), chosen_promotions)
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
    const left = promotions.filter(
      ({ uuid, choice_group }) => !groups.has(choice_group) || uuids.includes(uuid),
    )
    return { ...line, item: { ...item, offers: { ...item.offers, promotions: left } } }
  })
  return { ...basket, lines }
}

function spokenFor({ lines }: PricedBasket, index: number): string[] {
  return lines
    .filter((line) => line.index === index)
    .flatMap(({ price }) => price.trace.flatMap(({ reference }) => reference ?? []))
}

function notYetIn(known: readonly OfferProblem[], more: readonly OfferProblem[]): OfferProblem[] {
  return more.filter(
    (one) => !known.some(({ item_id, name }) => item_id === one.item_id && name === one.name),
  )
}

/** Of these uuids the ones that are alternatives of a group here; of one group the last. */
export function oneOfEach(
  promotions: readonly PromotionOffer[],
  uuids: readonly string[],
): string[] {
  const of_group = new Map<string, string>()
  for (const chosen of uuids) {
    const found = promotions.find(({ uuid }) => uuid === chosen)
    if (found && found.choice_group !== null) of_group.set(found.choice_group, found.uuid)
  }
  return [...of_group.values()]
}

/** A group of promotions of which one is taken. */
export interface ChoiceGroup {
  choice_group: string
  /** Uuid of the one that speaks; null: none can. */
  taken: string | null
  promotions: { uuid: string; name: string; can_be_had: boolean }[]
}

/**
 * The groups of which somebody may choose, as a priced line has them. `steps` are those of the line and
 * of its gifts; one can be had when it goes with what else speaks and its gift is there.
 */
export function choiceGroups(
  promotions: readonly PromotionOffer[],
  question: PriceQuestion,
  steps: readonly PriceStep[],
  hasGift: (item_id: number) => boolean,
): ChoiceGroup[] {
  const held = promotionsFor(promotions, question).filter((one) => one.choice_group !== null)
  const groups = Map.groupBy(held, ({ choice_group }) => choice_group ?? '')
  const spoken = new Set(steps.flatMap(({ reference }) => reference ?? []))
  return [...groups].flatMap(([choice_group, members]): ChoiceGroup[] => {
    if (members.length < 2) return []
    const others = steps.filter(({ reference }) => !members.some(({ uuid }) => uuid === reference))
    return [
      {
        choice_group,
        taken: members.find(({ uuid }) => spoken.has(uuid))?.uuid ?? null,
        promotions: members.map((one) => ({
          uuid: one.uuid,
          name: one.name,
          can_be_had:
            (one.gift_product_id === null || hasGift(one.gift_product_id)) &&
            !others.some((step) => excludeEachOther(promotionRule(one), spokenRule(step, one))),
        })),
      },
    ]
  })
}

/** A step that was printed, as a rule to be compared with. */
function spokenRule(step: PriceStep, beside: PromotionOffer): Rule {
  return { ...promotionRule(beside), ...step, choice_group: null }
}
