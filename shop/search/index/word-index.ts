import { createSounds, type Sounds } from '#shop/search/query/sounds.ts'
import { createSpelling, type Spelling } from '#shop/search/query/spelling.ts'
import { createMatcher } from '#shop/search/index/word-match.ts'
import { createPostings, elsewhere, longer, placeOf } from '#shop/search/index/word-postings.ts'
import type { Field, Postings } from '#shop/search/index/word-postings.ts'
import { endsOfModel, most_told, wordsOf, type Word } from '#shop/search/index/words.ts'

/** What a search may find a product by. All texts as shoppers read them, accents and all. */
export interface WordDocument {
  /** The product's place in the read model: small, dense, may be taken again after `remove`. */
  ordinal: number
  name: string
  brand: string
  /** Its category and those above it, parted by blanks. */
  category: string
  series: string
  /** All numbers it is known by, parted by blanks. */
  sku: string
  /** Memory, colours and the like: "256GB 12GB đen titan". */
  facts: string
  /** Views, sales: the more, the sooner among equals. Any scale from 0 up. */
  popularity: number
}

/** A word to look for, as `understand` gives it. */
export interface QueryWord {
  /** Folded. */
  text: string
  /** With accents as typed: they rank, they never exclude. */
  marked: string
  /** Other words that do as well, folded. */
  or: readonly string[]
  /** "giá", "mua", "inch": ranks where it stands, may be missing. */
  is_soft: boolean
  /** Names a brand or category: the last to go where nothing holds all words. */
  is_kept?: boolean
}

export interface FindOptions {
  /** The last word may be half typed. */
  is_unfinished?: boolean
  /** Only these products count: of the filters, of the shop. Called for products that match words. */
  only?: (ordinal: number) => boolean
  /** False: all words or nothing. Default true. */
  may_loosen?: boolean
  /** False: the very words, neither beginnings nor corrections. Default true. */
  may_guess?: boolean
}

/** Products by words: best first, `scores` beside `ordinals`, 0 < score ≤ 1. */
export interface Found {
  ordinals: Int32Array
  scores: Float32Array
  /** No product holds all words: these hold most of them. */
  is_loosened: boolean
  /** The words as found, when letters had to be corrected to find anything. */
  corrected: string | null
}

export interface WordIndex {
  /** Adds a product, or takes the place of what stood at its ordinal. */
  put(document: WordDocument): void
  remove(ordinal: number): void
  /** Without words nothing is found. */
  find(words: readonly QueryWord[], options?: FindOptions): Found
  /** In how many products a folded word stands. */
  count(word: string): number
  /** Known words that a mistyped one may have been meant as, nearest first. */
  near: Spelling['near']
  /** Known words that sound like one written by ear: "mác" and "max". */
  alike: Sounds['alike']
  /** Whether a folded word stands in a product. */
  stands(word: string, ordinal: number): boolean
  /** Words that begin so, the commonest first. */
  beginning(prefix: string, most: number): string[]
}

/** What the matching needs to know of each product, by ordinal. */
export interface DocumentFacts {
  /** Words of the name that tell models apart; 0 where nothing stands. */
  cores: Uint8Array
  popularity: Float32Array
  most_popular: number
}

/** An index of all words of all goods, in memory, changed in place. */
export function createWordIndex(): WordIndex {
  const postings = createPostings()
  const spelling = createSpelling()
  const sounds = createSounds()
  const facts = newFacts()
  const words_of: (number[] | undefined)[] = []
  const matcher = createMatcher(postings, spelling, facts)
  const remove = (ordinal: number) => {
    for (const word of words_of[ordinal] ?? []) postings.drop(word, ordinal)
    words_of[ordinal] = undefined
    if (ordinal < facts.cores.length) facts.cores[ordinal] = 0
  }
  return {
    put(document) {
      const { ordinal } = document
      remove(ordinal)
      while (ordinal >= facts.cores.length) {
        facts.cores = longer(facts.cores)
        facts.popularity = longer(facts.popularity)
      }
      words_of[ordinal] = addWords(document, postings, { spelling, sounds })
      facts.cores[ordinal] = coreOf(document.name)
      facts.popularity[ordinal] = document.popularity
      facts.most_popular = Math.max(facts.most_popular, document.popularity)
    },
    remove,
    find: matcher.find,
    count: (word) => postings.sizes[postings.numberOf(word) ?? -1] ?? 0,
    alike: (word, is_spelt) => sounds.alike(word, is_spelt).filter((one) => isThere(postings, one)),
    stands: (word, ordinal) => postings.find(postings.numberOf(word) ?? -1, ordinal) >= 0,
    near: (word) => spelling.near(word).filter((one) => isThere(postings, one.word)),
    beginning: (prefix, most) =>
      matcher.beginning(prefix, most).map((word) => postings.words[word] ?? ''),
  }
}

function newFacts(): DocumentFacts {
  return { cores: new Uint8Array(1024), popularity: new Float32Array(1024), most_popular: 1 }
}

function isThere(postings: Postings, word: string): boolean {
  return (postings.sizes[postings.numberOf(word) ?? -1] ?? 0) > 0
}

/** Enters every word of a product and answers their numbers. */
function addWords(
  document: WordDocument,
  postings: Postings,
  { spelling, sounds }: { spelling: Spelling; sounds: Sounds },
): number[] {
  const { ordinal } = document
  const numbers = new Set<number>()
  const enter = (field: Field, text: string, marked: string, position: number) => {
    const is_new = postings.numberOf(text) === undefined
    const word = postings.add(text)
    if (is_new && field !== 'sku') {
      spelling.add(text)
      sounds.add(text)
    }
    postings.put(word, ordinal, placeOf(field, position, postings.spelling(word, marked)))
    numbers.add(word)
  }
  for (const field of ['name', 'sku', 'brand', 'series', 'category', 'facts'] as const) {
    const words = wordsOf(document[field], most_told)
    words.forEach((word, index) => {
      const position = field === 'name' ? index : elsewhere
      enter(field, word.text, word.marked, position)
      const glued = gluedAt(words, index)
      if (glued !== null) enter(field, glued, glued, position)
      if (field !== 'name') return
      for (const end of endsOfModel(glued ?? word.text)) enter('series', end, end, elsewhere)
    })
  }
  return [...numbers]
}

/** "wh-1000xm6" is also "wh1000xm6": the glued form, told at its first word. */
function gluedAt(words: readonly Word[], index: number): string | null {
  if (words[index]?.is_joined) return null
  let end = index + 1
  while (words[end]?.is_joined) end++
  if (end === index + 1) return null
  return words
    .slice(index, end)
    .map((word) => word.text)
    .join('')
}

/** Words of a name without memory sizes and what follows the bar ("| Chính hãng"). */
function coreOf(name: string): number {
  const [own = ''] = name.split('|')
  const words = wordsOf(own, most_told).filter((word) => !/^\d+(?:gb|tb)$/.test(word.text))
  return Math.min(255, Math.max(1, words.length))
}
