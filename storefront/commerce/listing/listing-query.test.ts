import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  filterCount,
  isOneForm,
  listHref,
  type ListQuery,
  NOTHING_ASKED,
  readListQuery,
  toggled,
  unfiltered,
} from '#storefront/commerce/listing/listing-query.ts'

const known = new Set(['ram_gb', 'panel'])
const read = (text: string) => readListQuery(new URLSearchParams(text), known)

test('a link and a plain form ask for the same', () => {
  const link = read('brand=apple,samsung&ram_gb=12,8')
  const form = read('ram_gb=8&ram_gb=12&brand=samsung&brand=apple&min_price=&sort=')
  expect(form).toEqual(link)
  expect(listHref('/dien-thoai', form)).toBe('/dien-thoai?brand=apple,samsung&ram_gb=12,8')
})

test('only the one form of an address is the list’s own', () => {
  const isOwn = (text: string) => isOneForm(new URLSearchParams(text), read(text), known)
  expect(isOwn('brand=apple&sort=price-asc&page=2')).toBe(true)
  expect(isOwn('brand=apple&utm_source=zalo&bo_loc=1')).toBe(true)
  expect(isOwn('sort=price-asc&brand=apple')).toBe(false)
  expect(isOwn('brand=samsung,apple')).toBe(false)
  expect(isOwn('min_price=2.000.000')).toBe(false)
  expect(isOwn('page=1')).toBe(false)
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
])('takes %s as not asked for', (query) => {
  expect(read(query)).toEqual(NOTHING_ASKED)
})

test('reads prices as people type them, and puts swapped ends right', () => {
  expect(read('min_price=7.000.000đ&max_price=2000000')).toMatchObject({
    min_price: 2_000_000,
    max_price: 7_000_000,
  })
})

test('a value pressed twice is as before; every press begins at the first page', () => {
  const query = read('brand=apple&page=3')
  const more = toggled(query, 'brand', 'samsung')
  expect(more.choices['brand']).toEqual(['apple', 'samsung'])
  expect(more.page).toBe(1)
  expect(toggled(more, 'brand', 'samsung').choices).toEqual(query.choices)
})

test('counts what narrows; clearing keeps words and order', () => {
  const query = read('q=iphone&brand=apple&ram_gb=8,12&min_price=5&in_stock=1&sort=views')
  expect(filterCount(query)).toBe(5)
  expect(unfiltered(query)).toEqual({ ...NOTHING_ASKED, q: 'iphone', sort: 'views' })
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

test('every address that is written is read back as it was, and is its own form', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const search = new URLSearchParams(listHref('', query).slice(1))
      const back = readListQuery(search, known)
      expect(listHref('', back)).toBe(listHref('', readListQuery(search, known)))
      expect(isOneForm(search, back, known) || search.get('q') !== back.q).toBe(true)
    }),
  )
})
