import { expect, test } from 'vitest'
import type { Listing } from '#contracts/storefront/search.ts'
import { readListQuery } from '#storefront/commerce/listing/listing-query.ts'
import {
  headingOf,
  type ListData,
  listMeta,
  viewOf,
} from '#storefront/commerce/listing/listing-view.ts'

const value = (code: string, label: string) => ({
  value: code,
  label,
  count: 3,
  is_selected: false,
})
const listing: Listing = {
  total: 12,
  page: 1,
  size: 20,
  products: [],
  facets: [
    { code: 'brand', name: 'Thương hiệu', values: [value('apple', 'Apple')] },
    { code: 'need', name: 'Nhu cầu', values: [value('pin-trau', 'Pin trâu')] },
    { code: 'ram_gb', name: 'RAM', values: [value('8', '8 GB')] },
  ],
  price: {
    min: 1,
    max: 9,
    bands: [
      {
        min_price: null,
        max_price: 2_000_000,
        label: 'Dưới 2 triệu',
        count: 1,
        is_selected: false,
      },
    ],
  },
  in_stock_count: 3,
  sort: 'hot',
  understood: null,
}
const list = (text: string, more: Partial<Listing> = {}): ListData => ({
  path: '/dien-thoai',
  query: readListQuery(new URLSearchParams(text)),
  listing: { ...listing, ...more },
  first_page: 1,
  removable_filters: [],
})
const plain = { title: 'Điện thoại', canonical_path: '/dien-thoai', robots: 'index, follow' }

test.each([
  ['', 'Điện thoại'],
  ['brand=apple', 'Điện thoại Apple'],
  ['need=pin-trau', 'Điện thoại pin trâu'],
  ['max_price=2000000', 'Điện thoại dưới 2 triệu'],
  ['max_price=5000000', 'Điện thoại đến 5.000.000đ'],
  ['min_price=25000000&sort=views', 'Điện thoại từ 25.000.000đ'],
  ['min_price=5000000&max_price=10000000', 'Điện thoại 5.000.000đ – 10.000.000đ'],
  ['min_price=5000000&brand=apple', 'Điện thoại'],
  ['brand=apple&sort=views&page=2', 'Điện thoại Apple'],
  ['brand=apple&ram_gb=8', 'Điện thoại'],
])('%s has the heading %s', (text, name) => {
  expect(headingOf('Điện thoại', list(text))).toBe(name)
})

test.each(['brand=apple', 'need=pin-trau', 'max_price=2000000'])(
  '%s is indexed as a page of its own',
  (text) => {
    const meta = listMeta(plain, 'Điện thoại', list(text))
    expect(meta.robots).toBe('index, follow')
    expect(meta.canonical_path).toBe(`/dien-thoai?${text}`)
    expect(meta.title).not.toBe(plain.title)
  },
)

test.each([
  'brand=apple,samsung',
  'brand=apple&need=pin-trau',
  'brand=apple&page=2',
  'brand=apple&sort=views',
  'brand=apple&in_stock=1',
  'in_stock=1',
  'ram_gb=8',
  'min_price=1234567',
  'page=2',
  'sort=price-asc',
])('%s is not indexed and has the plain page as canonical', (text) => {
  const meta = listMeta(plain, 'Điện thoại', list(text))
  expect(meta.robots).toBe('noindex, follow')
  expect(meta.canonical_path).toBe('/dien-thoai')
})

test('an empty view is not indexed', () => {
  const meta = listMeta(plain, 'Điện thoại', list('brand=apple', { total: 0 }))
  expect(meta.robots).toBe('noindex, follow')
})

test('the plain page keeps the head from the catalog', () => {
  expect(viewOf(list(''))).toEqual({ kind: 'plain' })
  const described = { ...plain, description: 'Điện thoại chính hãng.' }
  expect(listMeta(described, 'Điện thoại', list(''))).toBe(described)
})
