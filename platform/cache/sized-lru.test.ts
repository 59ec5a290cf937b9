import { expect, test } from 'vitest'
import { createSizedLru } from '#platform/cache/sized-lru.ts'

function setUp(max_size: number) {
  const removed: string[] = []
  const lru = createSizedLru<string>({ max_size, onRemoved: (value) => void removed.push(value) })
  return { lru, removed }
}

test('the least recently used is evicted first, and peek is no use', () => {
  const { lru, removed } = setUp(3)
  for (const key of ['a', 'b', 'c']) lru.set(key, key.toUpperCase(), 1)
  lru.touch('a')
  lru.peek('b')
  lru.set('d', 'D', 1)
  expect(removed).toEqual(['B'])
  expect([...lru.keys()]).toEqual(['c', 'a', 'd'])
  expect(lru.stats()).toEqual({ entries: 3, size: 3, evicted: 1 })
})

test('a value that grows evicts others until the sum fits again', () => {
  const { lru, removed } = setUp(10)
  lru.set('a', 'A', 4)
  lru.set('b', 'B', 3)
  lru.set('c', 'C', 3)
  lru.resize('c', 'C', 6)
  expect(removed).toEqual(['A'])
  expect(lru.stats()).toEqual({ entries: 2, size: 9, evicted: 1 })
})

test('a value larger than the limit is not stored', () => {
  const { lru, removed } = setUp(10)
  lru.set('a', 'A', 11)
  expect(removed).toEqual(['A'])
  expect(lru.stats()).toMatchObject({ entries: 0, size: 0 })
})

test('a replaced value no longer counts, even if it grows later', () => {
  const { lru, removed } = setUp(10)
  lru.set('a', 'old', 4)
  lru.set('a', 'new', 5)
  lru.resize('a', 'old', 9)
  expect(removed).toEqual(['old'])
  expect(lru.peek('a')).toBe('new')
  expect(lru.stats()).toEqual({ entries: 1, size: 5, evicted: 0 })
})

test('a deleted key is removed once, an unknown key changes nothing', () => {
  const { lru, removed } = setUp(10)
  lru.set('a', 'A', 4)
  lru.delete('a')
  lru.delete('a')
  lru.touch('a')
  expect(removed).toEqual(['A'])
  expect(lru.stats()).toEqual({ entries: 0, size: 0, evicted: 0 })
})
