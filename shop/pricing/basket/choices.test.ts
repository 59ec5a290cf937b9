import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Basket } from '#shop/pricing/basket/basket-parts.ts'
import { priceBasket, type PricedBasket } from '#shop/pricing/basket/basket.ts'
import { priceByChoice } from '#shop/pricing/basket/choices.ts'
import {
  aBasket,
  aFlash,
  aGift,
  aLine,
  anyBasket,
  aPromotion,
  asker,
  gift_item,
} from '#test/support/baskets/any-basket.ts'
import { repeats } from '#test/support/repeats.ts'
import { anItem, tableRow } from '#test/support/small-shop.ts'
import type { PromotionOffer } from '#shop/pricing/promotion/offers.ts'
import type { SellableItem } from '#shop/pricing/item/item.ts'

const totalOf = ({ lines, adjustments }: PricedBasket) =>
  lines.reduce((sum, { price, item_quantity }) => sum + price.final_price * item_quantity, 0) -
  adjustments.reduce((sum, { amount }) => sum + amount, 0)

const appliedIn = ({ lines }: PricedBasket, index = 0) =>
  lines
    .filter((line) => line.index === index)
    .flatMap(({ price }) => price.trace.flatMap(({ reference }) => reference ?? []))

/** Baskets whose gifts may belong to a choice group too, with choices of all kinds: own, unknown, repeated. */
const anyChoice = fc
  .tuple(
    anyBasket,
    fc.array(fc.array(fc.integer({ min: 1, max: 24 }), { maxLength: 3 }), { maxLength: 3 }),
    fc.boolean(),
  )
  .map(([basket, chosen, has_gift_group]) => ({
    ...basket,
    lines: basket.lines.map((line, index) => {
      const { offers } = line.item
      const promotions = offers.promotions.map((one) =>
        one.kind === 'gift' && has_gift_group ? { ...one, choice_group: 'một trong hai' } : one,
      )
      const chosen_promotions = (chosen[index] ?? []).map((number) => `uuid-${number}`)
      return {
        ...line,
        chosen_promotions,
        item: { ...line.item, offers: { ...offers, promotions } },
      }
    }),
  }))

const runs = repeats({ verify: 100, soak: 1_000 })

const chosenIn = ({ lines }: Basket) =>
  lines.flatMap(({ chosen_promotions = [] }) => chosen_promotions)

test('with any choice the total is the sum of its lines, and one promotion of each group applies', () => {
  fc.assert(
    fc.property(anyChoice, (basket) => {
      const priced = priceByChoice(basket, asker)
      expect(priceByChoice(basket, asker)).toEqual(priced)
      for (const { price } of priced.lines) {
        expect(price.trace.at(-1)?.amount).toBe(price.final_price)
      }
      const total = totalOf(priced)
      expect(total < 1_000 || total % 1_000 === 0).toBe(true)
      for (const [index, { item }] of basket.lines.entries()) {
        const applied = appliedIn(priced, index)
        const grouped = item.offers.promotions.filter(
          ({ uuid, choice_group }) => choice_group !== null && applied.includes(uuid),
        )
        expect(new Set(grouped.map(({ choice_group }) => choice_group)).size).toBe(grouped.length)
      }
    }),
    { numRuns: runs },
  )
})

test('a choice that cannot be granted changes nothing, and no choice makes a basket cheaper than the best', () => {
  let honoured = 0
  fc.assert(
    fc.property(anyChoice, (basket) => {
      const priced = priceByChoice(basket, asker)
      const granted = basket.lines.map(({ chosen_promotions, ...line }, index) => {
        const applied = appliedIn(priced, index)
        return {
          ...line,
          chosen_promotions: chosen_promotions.filter((one) => applied.includes(one)),
        }
      })
      const without_lost = priceByChoice({ ...basket, lines: granted }, asker)
      expect(totalOf(without_lost)).toBe(totalOf(priced))
      const free = priceBasket(basket, asker)
      const has_chosen = chosenIn({ ...basket, lines: granted }).length > 0
      if (has_chosen) honoured += 1
      expect(has_chosen || totalOf(priced) === totalOf(free)).toBe(true)
      const is_scarce = priced.problems.length > 0 || free.problems.length > 0
      expect(is_scarce || totalOf(priced) >= totalOf(free)).toBe(true)
    }),
    { numRuns: runs },
  )
  expect(honoured).toBeGreaterThan(repeats({ verify: 3, soak: 50 }))
})

const group = { choice_group: 'một trong hai' }
const phoneWith = (promotions: PromotionOffer[], chosen: number, flash = false) =>
  aBasket(
    [
      {
        ...aLine(
          anItem({
            stock: 9,
            price_rows: [tableRow(1_000_000)],
            offers: { promotions, flash: flash ? [aFlash({ price: 500_000 })] : [] },
          }) as SellableItem,
        ),
        chosen_promotions: [`uuid-${chosen}`],
      },
    ],
    { gift_items: new Map([[gift_item.item_id, gift_item]]) },
  )

test('a gift chosen in place of a discount: the trace shows it, and the other rules still apply', () => {
  const off = aPromotion({ promotion_id: 1, value: 300_000, ...group })
  const gift = { ...aGift(2), ...group }
  const always = aPromotion({ promotion_id: 3, value: 10_000 })
  const priced = priceByChoice(phoneWith([off, gift, always], 2), asker)
  expect(appliedIn(priced)).toEqual(['uuid-3', 'uuid-2'])
  expect(priced.lines.map(({ price }) => price.final_price)).toEqual([990_000, 0])
  expect(appliedIn(priceByChoice(phoneWith([off, gift, always], 1), asker))).toEqual([
    'uuid-1',
    'uuid-3',
  ])
})

test.each([
  ['is used up', { quota_id: 5, quota_left: 0 }, false],
  ['is over', { ends_at: 1 }, false],
  ['does not go with a flash sale', { excludes: ['flash'] }, true],
])('when the chosen promotion %s the best of its group is used', (_why, changes, flash) => {
  const off = aPromotion({ promotion_id: 1, kind: 'member', value: 30_000, ...group })
  const gift = { ...aGift(2), ...group, ...changes }
  expect(appliedIn(priceByChoice(phoneWith([off, gift], 2, flash), asker))).toContain('uuid-1')
})
