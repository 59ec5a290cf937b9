import { createSounds, type Sounds } from '#shop/search/index/sounds.ts'
import { createSpelling, type Spelling } from '#shop/search/index/spelling.ts'
import { createModelNames, type ModelNames } from '#shop/search/index/model-names.ts'
import { newFacts } from '#shop/search/index/document-facts.ts'
import { partsOf, tierBits } from '#shop/search/index/model-parts.ts'
import { createNumberLists } from '#shop/search/index/number-lists.ts'
import { createMatcher, type FindOptions, type Found } from '#shop/search/index/word-matcher.ts'
import {
  createPostings,
  elsewhere,
  longer,
  encodeOccurrence,
} from '#shop/search/index/word-postings.ts'
import type { Field, Postings } from '#shop/search/index/word-postings.ts'
import type { QueryWord } from '#shop/search/index/word-slot.ts'
import { endsOfModel, max_text_words, wordsOf, type Word } from '#shop/search/index/words.ts'

/** The texts by which a search finds a product, as shoppers read them, with accents. */
export interface WordDocument {
  /** The product's ordinal in the read model: small, dense, may be reused after `remove`. */
  ordinal: number
  name: string
  /** The name of its model, without memory and colour. Default: read from `name`. */
  model?: string
  brand: string
  /** Its category and those above it, separated by blanks. */
  category: string
  series: string
  /** All its SKUs, separated by blanks. */
  sku: string
  /** Memory, colours and other facts: "256GB 12GB đen titan". */
  facts: string
  /** Views and sales: more popular products rank higher among equals. Any scale from 0 up. */
  popularity: number
}

export interface WordIndex {
  /** The models of the products. */
  models: ModelNames
  /** Adds a product, or replaces the product at its ordinal. */
  put(document: WordDocument): void
  remove(ordinal: number): void
  /** Finds products by words, best first. Without words the result is empty. */
  find(words: readonly QueryWord[], options?: FindOptions): Found
  /** Returns the number of products that contain a folded word. */
  count(word: string): number
  /** Returns the words of products that are close to a mistyped one, nearest first. */
  near: Spelling['near']
  /** Returns the words of products that sound like one written by ear: "mác" and "max". */
  soundingLike: Sounds['soundingLike']
  /** Returns whether a product contains a folded word. */
  isInProduct(word: string, ordinal: number): boolean
  /** Returns the words with a prefix, the most frequent first. */
  beginning(prefix: string, max: number): string[]
}

/** Creates an empty index of words, in memory and changed in place. */
export function createWordIndex(): WordIndex {
  const postings = createPostings()
  const spelling = createSpelling()
  const sounds = createSounds()
  const facts = newFacts()
  const models = createModelNames()
  const words_by_ordinal = createNumberLists()
  const matcher = createMatcher(postings, spelling, facts)
  const remove = (ordinal: number) => {
    for (const word of words_by_ordinal.of(ordinal)) postings.drop(word, ordinal)
    words_by_ordinal.remove(ordinal)
    models.remove(ordinal)
    if (ordinal < facts.cores.length) facts.cores[ordinal] = 0
  }
  return {
    models,
    put(document) {
      const { ordinal, name, brand, popularity } = document
      remove(ordinal)
      while (ordinal >= facts.cores.length) {
        facts.cores = longer(facts.cores)
        facts.tiers = longer(facts.tiers)
        facts.popularity = longer(facts.popularity)
      }
      words_by_ordinal.put(ordinal, addWords(document, postings, { spelling, sounds }))
      facts.cores[ordinal] = coreOf(name)
      facts.tiers[ordinal] = tierBits(partsOf(name))
      facts.popularity[ordinal] = document.popularity
      models.put(ordinal, { name: document.model ?? modelIn(name), brand, popularity })
      facts.most_popular = Math.max(facts.most_popular, document.popularity)
    },
    remove,
    find: matcher.find,
    count: (word) => postings.sizes[postings.numberOf(word) ?? -1] ?? 0,
    soundingLike: (word, is_spelt) =>
      sounds.soundingLike(word, is_spelt).filter((one) => isInUse(postings, one)),
    isInProduct: (word, ordinal) => postings.find(postings.numberOf(word) ?? -1, ordinal) >= 0,
    near: (word) => spelling.near(word).filter((one) => isInUse(postings, one.word)),
    beginning: (prefix, max) =>
      matcher.beginning(prefix, max).map((word) => postings.words[word] ?? ''),
  }
}

function isInUse(postings: Postings, word: string): boolean {
  return (postings.sizes[postings.numberOf(word) ?? -1] ?? 0) > 0
}

/** Adds every word of a product and returns the numbers of these words. */
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
    postings.put(word, ordinal, encodeOccurrence(field, position, postings.spelling(word, marked)))
    numbers.add(word)
  }
  for (const field of ['name', 'sku', 'brand', 'series', 'category', 'facts'] as const) {
    const words = wordsOf(document[field], max_text_words)
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

/** Returns the glued form of joined words at its first word, else null: "wh-1000xm6" is also "wh1000xm6". */
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

/** Returns the model in a product's name: "iPhone 17 Pro 256GB | Chính hãng VN/A" → "iPhone 17 Pro". */
export function modelIn(name: string): string {
  const [own = ''] = name.split('|')
  return own.replace(/(?:\s+(?:WiFi|\d+(?:GB|TB)))*\s*$/, '')
}

/** Counts the words of a name without memory sizes and without the text after the bar ("| Chính hãng"). */
function coreOf(name: string): number {
  const [own = ''] = name.split('|')
  const words = wordsOf(own, max_text_words).filter((word) => !/^\d+(?:gb|tb)$/.test(word.text))
  return Math.min(255, Math.max(1, words.length))
}
