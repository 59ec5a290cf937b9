import { expect, test } from 'vitest'
import type { Facet } from '#contracts/storefront/search.ts'
import { steadyFacets } from '#storefront/commerce/listing/listing-steady.ts'

const facet = (code: string, counts: Record<string, number>): Facet => ({
  code,
  name: code,
  values: Object.entries(counts).map(([value, count]) => ({
    value,
    label: value,
    count,
    is_selected: false,
  })),
})
const seen = (facets: Facet[]) =>
  facets.map(({ code, values }) => [code, ...values.map((each) => `${each.value}:${each.count}`)])

test('values stay in sequence with count 0; a filter that would change nothing is removed', () => {
  const before = [facet('brand', { apple: 9, samsung: 8, oppo: 2 }), facet('ram', { '8': 4 })]
  const now = [facet('brand', { samsung: 3, apple: 1 })]
  expect(seen(steadyFacets(before, now))).toEqual([['brand', 'apple:1', 'samsung:3', 'oppo:0']])
})

test('new filters and values come last', () => {
  const now = [facet('pin', { '5000': 1 }), facet('brand', { apple: 2, nokia: 1 })]
  expect(seen(steadyFacets([facet('brand', { apple: 9 })], now))).toEqual([
    ['brand', 'apple:2', 'nokia:1'],
    ['pin', '5000:1'],
  ])
})
