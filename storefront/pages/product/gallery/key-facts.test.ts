import { expect, test } from 'vitest'
import type { SpecificationGroup } from '#contracts/storefront/catalog.ts'
import { keyFacts } from '#storefront/pages/product/gallery/key-facts.ts'

const group = (name: string, ...codes: string[]): SpecificationGroup => ({
  name,
  rows: codes.map((code) => ({
    ...{ code, name: code, value: '1', is_key: !code.startsWith('x') },
  })),
})
const codesOf = (...groups: SpecificationGroup[]) => keyFacts(groups).map(({ code }) => code)

test('each group gives its first key fact before another group gives a second one', () => {
  const chosen = codesOf(
    group('A', 'a1', 'a2', 'a3'),
    group('B', 'x', 'b1'),
    group('C', 'c1', 'c2'),
  )
  expect(chosen).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
  const more = codesOf(group('A', 'a1', 'a2', 'a3', 'a4'), group('B', 'b1'), group('C', 'c1'))
  expect(more).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
})

test('facts that are not key facts are left out, and two are too few for a slide', () => {
  expect(codesOf(group('A', 'a1', 'x1'), group('B', 'b1', 'x2'))).toEqual([])
  expect(codesOf(group('A', 'a1', 'x1', 'a2'), group('B', 'b1'))).toEqual(['a1', 'a2', 'b1'])
})
