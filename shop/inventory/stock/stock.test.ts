import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocate, type Location, type StockRow } from '#shop/inventory/stock/stock.ts'

const stockRow = (
  shop_id: number,
  province_id: number,
  free: number,
  product_id = 1,
): StockRow => ({
  product_id,
  shop_id,
  province_id,
  free,
})
const saigon: Location = { shop_id: null, province_id: 30 }

describe('allocate', () => {
  test('a delivery takes from shops near the shopper, from the fullest stock row first', () => {
    const rows = [stockRow(1, 24, 9), stockRow(2, 30, 1), stockRow(3, 30, 2)]
    expect(allocate([{ item_id: 1, item_quantity: 2 }], rows, saigon).allocations).toEqual([
      { product_id: 1, shop_id: 3, quantity: 2 },
    ])
  })

  test('an order is split among shops and then other provinces when one shop has too little', () => {
    const rows = [stockRow(1, 24, 9), stockRow(2, 30, 1), stockRow(3, 30, 2)]
    expect(allocate([{ item_id: 1, item_quantity: 5 }], rows, saigon).allocations).toEqual([
      { product_id: 1, shop_id: 1, quantity: 2 },
      { product_id: 1, shop_id: 2, quantity: 1 },
      { product_id: 1, shop_id: 3, quantity: 2 },
    ])
  })

  test('a pick-up takes from its shop alone', () => {
    const rows = [stockRow(1, 24, 9), stockRow(2, 30, 1)]
    const { allocations, shortages } = allocate([{ item_id: 1, item_quantity: 2 }], rows, {
      shop_id: 2,
    })
    expect(allocations).toEqual([])
    expect(shortages).toEqual([{ item_id: 1, left: 1 }])
  })
})

const anyStock = fc.uniqueArray(
  fc.record({
    product_id: fc.integer({ min: 1, max: 3 }),
    shop_id: fc.integer({ min: 1, max: 6 }),
    province_id: fc.constantFrom(30, 24),
    free: fc.integer({ min: 0, max: 9 }),
  }),
  { selector: (one) => `${one.product_id}/${one.shop_id}`, maxLength: 18 },
)
const anyItems = fc.uniqueArray(
  fc.record({
    item_id: fc.integer({ min: 1, max: 3 }),
    item_quantity: fc.integer({ min: 1, max: 20 }),
  }),
  { selector: (item) => item.item_id, minLength: 1, maxLength: 3 },
)
const anyLocation: fc.Arbitrary<Location> = fc.oneof(
  fc.record({ shop_id: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ shop_id: fc.constant(null), province_id: fc.constantFrom(30, 24) }),
)

test('allocates all or nothing, never more than a row has, never short while enough is free, in lock order', () => {
  fc.assert(
    fc.property(anyStock, anyItems, anyLocation, (rows, items, location) => {
      const { allocations, shortages } = allocate(items, rows, location)
      const reachable = (item_id: number) =>
        rows
          .filter((row) => row.product_id === item_id)
          .filter((row) => location.shop_id === null || row.shop_id === location.shop_id)
          .reduce((total, row) => total + row.free, 0)
      const short = items.filter((item) => reachable(item.item_id) < item.item_quantity)
      expect(shortages.map(({ item_id }) => item_id)).toEqual(short.map(({ item_id }) => item_id))
      for (const item of items) {
        const own = allocations.filter(({ product_id }) => product_id === item.item_id)
        const allocated = own.reduce((total, { quantity }) => total + quantity, 0)
        expect(allocated).toBe(short.length > 0 ? 0 : item.item_quantity)
      }
      for (const allocation of allocations) {
        const from = rows.find(
          (row) => row.product_id === allocation.product_id && row.shop_id === allocation.shop_id,
        )
        expect(allocation.quantity).toBeGreaterThan(0)
        expect(allocation.quantity).toBeLessThanOrEqual(from?.free ?? 0)
      }
      const keys = allocations.map(({ product_id, shop_id }) => product_id * 100 + shop_id)
      expect(keys).toEqual(keys.toSorted((a, b) => a - b))
    }),
  )
})
