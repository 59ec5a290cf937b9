import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import { isKnownName } from '#shop/search/query/known-names.ts'
import { isEverydayWord, soft_words } from '#shop/search/query/optional-words.ts'
import { createSpelling } from '#shop/search/index/spelling.ts'
import type { Dictionary } from '#shop/search/query/tokens.ts'
import type { WordIndex } from '#shop/search/index/word-index.ts'
import { wordsOf } from '#shop/search/index/words.ts'

/** A filterable attribute with the values of products. */
export interface KnownAttribute {
  code: string
  /** The heading of the filter: "Dung lượng RAM". */
  name: string
  unit: string
  values: {
    /** As in addresses. */
    value: string
    /** The text of the chip: "16 GB". */
    label: string
    /** Other words for it, folded: "16gb ram". */
    words: readonly string[]
  }[]
}

/** The rows from which a vocabulary is created. */
interface VocabularySource {
  brands: { slug: string; name: string }[]
  categories: { category_id: number; parent_id: number | null; name: string; path: string }[]
  needs: { code: string; category_id: number; name: string; words: readonly string[] }[]
  attributes: KnownAttribute[]
  synonyms: { words: string; means: string }[]
}

/** Answers whether a product belongs to a category or a brand. */
interface ProductMembership {
  /** Returns whether it is in the category or one of its descendants. */
  isIn(ordinal: number, category_id: number): boolean
  isOf(ordinal: number, brand_slug: string): boolean
}

/** The meaning of a phrase. */
export type Meaning =
  | { kind: 'category'; category_id: number; name: string }
  | { kind: 'brand'; slug: string; name: string }
  | { kind: 'need'; code: string; name: string; category_ids: number[] }
  | { kind: 'attribute'; code: string; value: string; label: string }
  | { kind: 'synonym'; means: string[] }

export interface Phrase {
  words: string[]
  meaning: Meaning
}

/** The shop's own phrases and words. Products are looked up at each search, so that new ones count at once. */
export interface Vocabulary {
  index: WordIndex
  membership: ProductMembership
  dictionary: Dictionary
  /** Phrases by their first word, longest first. */
  phrases: ReadonlyMap<string, readonly Phrase[]>
  categories: VocabularySource['categories']
  isWithin(category_id: number, ancestor_id: number): boolean
}

/** Creates a vocabulary. Create it again whenever categories, brands, needs, attributes or synonyms change. */
export function createVocabulary(
  source: VocabularySource,
  index: WordIndex,
  membership: ProductMembership,
): Vocabulary {
  const phrases = [
    ...source.synonyms.flatMap(({ words, means }) =>
      phrase(words, { kind: 'synonym', means: foldedWords(means) }),
    ),
    ...source.categories.flatMap(({ category_id, name }) =>
      phrase(name, { kind: 'category', category_id, name }),
    ),
    ...source.brands.flatMap(({ slug, name }) => phrase(name, { kind: 'brand', slug, name })),
    ...needPhrases(source.needs),
    ...source.attributes.flatMap(attributePhrases),
  ]
  const parents = new Map(source.categories.map((one) => [one.category_id, one.parent_id]))
  return {
    index,
    membership,
    dictionary: dictionaryOf(phrases, index),
    phrases: byFirstWord(phrases),
    categories: source.categories,
    isWithin(category_id, ancestor_id) {
      let at: number | null = category_id
      for (let steps = 0; at !== null && steps < 20; steps++) {
        if (at === ancestor_id) return true
        at = parents.get(at) ?? null
      }
      return false
    },
  }
}

function phrase(text: string, meaning: Meaning): Phrase[] {
  const words = foldedWords(text)
  return words.length === 0 ? [] : [{ words, meaning }]
}

/** Returns the phrases of needs. A phrase may be a need in several categories: "chơi game" of phones and of laptops. */
function needPhrases(needs: VocabularySource['needs']): Phrase[] {
  const entries = needs.flatMap((need) =>
    [...new Set([need.name, ...need.words].map((words) => foldedWords(words).join(' ')))].map(
      (words) => ({ words, need }),
    ),
  )
  return [...Map.groupBy(entries, ({ words, need }) => `${need.code} ${words}`).values()].flatMap(
    (same) => {
      const [first] = same
      if (!first) return []
      const { code, name } = first.need
      const category_ids = same.map(({ need }) => need.category_id)
      return phrase(first.words, { kind: 'need', code, name, category_ids })
    },
  )
}

/** Returns the phrases of an attribute: "ram 16gb", "16gb ram", "ssd 512gb", and the words of each value. */
function attributePhrases({ code, name, values }: KnownAttribute): Phrase[] {
  const memory = memory_words[code] ?? []
  return values.flatMap(({ value, label, words }) => {
    const size = sizeOf(value)
    const own = memory.flatMap((word) =>
      size === null ? [] : [`${word} ${size}`, `${size} ${word}`],
    )
    const meaning: Meaning = { kind: 'attribute', code, value, label: `${name}: ${label}` }
    return [...new Set([...own, ...words])].flatMap((text) => phrase(text, meaning))
  })
}

const memory_words: Record<string, string[]> = {
  ram_gb: ['ram'],
  storage_gb: ['ssd', 'rom', 'bo nho', 'bo nho trong', 'o cung'],
}

/** 16 → "16gb", 1024 → "1tb". */
function sizeOf(value: string): string | null {
  if (!/^\d{1,6}$/.test(value)) return null
  const size = Number(value)
  return size >= 1024 && size % 1024 === 0 ? `${size / 1024}tb` : `${size}gb`
}

function byFirstWord(phrases: readonly Phrase[]): Map<string, Phrase[]> {
  const groups = Map.groupBy(phrases, ({ words }) => words[0] ?? '')
  for (const group of groups.values()) {
    group.sort((one, other) => other.words.length - one.words.length)
  }
  return groups
}

function dictionaryOf(phrases: readonly Phrase[], index: WordIndex): Dictionary {
  const own = new Set(soft_words)
  for (const { words, meaning } of phrases) {
    for (const word of words) own.add(word)
    if (meaning.kind === 'synonym') for (const word of meaning.means) own.add(word)
  }
  const spelling = createSpelling()
  for (const word of own) spelling.add(word)
  const begins = new Set([...own].flatMap((word) => beginningsOf(word)))
  return {
    count: (word) => index.count(word) + (own.has(word) || isWritten(word) ? 1 : 0),
    near: (word) => [...spelling.near(word), ...index.near(word)],
    soundingLike: index.soundingLike,
    carried: index.count,
    isBeginning: (prefix) => begins.has(prefix) || index.beginning(prefix, 1).length > 0,
  }
}

/** Returns whether a word is right as it is, although no product has it. It is not what others are corrected to. */
function isWritten(word: string): boolean {
  return isKnownName(word) || isEverydayWord(word)
}

function beginningsOf(word: string): string[] {
  return Array.from({ length: word.length }, (_, index) => word.slice(0, index + 1))
}

function foldedWords(text: string): string[] {
  return wordsOf(fold(text)).map((word) => word.text)
}
