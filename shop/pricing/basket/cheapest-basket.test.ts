import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Basket } from '#shop/pricing/basket/basket-parts.ts'
import { priceBasket, type PricedBasket } from '#shop/pricing/basket/basket.ts'
import { cheapestBasket } from '#shop/pricing/basket/cheapest-basket.ts'
import { anyBasket, asker } from '#test/support/baskets/any-basket.ts'
import { crowdedBasket, crowds } from '#test/support/baskets/crowded-basket.ts'

/** About 20 ms, at about 0.4 µs per step. */
const max_steps = 50_000

describe.each(Object.entries(crowds))('fifty lines of which %s', (_name, crowd) => {
  test.each([4, 5, 6, 8, 12])('%i rules a line take few steps', (rules) => {
    const { effort, ways } = cheapestBasket(crowdedBasket(50, rules, crowd), asker)
    expect(ways).toHaveLength(50)
    expect(effort.steps).toBeGreaterThan(50)
    expect(effort.steps).toBeLessThanOrEqual(max_steps)
  })
})

test.each([
  [1, 12],
  [2, 10],
  [3, 9],
  [7, 8],
  [15, 7],
  [31, 6],
])('%i lines of %i rules take few steps', (lines, rules) => {
  for (const crowd of Object.values(crowds)) {
    const { effort } = cheapestBasket(crowdedBasket(lines, rules, crowd), asker)
    expect(effort.steps).toBeLessThanOrEqual(max_steps)
  }
})

/** The lines of several baskets in one, with the voucher and the offers of one of them. */
const anyLargeBasket = fc.array(anyBasket, { minLength: 4, maxLength: 16 }).map((some): Basket => {
  const lines = some.flatMap((basket, at) =>
    basket.lines.map((line) => ({
      ...line,
      item: { ...line.item, item_id: at * 10 + line.item.item_id },
    })),
  )
  const [first] = some
  const voucher = some.map((basket) => basket.voucher).find((one) => one !== null) ?? null
  return { ...(first as Basket), lines, voucher }
})

test('a large basket is legal, and no voucher or payment offer makes it dearer', () => {
  fc.assert(
    fc.property(anyLargeBasket, (basket) => {
      const priced = priceBasket(basket, asker)
      expect(priced.lines.filter(({ is_gift }) => !is_gift)).toHaveLength(basket.lines.length)
      const others = [
        { ...basket, voucher: null },
        { ...basket, voucher: null, payment_offers: [] },
      ]
      for (const other of others) {
        expect(totalOf(priced)).toBeLessThanOrEqual(totalOf(priceBasket(other, asker)))
      }
      expect(overclaimed(priced)).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('with nothing scarce, no line is dearer in a large basket than by itself', () => {
  const free = (basket: Basket): Basket => ({
    ...basket,
    voucher: null,
    payment_offers: [],
    lines: basket.lines.map((line) => {
      const { offers } = line.item
      const promotions = offers.promotions.map((one) => ({
        ...one,
        quota_id: null,
        quota_left: null,
        per_customer: null,
      }))
      return { ...line, item: { ...line.item, offers: { ...offers, promotions } } }
    }),
  })
  fc.assert(
    fc.property(anyLargeBasket.map(free), (basket) => {
      const alone = basket.lines.map((line) => priceBasket({ ...basket, lines: [line] }, asker))
      expect(linesTotal(priceBasket(basket, asker))).toBe(
        alone.reduce((sum, one) => sum + linesTotal(one), 0),
      )
    }),
    { numRuns: 60 },
  )
})

function linesTotal({ lines }: PricedBasket): number {
  return lines.reduce((sum, { price, item_quantity }) => sum + price.final_price * item_quantity, 0)
}

function totalOf(priced: PricedBasket): number {
  return priced.adjustments.reduce((left, { amount }) => left - amount, linesTotal(priced))
}

/** Keys of the customer limits that are exceeded, without flash sales. */
function overclaimed({ claims }: PricedBasket): string[] {
  const limited = claims.filter(
    ({ customer_limit, reason }) => customer_limit !== null && reason !== 'flash',
  )
  const by_key = Map.groupBy(limited, ({ customer_limit }) => customer_limit?.key ?? '')
  return [...by_key].flatMap(([key, same]) => {
    const wanted = same.reduce((sum, { quantity }) => sum + quantity, 0)
    const least = Math.min(...same.map(({ customer_limit }) => customer_limit?.max ?? 0))
    return wanted > least ? [key] : []
  })
}
