import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  filterCount,
  isCanonical,
  listHref,
  type ListQuery,
  EMPTY_QUERY,
  readListQuery,
  toggled,
  unfiltered,
} from '#storefront/commerce/listing/listing-query.ts'

const known = new Set(['ram_gb', 'panel'])
const read = (text: string) => readListQuery(new URLSearchParams(text), known)

test('a link and a plain form give the same query', () => {
  const link = read('brand=apple,samsung&ram_gb=12,8')
  const form = read('ram_gb=8&ram_gb=12&brand=samsung&brand=apple&min_price=&sort=')
  expect(form).toEqual(link)
  expect(listHref('/dien-thoai', form)).toBe('/dien-thoai?brand=apple,samsung&ram_gb=12,8')
})

test('only one form of an address is canonical', () => {
  const isCanonicalText = (text: string) =>
    isCanonical(new URLSearchParams(text), read(text), known)
  expect(isCanonicalText('brand=apple&sort=price-asc&page=2')).toBe(true)
  expect(isCanonicalText('brand=apple&utm_source=zalo&bo_loc=1')).toBe(true)
  expect(isCanonicalText('sort=price-asc&brand=apple')).toBe(false)
  expect(isCanonicalText('brand=samsung,apple')).toBe(false)
  expect(isCanonicalText('min_price=2.000.000')).toBe(false)
  expect(isCanonicalText('page=1')).toBe(false)
})

test.each([
  'page=0',
  'page=-1',
  'page=1e3',
  'page=99999',
  'sort=drop',
  'min_price=x',
  'min_price=-5',
  'brand=',
  'brand=,,',
  'colour=red',
])('ignores %s', (query) => {
  expect(read(query)).toEqual(EMPTY_QUERY)
})

test('reads prices as people type them, and swaps ends in the wrong order', () => {
  expect(read('min_price=7.000.000đ&max_price=2000000')).toMatchObject({
    min_price: 2_000_000,
    max_price: 7_000_000,
  })
})

test('a value toggled twice is as before; every toggle starts at the first page', () => {
  const query = read('brand=apple&page=3')
  const more = toggled(query, 'brand', 'samsung')
  expect(more.choices['brand']).toEqual(['apple', 'samsung'])
  expect(more.page).toBe(1)
  expect(toggled(more, 'brand', 'samsung').choices).toEqual(query.choices)
})

test('counts filters; clearing them keeps words and sort', () => {
  const query = read('q=iphone&brand=apple&ram_gb=8,12&min_price=5&in_stock=1&sort=views')
  expect(filterCount(query)).toBe(5)
  expect(unfiltered(query)).toEqual({ ...EMPTY_QUERY, q: 'iphone', sort: 'views' })
})

const anyQuery: fc.Arbitrary<ListQuery> = fc.record({
  q: fc.string({ maxLength: 40 }),
  choices: fc.dictionary(
    fc.constantFrom('brand', 'need', 'category', 'ram_gb', 'panel'),
    fc.uniqueArray(fc.stringMatching(/^[a-z0-9.&=+ -]{1,12}$/), { minLength: 1, maxLength: 4 }),
  ),
  min_price: fc.option(fc.integer({ min: 1, max: 10_000_000 })),
  max_price: fc.option(fc.integer({ min: 10_000_000, max: 99_000_000 })),
  in_stock: fc.boolean(),
  sort: fc.option(fc.constantFrom('hot', 'views', 'price-asc')),
  page: fc.integer({ min: 1, max: 99 }),
})

test('every written address is read back unchanged and is canonical', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const search = new URLSearchParams(listHref('', query).slice(1))
      const back = readListQuery(search, known)
      expect(listHref('', back)).toBe(listHref('', readListQuery(search, known)))
      expect(isCanonical(search, back, known) || search.get('q') !== back.q).toBe(true)
    }),
  )
})
