import { beforeEach, expect, test, vi } from 'vitest'
import { browserList } from '#web/runtime/browser-list.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
})

test('the newest entry is first, without duplicates, and the length is limited', () => {
  const list = browserList('words', 3, isText)
  for (const word of ['a', 'b', 'a', 'c', 'd']) list.add(word)
  expect(list.read()).toEqual(['d', 'c', 'a'])
  list.remove('c')
  expect(list.read()).toEqual(['d', 'a'])
  list.clear()
  expect(list.read()).toEqual([])
  expect(stored.size).toBe(0)
})

test('listeners are called after each change; an unchanged list is the same array', () => {
  const list = browserList('words', 3, isText)
  const listener = vi.fn<() => void>()
  const unsubscribe = list.subscribe(listener)
  list.add('a')
  expect(list.read()).toBe(list.read())
  unsubscribe()
  list.add('b')
  expect(listener).toHaveBeenCalledTimes(1)
})

test.each(['', 'null', '{"a":1}', '[1,{}]', '[', '"a"'])(
  'an invalid stored value is an empty list: %s',
  (text) => {
    stored.set('words', text)
    expect(browserList('words', 3, isText).read()).toEqual([])
  },
)

test('if storage is forbidden the list is empty and nothing throws', () => {
  const forbid = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: forbid, setItem: forbid, removeItem: forbid })
  const list = browserList('words', 3, isText)
  list.add('a')
  expect(list.read()).toEqual([])
})
