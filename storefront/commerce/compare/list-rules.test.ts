import { expect, test } from 'vitest'
import {
  EMPTY_LIST,
  MAX_COMPARED,
  readList,
  toggled,
  type CompareList,
} from '#storefront/commerce/compare/list-rules.ts'

const phone = (product_id: number) => ({ product_id, name: `Máy ${product_id}` })
const phones = (...ids: number[]): CompareList => ({ category_id: 1, products: ids.map(phone) })

test('a product is added, and removed by the same button', () => {
  const { list, outcome } = toggled(EMPTY_LIST, 1, phone(5))
  expect([list, outcome]).toEqual([phones(5), 'added'])
  expect(toggled(list, 1, phone(5))).toEqual({ list: EMPTY_LIST, outcome: 'removed' })
})

test('at most four products are compared', () => {
  const four = phones(1, 2, 3, MAX_COMPARED)
  expect(toggled(four, 1, phone(9))).toEqual({ list: four, outcome: 'full' })
})

test('a product of another category starts a list of its own', () => {
  const { list, outcome } = toggled(phones(1, 2), 7, phone(9))
  expect([list, outcome]).toEqual([{ category_id: 7, products: [phone(9)] }, 'started_anew'])
})

test('a stored list is read again', () => {
  expect(readList(JSON.stringify(phones(1, 2)))).toEqual(phones(1, 2))
})

test.each([
  null,
  '',
  '{',
  '[]',
  'null',
  '{"category_id":"1","products":[]}',
  '{"category_id":1,"products":[{"product_id":-1,"name":"x"},{"product_id":1},7,null]}',
])('%s is read as an empty list', (text) => {
  expect(readList(text)).toEqual(EMPTY_LIST)
})

test('a stored list has no product twice and at most four', () => {
  const stored = readList(JSON.stringify(phones(1, 1, 2, 3, 4, 5)))
  expect(stored.products.map((product) => product.product_id)).toEqual([1, 2, 3, 4])
})
