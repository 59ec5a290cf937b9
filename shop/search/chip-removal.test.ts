import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openDemoCatalog } from '#test/support/catalog.ts'
import { repeats } from '#test/support/repeats.ts'

const shop = openDemoCatalog()
/** Everything that may become a chip: names of categories, brands, needs, their words, and all synonyms. */
let phrases: string[]

beforeAll(async () => {
  const { db } = shop.database
  const named = await Promise.all([
    db.selectFrom('category').select('name').execute(),
    db.selectFrom('brand').select('name').execute(),
    db.selectFrom('need').select('name').execute(),
  ])
  const needs = await db.selectFrom('need').select('words').execute()
  const synonyms = await db.selectFrom('synonym').select('words').execute()
  phrases = [
    ...named.flat().map(({ name }) => name),
    ...needs.flatMap(({ words }) => words),
    ...synonyms.map(({ words }) => words),
  ]
})

/** Every n-th phrase is tried. */
const every = repeats({ verify: 5, soak: 1 })

async function chipsOf(q: string) {
  const listing = await shop.list({ q, size: 1 })
  return listing.understood?.chips ?? []
}

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean)

/** Returns the words that were removed, or null if the rest is not made of the other words as they were typed. */
function removedWords(q: string, rest: string): string[] | null {
  const kept = wordsIn(rest)
  const removed = wordsIn(q).filter((word) => {
    if (kept[0] !== word) return true
    kept.shift()
    return false
  })
  return kept.length === 0 ? removed : null
}

/** Fails if × of a chip of a query cuts a word, or removes nothing. */
async function expectExactRemoval(q: string): Promise<void> {
  for (const chip of await chipsOf(q)) {
    const removed = removedWords(q, chip.q_without)
    expect([q, chip, removed]).not.toEqual([q, chip, null])
    expect([q, chip, removed]).not.toEqual([q, chip, []])
  }
}

test('× removes whole words and leaves the others as typed: every phrase, alone and before a budget', async () => {
  for (const phrase of phrases.filter((_, turn) => turn % every === 0)) {
    await expectExactRemoval(phrase)
    await expectExactRemoval(`mua ${phrase} dưới 5 triệu`)
    const [last] = (await chipsOf(`${phrase} dưới 5 triệu`)).filter(({ kind }) => kind === 'price')
    expect([phrase, last?.q_without ?? phrase]).toEqual([phrase, phrase])
  }
})

test('× removes whole words of any phrases together, mistyped ones too', async () => {
  const mistyped = [
    'ddieenj thoaij',
    'd9ie6n5 thoai5',
    'lapptop',
    'tai nge',
    'sansung',
    'pin traau',
  ]
  const others = [
    'mười bảy',
    'dưới năm triệu',
    'ram 16gb',
    'quà tặng mẹ',
    'trả góp',
    '17 pro',
    'tân gia',
  ]
  const part = fc.oneof(fc.constantFrom(...phrases), fc.constantFrom(...mistyped, ...others))
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
      const q = parts.join(' ')
      if (q.length > 200) return
      await expectExactRemoval(q)
      expect((await chipsOf(q)).every(({ q_without }) => q_without.length < q.length)).toBe(true)
    }),
    { numRuns: repeats({ verify: 150, soak: 3_000 }) },
  )
})

test('× of a synonym, a correction and a spoken number', async () => {
  const without = async (q: string) =>
    Object.fromEntries((await chipsOf(q)).map(({ label, q_without }) => [label, q_without]))
  expect(await without('sạc laptop')).toEqual({ 'Củ sạc': 'laptop' })
  expect(await without('tai nghe nghe nhạc dưới 500 nghìn')).toMatchObject({
    'Dưới 500.000đ': 'tai nghe nghe nhạc',
  })
  expect(await without('ddieenj thoaij dưới năm triệu')).toEqual({
    'Điện thoại': 'dưới năm triệu',
    'Dưới 5 triệu': 'ddieenj thoaij',
  })
  expect(await without('laptop mười sáu inch dưới hai mươi triệu')).toMatchObject({
    Laptop: 'mười sáu inch dưới hai mươi triệu',
    'Dưới 20 triệu': 'laptop mười sáu inch',
  })
  expect(await without('quà tân gia dưới 3 triệu')).toEqual({
    'Quà tân gia': 'dưới 3 triệu',
    'Dưới 3 triệu': 'quà tân gia',
  })
})
