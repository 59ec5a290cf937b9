import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import { understand } from '#shop/search/query/understand.ts'
import { createVocabulary } from '#shop/search/query/vocabulary.ts'
import { createWordIndex } from '#shop/search/index/word-index.ts'

const products: [name: string, brand: string, category_id: number, facts?: string][] = [
  ['iPhone 17 256GB | Chính hãng VN/A', 'apple', 1],
  ['iPhone 16e 128GB | Chính hãng VN/A', 'apple', 1],
  ['Samsung Galaxy S26 Ultra 12GB 256GB', 'samsung', 1],
  ['Samsung Galaxy S26+ 12GB 256GB', 'samsung', 1],
  ['Redmi Note 15 6GB 128GB', 'xiaomi', 1],
  ['Laptop ASUS TUF Gaming A15 FA507 16GB 512GB', 'asus', 2, '15.6 144Hz'],
  ['Laptop Dell XPS 13 32GB 1TB', 'dell', 2],
  ['Củ sạc Samsung 45W', 'samsung', 3],
  ['Củ sạc Anker Nano 45W', 'anker', 3],
  ['Ốp lưng iPhone 17 Silicone', 'apple', 4],
  ['Balo laptop Tomtoc 15.6"', 'tomtoc', 5],
]
const categories = ['Điện thoại', 'Laptop', 'Củ sạc', 'Ốp lưng', 'Balo - túi xách']
const brands = ['apple', 'samsung', 'xiaomi', 'asus', 'dell', 'anker', 'tomtoc']

const index = createWordIndex()
products.forEach(([name, brand, category_id, facts = ''], ordinal) => {
  const category = categories[category_id - 1] ?? ''
  index.put({ ordinal, name, brand, category, series: '', sku: '', facts, popularity: 0 })
})
const vocabulary = createVocabulary(
  {
    brands: brands.map((slug) => ({ slug, name: slug.toUpperCase() })),
    categories: categories.map((name, at) => ({
      category_id: at + 1,
      parent_id: null,
      name,
      path: fold(name),
    })),
    needs: [
      { code: 'pin-trau', category_id: 1, name: 'Pin trâu', words: ['pin khoe'] },
      { code: 'choi-game', category_id: 1, name: 'Chơi game', words: ['gaming'] },
      { code: 'choi-game', category_id: 2, name: 'Chơi game', words: ['gaming'] },
    ],
    attributes: [
      {
        code: 'ram_gb',
        name: 'RAM',
        unit: 'GB',
        values: [{ value: '16', label: '16 GB', words: [] }],
      },
    ],
    synonyms: [
      { words: 'ip', means: 'iphone' },
      { words: 'ss', means: 'samsung' },
      { words: 'dt', means: 'dien thoai' },
      { words: 'prm', means: 'pro max' },
    ],
  },
  index,
  {
    isIn: (ordinal, category_id) => products[ordinal]?.[2] === category_id,
    isOf: (ordinal, slug) => products[ordinal]?.[1] === slug,
  },
)
const ask = (q: string) => understand(q, vocabulary)
const corrections = (q: string) => ask(q).corrections.map(({ marked }) => marked)
const texts = (q: string) => ask(q).words.map((word) => word.text)

test.each([
  ['iphone17', 'iphone 17'],
  ['ip17', 'iphone 17'],
  ['samsungs26ultra', 'samsung s26 ultra'],
  ['iphone 17 256 gb', 'iphone 17 256gb'],
  ['ss s 26 ultra', 'samsung s26 ultra'],
  ['i phone 16 e', 'iphone 16e'],
  ['ihpone 17', 'iphone 17'],
  ['sansung galaxi', 'samsung galaxy'],
])('%s means %s', (q, words) => {
  expect(texts(q).join(' ')).toBe(words)
})

test.each(['ddieenj thoaij', 'd9ie6n5 thoai5', 'dien thoai', 'điên thoài', 'dt', 'dienthoai'])(
  '%s is the category of phones',
  (q) => {
    expect(ask(q)).toMatchObject({ category_id: 1, words: [] })
  },
)

