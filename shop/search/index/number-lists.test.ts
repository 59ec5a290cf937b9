import { expect, test } from 'vitest'
import { createNumberLists } from '#shop/search/index/number-lists.ts'

test('keeps the last list of each ordinal, however often lists are replaced', () => {
  const lists = createNumberLists()
  const expected = new Map<number, number[]>()
  for (let turn = 0; turn < 20_000; turn++) {
    const ordinal = (turn * 7919) % 3_000
    const list = Array.from({ length: (turn * 31) % 23 }, (_, index) => turn + index)
    if (turn % 11 === 0) {
      lists.remove(ordinal)
      expected.delete(ordinal)
    } else {
      lists.put(ordinal, list)
      expected.set(ordinal, list)
    }
  }
  for (let ordinal = 0; ordinal < 5_000; ordinal++) {
    expect([...lists.of(ordinal)]).toEqual(expected.get(ordinal) ?? [])
  }
})
