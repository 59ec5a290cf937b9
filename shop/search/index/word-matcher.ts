import { editsOf, type Spelling } from '#shop/search/index/spelling.ts'
import type { DocumentFacts } from '#shop/search/index/document-facts.ts'
import { createScorer } from '#shop/search/index/word-scorer.ts'
import {
  type Candidate,
  most_slots,
  postingsOf,
  type QueryWord,
  type Slot,
} from '#shop/search/index/word-slot.ts'
import { sortedWords } from '#shop/search/index/word-beginnings.ts'
import type { Postings } from '#shop/search/index/word-postings.ts'

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

export interface Matcher {
  find(words: readonly QueryWord[], options?: FindOptions): Found
  /** Numbers of words that begin so, the commonest first. */
  beginning(prefix: string, most: number): number[]
}

const most_beginnings = 200
const most_begun = 4_000
const most_guesses = 8

export function createMatcher(
  postings: Postings,
  spelling: Spelling,
  facts: DocumentFacts,
): Matcher {
  const sorted = sortedWords(postings)
  const score = createScorer(postings, facts)

  const slotsOf = (words: readonly QueryWord[], is_unfinished: boolean, is_guessing: boolean) =>
    words.map((query, index): Slot => {
      const is_last = index === words.length - 1
      const candidates = exactOnes(query)
      const count = postingsOf({ candidates }, postings)
      if (is_unfinished && is_last) candidates.push(...begun(query.text, 0.85, index === 0))
      else if (count === 0 && query.text.length >= 3) {
        candidates.push(...begun(query.text, 0.8, index === 0))
      }
      if ((is_guessing && !query.is_kept) || candidates.length === 0) {
        candidates.push(...guesses(query))
      }
      const is_begun = is_unfinished && is_last && count === 0
      const weight = weightOf(query, candidates)
      return { query, candidates: distinct(candidates), weight, is_begun }
    })

  const verySlots = (words: readonly QueryWord[]) =>
    words.map((query): Slot => {
      const candidates = exactOnes(query)
      return { query, candidates, weight: weightOf(query, candidates), is_begun: false }
    })

  return {
    beginning: (prefix, most) => sorted.beginning(prefix, most),
    find(words, { is_unfinished = false, only, may_loosen = true, may_guess = true } = {}) {
      const query = words.slice(0, most_slots)
      if (query.length === 0) return nothing
      const exact = may_guess ? slotsOf(query, is_unfinished, false) : verySlots(query)
      const strict = score(exact, { only, is_strict: true })
      if (strict.ordinals.length > 0) return { ...strict, is_loosened: false, corrected: null }
      if (!may_guess) return nothing
      // What names a brand or category was meant; only the words beside it may be others.
      const guessed = slotsOf(query, is_unfinished, true)
      const near = score(guessed, { only, is_strict: true })
      if (near.ordinals.length > 0) {
        return { ...near, is_loosened: false, corrected: null }
      }
      if (!may_loosen) return nothing
      const loose = score(exact.map(ofNames), { only, is_strict: false })
      return { ...loose, is_loosened: loose.ordinals.length > 0, corrected: null }
    },
  }

  function exactOnes({ text, or }: QueryWord): Candidate[] {
    return [text, ...or].flatMap((one, index) => {
      const word = postings.numberOf(one)
      return word === undefined ? [] : [{ word, quality: index === 0 ? 1 : 0.97 }]
    })
  }

  /** The commonest words that begin so, as long as they stand in no more products than anybody looks at. */
  function begun(prefix: string, quality: number, is_first: boolean): Candidate[] {
    let room = is_first ? most_begun : most_begun * 4
    const words = sorted.beginning(prefix, most_beginnings)
    const some = words.filter((word) => {
      const size = postings.sizes[word] ?? 0
      if (size > room) return false
      room -= size
      return true
    })
    // Where even the rarest is everywhere, it is what was meant.
    if (some.length === 0) some.push(...words.slice(-1))
    return some.map((word) => ({ word, quality }))
  }

  /** Whoever types accents means the word. */
  function guesses({ text, marked }: QueryWord): Candidate[] {
    if (editsOf(text) === 0 || marked !== text) return []
    return spelling
      .near(text)
      .slice(0, most_guesses)
      .flatMap(({ word: near, edits }) => {
        const word = postings.numberOf(near)
        return word === undefined ? [] : [{ word, quality: edits === 1 ? 0.7 : 0.55 }]
      })
  }

  /** Rare words tell more than common ones; soft ones tell little. */
  function weightOf(query: QueryWord, candidates: readonly Candidate[]): number {
    if (query.is_soft) return 0.1
    const count = postingsOf({ candidates }, postings)
    return 0.6 + 0.4 / (1 + Math.log10(1 + count))
  }
}

/** What was asked for by its brand or kind stays longest. */
function ofNames(slot: Slot): Slot {
  return slot.query.is_kept ? { ...slot, weight: slot.weight * 2.5 } : slot
}

const nothing: Found = {
  ordinals: new Int32Array(),
  scores: new Float32Array(),
  is_loosened: false,
  corrected: null,
}

function distinct(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<number, Candidate>()
  for (const one of candidates) {
    if ((best.get(one.word)?.quality ?? 0) < one.quality) best.set(one.word, one)
  }
  return [...best.values()].sort((one, other) => other.quality - one.quality)
}
