import { expect, test } from 'vitest'
import { gatherPages, readListQuery } from '#storefront/listing-pages.ts'

const product = (product_id: number) => ({
  product_id,
  name: `Máy ${product_id}`,
  url_path: `may-${product_id}`,
  thumbnail: null,
  price: 1,
  special_price: null,
  is_in_stock: true,
  highlights: [],
})
const load = (asked: number[]) => async (page: number) => {
  asked.push(page)
  return {
    list: { total: 99, page, size: 2, products: [product(page * 2 - 1), product(page * 2)] },
  }
}

test('a later page shows the ones before it too, in order', async () => {
  const { listing } = await gatherPages(3, load([]))
  expect(listing.products.map((each) => each.product_id)).toEqual([1, 2, 3, 4, 5, 6])
  expect(listing).toMatchObject({ page: 3, first_page: 1, total: 99 })
})

test('after ten pages the list starts afresh, so that no page grows without end', async () => {
  const asked: number[] = []
  const { listing } = await gatherPages(12, load(asked))
  expect(asked.toSorted((a, b) => a - b)).toEqual([11, 12])
  expect(listing.first_page).toBe(11)
})

test('reads filters and order from the address', () => {
  const search = new URLSearchParams('page=2&sort=price-asc&brand=apple&min_price=4000000')
  expect(readListQuery(search)).toEqual({
    page: 2,
    sort: 'price-asc',
    brand: 'apple',
    min_price: 4_000_000,
    max_price: undefined,
  })
})

test.each([
  'page=0',
  'page=-1',
  'page=1e3',
  'page=99999',
  'sort=drop',
  'brand=%27%3B',
  'min_price=x',
])('takes %s as not asked for', (query) => {
  expect(readListQuery(new URLSearchParams(query))).toEqual(readListQuery(new URLSearchParams()))
})
