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

/** Fails if × of a chip of a query cuts a word, removes nothing, or removes a word of another chip. */
async function expectExactRemoval(q: string): Promise<void> {
  const chips = await chipsOf(q)
  const removed_words: string[] = []
  for (const chip of chips) {
    const removed = removedWords(q, chip.q_without)
    expect([q, chip, removed]).not.toEqual([q, chip, null])
    expect([q, chip, removed]).not.toEqual([q, chip, []])
    removed_words.push(...(removed ?? []))
  }
  // If two chips shared a word, it would be removed more often than it was typed.
  const shared = removed_words.filter(
    (word) => timesIn(removed_words, word) > timesIn(wordsIn(q), word),
  )
  expect([q, chips, shared]).toEqual([q, chips, []])
}

function timesIn(words: readonly string[], word: string): number {
  return words.filter((one) => one === word).length
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

test('chips of one synonym share no words, and × of one leaves the other', async () => {
  for (const q of ['đồng hồ trẻ em', 'dong ho tre', 'đồng hồ định vị dưới 3 triệu', 'sạc iphone']) {
    const chips = await chipsOf(q)
    expect([q, chips.length > 1]).toEqual([q, true])
    await expectExactRemoval(q)
  }
  const [category, brand] = await chipsOf('đồng hồ trẻ em')
  expect([category, brand]).toMatchObject([
    { label: 'Đồng hồ thông minh', q_without: 'trẻ em' },
    { label: 'imoo', q_without: 'đồng hồ' },
  ])
})

test('chips of one word are one chip', async () => {
  await shop.database.db
    .insertInto('synonym')
    .values({ words: 'sactao', means: 'cu sac apple' })
    .execute()
  await shop.settle()
  expect(await chipsOf('sactao dưới 1 triệu')).toMatchObject([
    { kind: 'category', label: 'Củ sạc Apple', q_without: 'dưới 1 triệu' },
    { label: 'Dưới 1 triệu', q_without: 'sactao' },
  ])
})

test('all mentions of a need are removed', async () => {
  const chips = await chipsOf('máy tính bảng cho bé học online')
  expect(chips.find(({ label }) => label === 'Học tập')?.q_without).toBe('máy tính bảng')
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
