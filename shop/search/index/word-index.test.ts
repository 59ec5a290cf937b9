import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainQuery } from '#shop/search/query/understand.ts'
import { createWordIndex, type WordDocument } from '#shop/search/index/word-index.ts'

function document(ordinal: number, name: string, more: Partial<WordDocument> = {}): WordDocument {
  const nothing = { brand: '', category: '', series: '', sku: '', facts: '', popularity: 0 }
  return { ordinal, name, ...nothing, ...more }
}

function indexOf(...names: string[]) {
  const index = createWordIndex()
  names.forEach((name, ordinal) => index.put(document(ordinal, name)))
  const find = (q: string, options = {}) => [...index.find(plainQuery(q), options).ordinals]
  return { index, find }
}

test('the searched model comes before longer names and accessories', () => {
  const { find } = indexOf(
    'iPhone 17 Pro Max 256GB | Chính hãng VN/A',
    'Ốp lưng iPhone 17 Silicone MagSafe',
    'iPhone 17 256GB | Chính hãng VN/A',
    'iPhone 17e 128GB | Chính hãng VN/A',
  )
  expect(find('iphone 17')).toEqual([2, 0, 1])
  expect(find('ốp lưng iphone 17')).toEqual([1])
})

test('accents affect the rank and never exclude', () => {
  const { find } = indexOf('Bao da điện thoại', 'Túi chườm đá', 'Máy lọc đa năng')
  expect(find('đá')[0]).toBe(1)
  expect(find('da')).toHaveLength(3)
  expect(find('đa')[0]).toBe(2)
})

test('numbers with a hyphen are found however they are written', () => {
  const { find } = indexOf('Sony WH-1000XM6', 'Sony WH-1000XM5', 'TP-Link Archer BE230')
  expect(find('wh1000xm6')).toEqual([0])
  expect(find('WH-1000XM5')).toEqual([1])
  expect(find('tplink')).toEqual([2])
})

test('a model is known by the end of its number', () => {
  const { find } = indexOf('Sony WH-1000XM6', 'Sony WH-1000XM5', 'VGA MSI GeForce RTX5070')
  expect(find('xm6')).toEqual([0])
  expect(find('sony xm5')).toEqual([1])
  expect(find('5070')).toEqual([2])
})

test('if no product has all words, a brand and words of names weigh most', () => {
  const index = createWordIndex()
  index.put(document(0, 'Sony WH-1000XM6'))
  index.put(document(1, 'Redmi Buds 6', { facts: 'chong on tu dong', popularity: 9_000 }))
  const words = plainQuery('sony tu dong').map((word) => ({
    ...word,
    is_name: word.text === 'sony',
  }))
  expect([...index.find(words).ordinals]).toEqual([0])
  expect([...index.find(plainQuery('buds dong sony')).ordinals]).toContain(1)
})

test('a wrong letter is corrected, a wrong digit is another model', () => {
  const { find } = indexOf('Samsung Galaxy S26 Ultra', 'Xiaomi 15T Pro')
  expect(find('samsumg galaxi')).toEqual([0])
  expect(find('s25', { may_loosen: false })).toEqual([])
})

test('the last word may be half typed', () => {
  const { find } = indexOf('Logitech MX Master 3S', 'Lenovo Legion 5')
  expect(find('l', { is_unfinished: true })).toHaveLength(2)
  expect(find('lenovo leg', { is_unfinished: true })).toEqual([0 + 1])
})

test('if no product has all words, those with most are found, and the result is marked as loosened', () => {
  const { index } = indexOf('MacBook Air 13 M5', 'Balo laptop Tomtoc')
  const found = index.find(plainQuery('macbook air 17 xanh'))
  expect([...found.ordinals]).toEqual([0])
  expect(found.is_loosened).toBe(true)
  expect(index.find(plainQuery('máy giặt lồng ngang')).ordinals).toHaveLength(0)
})

test('products are removed and replaced', () => {
  const { index, find } = indexOf('Nokia 3210 4G', 'Nokia 105')
  index.remove(0)
  expect(find('nokia')).toEqual([1])
  expect(index.count('3210')).toBe(0)
  index.put(document(1, 'realme C75'))
  expect(find('nokia')).toEqual([])
  expect(find('realme')).toEqual([1])
})

test('only products that pass the filter are found, also in a loosened search', () => {
  const { find } = indexOf('iPhone 17 256GB', 'iPhone 16 128GB')
  expect(find('iphone 17', { only: (ordinal: number) => ordinal === 1 })).toEqual([1])
})

test('popular products come first among equals', () => {
  const index = createWordIndex()
  index.put(document(0, 'Chuột Razer', { popularity: 5 }))
  index.put(document(1, 'Chuột Aula', { popularity: 5_000 }))
  expect(index.find(plainQuery('chuột')).ordinals[0]).toBe(1)
})

test('after any puts and removals exactly the stored products are found by their words', () => {
  const word = fc.constantFrom('tai', 'nghe', 'sony', 'xm5', 'đen', 'loa', 'jbl')
  const step = fc.record({
    ordinal: fc.nat(20),
    words: fc.array(word, { minLength: 1, maxLength: 4 }),
    leaves: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const index = createWordIndex()
      const there = new Map<number, string>()
      for (const { ordinal, words, leaves } of steps) {
        if (leaves) index.remove(ordinal)
        else index.put(document(ordinal, words.join(' ')))
        if (leaves) there.delete(ordinal)
        else there.set(ordinal, words.join(' '))
      }
      for (const name of ['tai', 'sony', 'đen']) {
        const own = [...there].filter(([, text]) => text.split(' ').includes(name))
        const found = index.find(plainQuery(name), { may_guess: false, may_loosen: false })
        expect(new Set(found.ordinals)).toEqual(new Set(own.map(([ordinal]) => ordinal)))
      }
    }),
    { numRuns: 60 },
  )
})
