import { expect, test } from 'vitest'
import { attributeText, specificationOf } from '#shop/catalog/specification.ts'

test.each([
  [6.9, 'inch', '6,9 inch'],
  [5200, 'mAh', '5200 mAh'],
  [256, 'GB', '256 GB'],
  [1024, 'GB', '1 TB'],
  [2048, 'GB', '2 TB'],
  [12_000, null, '12000'],
  ['A20 Pro', null, 'A20 Pro'],
  [true, null, 'Có'],
  [false, null, 'Không'],
])('%s %s is printed %s', (value, unit, text) => {
  expect(attributeText(value, unit)).toBe(text)
})

test('rows are grouped, in the given order', () => {
  const row = (group_name: string, code: string) => ({
    group_name,
    code,
    name: code,
    unit: null,
    is_key: false,
    position: 1,
    better: null,
    value: 'x',
  })
  const groups = specificationOf([row('Màn hình', 'a'), row('Màn hình', 'b'), row('Pin', 'c')])
  expect(groups.map((group) => [group.name, group.rows.map((each) => each.code)])).toEqual([
    ['Màn hình', ['a', 'b']],
    ['Pin', ['c']],
  ])
})
