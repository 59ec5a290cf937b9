import { expect, test } from 'vitest'
import { valueGroups } from '#storefront/commerce/listing/filters/value-groups.ts'

const valuesOf = (labels: readonly string[]) =>
  labels.map((label) => ({ value: label.toLowerCase(), label, count: 1, is_selected: false }))

test('few values stand in one row without names', () => {
  const values = valuesOf(['Galaxy S26', 'iPhone 17'])
  expect(valueGroups(values)).toEqual([{ name: null, values }])
})

test('many models are grouped by their first word; those alone come last', () => {
  const galaxies = Array.from({ length: 15 }, (_, n) => `Galaxy A${n}`)
  const iphones = Array.from({ length: 12 }, (_, n) => `iPhone ${n}`)
  const groups = valueGroups(valuesOf([...galaxies, ...iphones, 'Nothing Phone', 'TECNO Spark']))
  expect(groups.map(({ name, values }) => [name, values.map(({ label }) => label)])).toEqual([
    ['Galaxy', galaxies],
    ['iPhone', iphones],
    ['Khác', ['Nothing Phone', 'TECNO Spark']],
  ])
})
