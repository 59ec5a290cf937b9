import { createSounds, type Sounds } from '#shop/search/index/sounds.ts'
import { createSpelling, type Spelling } from '#shop/search/index/spelling.ts'
import { newFacts } from '#shop/search/index/document-facts.ts'
import { createMatcher, type FindOptions, type Found } from '#shop/search/index/word-matcher.ts'
import { createPostings, elsewhere, longer, placeOf } from '#shop/search/index/word-postings.ts'
import type { Field, Postings } from '#shop/search/index/word-postings.ts'
import type { QueryWord } from '#shop/search/index/word-slot.ts'
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

/** An index of all words of all products, in memory, changed in place. */
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
