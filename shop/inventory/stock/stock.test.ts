import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocate, type Place, type Shelf } from '#shop/inventory/stock/stock.ts'

const shelf = (shop_id: number, province_id: number, quantity: number, product_id = 1): Shelf => ({
  product_id,
  shop_id,
  province_id,
  quantity,
})
const saigon: Place = { shop_id: null, province_id: 30 }

describe('allocate', () => {
  test('a delivery takes near the shopper, from the fullest shelf first', () => {
    const shelves = [shelf(1, 24, 9), shelf(2, 30, 1), shelf(3, 30, 2)]
    expect(allocate([{ item_id: 1, item_quantity: 2 }], shelves, saigon).claims).toEqual([
      { product_id: 1, shop_id: 3, quantity: 2 },
    ])
  })

  test('it splits among shops and goes on to other provinces when it must', () => {
    const shelves = [shelf(1, 24, 9), shelf(2, 30, 1), shelf(3, 30, 2)]
    expect(allocate([{ item_id: 1, item_quantity: 5 }], shelves, saigon).claims).toEqual([
      { product_id: 1, shop_id: 1, quantity: 2 },
      { product_id: 1, shop_id: 2, quantity: 1 },
      { product_id: 1, shop_id: 3, quantity: 2 },
    ])
  })

  test('a pick-up takes from its shop alone', () => {
    const shelves = [shelf(1, 24, 9), shelf(2, 30, 1)]
    const { claims, shortages } = allocate([{ item_id: 1, item_quantity: 2 }], shelves, {
      shop_id: 2,
    })
    expect(claims).toEqual([])
    expect(shortages).toEqual([{ item_id: 1, left: 1 }])
  })
})

const anyShelves = fc.uniqueArray(
  fc.record({
    product_id: fc.integer({ min: 1, max: 3 }),
    shop_id: fc.integer({ min: 1, max: 6 }),
    province_id: fc.constantFrom(30, 24),
    quantity: fc.integer({ min: 0, max: 9 }),
  }),
  { selector: (one) => `${one.product_id}/${one.shop_id}`, maxLength: 18 },
)
const anyWanted = fc.uniqueArray(
  fc.record({
    item_id: fc.integer({ min: 1, max: 3 }),
    item_quantity: fc.integer({ min: 1, max: 20 }),
  }),
  { selector: (one) => one.item_id, minLength: 1, maxLength: 3 },
)
const anyPlace: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ shop_id: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ shop_id: fc.constant(null), province_id: fc.constantFrom(30, 24) }),
)

test('all or nothing, never more than a shelf holds, never short while pieces lie about, in lock order', () => {
  fc.assert(
    fc.property(anyShelves, anyWanted, anyPlace, (shelves, wanted, place) => {
      const { claims, shortages } = allocate(wanted, shelves, place)
      const reachable = (item_id: number) =>
        shelves
          .filter((one) => one.product_id === item_id)
          .filter((one) => place.shop_id === null || one.shop_id === place.shop_id)
          .reduce((total, one) => total + one.quantity, 0)
      const short = wanted.filter((line) => reachable(line.item_id) < line.item_quantity)
      expect(shortages.map((one) => one.item_id)).toEqual(short.map((line) => line.item_id))
      for (const line of wanted) {
        const own = claims.filter((claim) => claim.product_id === line.item_id)
        const claimed = own.reduce((total, claim) => total + claim.quantity, 0)
        expect(claimed).toBe(short.length > 0 ? 0 : line.item_quantity)
      }
      for (const claim of claims) {
        const from = shelves.find(
          (one) => one.product_id === claim.product_id && one.shop_id === claim.shop_id,
        )
        expect(claim.quantity).toBeGreaterThan(0)
        expect(claim.quantity).toBeLessThanOrEqual(from?.quantity ?? 0)
      }
      const keys = claims.map((claim) => claim.product_id * 100 + claim.shop_id)
      expect(keys).toEqual(keys.toSorted((a, b) => a - b))
    }),
  )
})