test('price, need, brand and category become chips that can be removed one by one', () => {
  const meant = ask('điện thoại samsung pin trâu dưới 10 triệu')
  expect(meant).toMatchObject({
    words: [],
    brand: ['samsung'],
    category_id: 1,
    need: ['pin-trau'],
    max_price: 10_000_000,
  })
  expect(meant.chips.map((chip) => [chip.label, chip.q_without])).toEqual([
    ['Điện thoại', 'samsung pin trâu dưới 10 triệu'],
    ['SAMSUNG', 'điện thoại pin trâu dưới 10 triệu'],
    ['Pin trâu', 'điện thoại samsung dưới 10 triệu'],
    ['Dưới 10 triệu', 'điện thoại samsung pin trâu'],
  ])
})

test("words of a model's name are no filters", () => {
  for (const q of ['iphone 17', '16e', 's26+', 'note 15', 'xps 13', 'laptop 15 inch']) {
    expect(ask(q)).toMatchObject({ min_price: null, max_price: null, need: [], filters: {} })
  }
  expect(ask('tuf gaming a15')).toMatchObject({ need: [] })
  expect(ask('laptop gaming')).toMatchObject({ category_id: 2, need: ['choi-game'] })
})

test('a category is a filter only if its products match the other words', () => {
  expect(ask('balo laptop').category_id).toBeNull()
  expect(ask('ốp lưng iphone 17').category_id).toBe(4)
  expect(ask('laptop dell').category_id).toBe(2)
})

test('memory with its noun is a filter, without the noun a word', () => {
  expect(ask('laptop ram 16 gb').filters).toEqual({ ram_gb: ['16'] })
  expect(texts('laptop 16gb')).toEqual(['16gb'])
})

test('a real syllable is not corrected to a word that does not fit the other words', () => {
  expect(ask('dien thoai gan').words.map((word) => word.text)).toEqual(['gan'])
  expect(ask('dien thoai gan').category_id).toBe(1)
  expect(corrections('samsung galaxi')).toEqual(['galaxy'])
})

test('a correction fits the other words', () => {
  expect(texts('del xps 13')).toEqual(['dell', 'xps', '13'])
  expect(texts('redmi nots 15')).toEqual(['redmi', 'note', '15'])
})

test('words written by ear become the words of product texts', () => {
  expect(texts('ai phôn 17')).toEqual(['iphone', '17'])
  expect(texts('rét mi nốt 15')).toEqual(['redmi', 'note', '15'])
  expect(texts('sam sung ga lác xi s26 u tra')).toEqual(['samsung', 'galaxy', 's26', 'ultra'])
})

test('a word is split only into words that one product has', () => {
  expect(texts('samsungs26ultra')).toEqual(['samsung', 's26', 'ultra'])
  expect(texts('dellnote')).toEqual(['dellnote'])
})

test('a category is recognised beside words that none of its products has', () => {
  expect(ask('laptop tự động').category_id).toBe(2)
  expect(ask('điện thoại màn hình gương').category_id).toBe(1)
})

test('a model number is no price, whatever follows it', () => {
  expect(ask('iphone 17 cu')).toMatchObject({ min_price: null, max_price: null })
  expect(ask('điện thoại dưới mười triệu').max_price).toBe(10_000_000)
  expect(texts('ai phôn mười bảy')).toEqual(['iphone', '17'])
})

test('corrected letters are reported', () => {
  expect(corrections('ihpone 17')).toEqual(['iphone'])
  expect(corrections('ddieenj thoaij')).toEqual(['điện', 'thoại'])
  expect(corrections('iphone17')).toEqual([])
})

test("any text is understood without errors, and each chip's query without it is shorter", () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      'điện thoại',
      'dưới 5tr',
      'samsung',
      'pin trâu',
      '🎮',
      'ram 16gb',
      'ddieenj',
      '17',
    ),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const q = parts.join(' ')
      for (const chip of ask(q).chips) {
        expect(chip.q_without.length).toBeLessThan(q.normalize('NFC').length)
        ask(chip.q_without)
      }
    }),
    { numRuns: 200 },
  )
})

test('long meaningless texts are answered quickly', () => {
  const began = performance.now()
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(6)
  for (const q of [
    letters,
    '🎮'.repeat(100),
    'a '.repeat(100),
    'iphone'.repeat(33),
    '17'.repeat(100),
  ]) {
    index.find(ask(q).words)
  }
  expect(performance.now() - began).toBeLessThan(1_000)
})
