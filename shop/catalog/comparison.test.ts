import { expect, test } from 'vitest'
import { comparedGroups, comparisonOf, type ComparedProduct } from '#shop/catalog/comparison.ts'
import type { AttributeRow } from '#shop/catalog/specification.ts'

const row = (code: string, value: AttributeRow['value'], more: Partial<AttributeRow> = {}) => ({
  group_name: 'Chung',
  code,
  name: code,
  unit: null,
  is_key: false,
  position: 1,
  better: null,
  value,
  ...more,
})
const product = (product_id: number, attributes: AttributeRow[], category_id = 1) => ({
  product_id,
  category_id,
  attributes,
})
const only = (...products: ComparedProduct[]) => comparedGroups(products)[0]?.rows[0]

test('values are in the order of the products, null where a value is unknown', () => {
  const groups = comparedGroups([
    product(1, [row('pin', 5000, { group_name: 'Pin', position: 9, unit: 'mAh' })]),
    product(2, [row('chip', 'A20', { position: 2 })]),
  ])
  expect(groups.map(({ name, rows }) => [name, rows.map(({ values }) => values)])).toEqual([
    ['Chung', [[null, 'A20']]],
    ['Pin', [['5000 mAh', null]]],
  ])
})

test.each([
  ['higher', [8, 12, 12], [1, 2]],
  ['lower', [8, 12, 12], [0]],
  ['higher', [8, 8, 8], []],
  ['higher', [false, true, false], [1]],
  ['higher', ['8 nhân', '12 nhân', '4 nhân'], []],
  [null, [8, 12, 16], []],
] as const)('if %s is better, of %j the best are %j', (better, values, best) => {
  const products = values.map((value, index) => product(index, [row('x', value, { better })]))
  expect(only(...products)?.best).toEqual(best)
})

test('no value is best against an unknown one', () => {
  const products = [product(1, [row('x', 8, { better: 'higher' })]), product(2, [])]
  expect(only(...products)).toMatchObject({ best: [], is_different: true })
})

test('equal values are not different', () => {
  expect(only(product(1, [row('x', 8)]), product(2, [row('x', 8)]))?.is_different).toBe(false)
})

test('the first product decides the category; other categories and a fifth product are left out', () => {
  const products = [product(1, []), product(2, [], 7), ...[3, 4, 5, 6].map((id) => product(id, []))]
  const { product_ids, left_out, category } = comparisonOf(new Map(), products)
  expect([product_ids, left_out, category]).toEqual([[1, 3, 4, 5], [2, 6], null])
})

test('no products give an empty comparison', () => {
  expect(comparisonOf(new Map(), [])).toEqual({
    category: null,
    product_ids: [],
    left_out: [],
    groups: [],
  })
})
