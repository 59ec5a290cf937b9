import { isSyllable } from '#pure/vietnamese/vietnamese-typing.ts'
import { editsOf, type Spelling } from '#shop/search/index/spelling.ts'
import type { DocumentFacts } from '#shop/search/index/document-facts.ts'
import { createScorer } from '#shop/search/index/word-scorer.ts'
import {
  type Candidate,
  max_slots,
  postingsOf,
  type QueryWord,
  type Slot,
} from '#shop/search/index/word-slot.ts'
import { sortedWords } from '#shop/search/index/word-beginnings.ts'
import type { Postings } from '#shop/search/index/word-postings.ts'

export interface FindOptions {
  /** The last word may be incomplete. */
  is_unfinished?: boolean
  /** Only products for which it returns true are found. Called for products that match words. */
  only?: (ordinal: number) => boolean
  /** False: only products with all words are found. Default true. */
  may_loosen?: boolean
  /** False: only exact words match, neither prefixes nor corrections. Default true. */
  may_guess?: boolean
}

/** Found products, best first. `scores` has the score of each ordinal, 0 < score ≤ 1. */
export interface Found {
  ordinals: Int32Array
  scores: Float32Array
  /** True if no product has all words: these have most of them. */
  is_loosened: boolean
}

interface Matcher {
  find(words: readonly QueryWord[], options?: FindOptions): Found
  /** Returns the numbers of the words with a prefix, the most frequent first. */
  beginning(prefix: string, max: number): number[]
}

const max_prefix_words = 200
const max_prefix_postings = 4_000
const max_guesses = 8

export function createMatcher(
  postings: Postings,
  spelling: Spelling,
  facts: DocumentFacts,
): Matcher {
  const sorted = sortedWords(postings)
  const score = createScorer(postings, facts)

  const slotsOf = (words: readonly QueryWord[], is_unfinished: boolean) =>
    words.map((query, index): Slot => {
      const is_last = index === words.length - 1
      const candidates = exactCandidates(query)
      const count = postingsOf({ candidates }, postings)
      if (is_unfinished && is_last)
        candidates.push(...prefixCandidates(query.text, 0.85, index === 0))
      else if (count === 0 && isAbbreviation(query)) {
        candidates.push(
          ...prefixCandidates(query.text, 0.8, index === 0).filter(({ word }) =>
            isWholeNumber(query.text, postings.words[word] ?? ''),
          ),
        )
      }
      // A word of a product is meant as it is; only others are corrected.
      if (candidates.length === 0) candidates.push(...corrections(query))
      const is_partial = is_unfinished && is_last && count === 0
      const weight = weightOf(query, candidates)
      return { query, candidates: distinct(candidates), weight, is_partial }
    })

  const exactSlots = (words: readonly QueryWord[]) =>
    words.map((query): Slot => {
      const candidates = exactCandidates(query)
      return { query, candidates, weight: weightOf(query, candidates), is_partial: false }
    })

  return {
    beginning: (prefix, max) => sorted.beginning(prefix, max),
    find(words, { is_unfinished = false, only, may_loosen = true, may_guess = true } = {}) {
      const query = words.slice(0, max_slots)
      if (query.length === 0) return nothing
      const exact = may_guess ? slotsOf(query, is_unfinished) : exactSlots(query)
      const strict = score(exact, { only, is_strict: true })
      if (strict.ordinals.length > 0) return { ...strict, is_loosened: false }
      if (!may_guess) return nothing
      if (!may_loosen) return nothing
      const known = is_unfinished ? exact : withoutGuesses(exact)
      const loose = score(known.map(withNameWeight), { only, is_strict: false })
      return { ...loose, is_loosened: loose.ordinals.length > 0 }
    },
  }

  /**
   * Removes what letters may be mistyped or abbreviated for: if a word is ignored, another guessed one is no better
   * ("noi com" would find "compact"). The beginning of a number is no guess ("U2725").
   */
  function withoutGuesses(slots: readonly Slot[]): Slot[] {
    return slots.map((slot) => {
      if (/\d/.test(slot.query.text)) return slot
      const candidates = exactCandidates(slot.query)
      return { ...slot, candidates, weight: weightOf(slot.query, candidates) }
    })
  }

  function exactCandidates({ text, or }: QueryWord): Candidate[] {
    return [text, ...or].flatMap((one, index) => {
      const word = postings.numberOf(one)
      return word === undefined ? [] : [{ word, quality: index === 0 ? 1 : 0.97 }]
    })
  }

  /** Returns the most frequent words with a prefix, as far as the total of their postings stays within a limit. */
  function prefixCandidates(prefix: string, quality: number, is_first: boolean): Candidate[] {
    let postings_left = is_first ? max_prefix_postings : max_prefix_postings * 4
    const words = sorted.beginning(prefix, max_prefix_words)
    const chosen = words.filter((word) => {
      const size = postings.sizes[word] ?? 0
      if (size > postings_left) return false
      postings_left -= size
      return true
    })
    // If all of them are too frequent, only the rarest is used.
    if (chosen.length === 0) chosen.push(...words.slice(-1))
    return chosen.map((word) => ({ word, quality }))
  }

  /** Returns corrections of a word. A syllable is not corrected, with or without accents: it is meant as typed. */
  function corrections({ text, marked, is_certain }: QueryWord): Candidate[] {
    if (is_certain || editsOf(text) === 0 || marked !== text || isSyllable(text)) return []
    return spelling
      .near(text)
      .slice(0, max_guesses)
      .flatMap(({ word: near, edits }) => {
        const word = postings.numberOf(near)
        return word === undefined ? [] : [{ word, quality: edits === 1 ? 0.7 : 0.55 }]
      })
  }

  /** Returns the weight of a word: rare words weigh more than frequent ones, soft words very little. */
  function weightOf(query: QueryWord, candidates: readonly Candidate[]): number {
    if (query.is_soft) return 0.1
    const count = postingsOf({ candidates }, postings)
    return 0.6 + 0.4 / (1 + Math.log10(1 + count))
  }
}

/** Returns whether a finished word may be the beginning of another. A word with accents is complete. */
function isAbbreviation({ text, marked, is_certain }: QueryWord): boolean {
  return !is_certain && text.length >= 3 && marked === text
}

/** Returns whether a prefix does not end within a number of the word: "wh1000" begins "wh1000xm6", "s2" not "s26". */
function isWholeNumber(prefix: string, word: string): boolean {
  return !/\d$/.test(prefix) || !/^\d/.test(word.slice(prefix.length))
}

/** Raises the weight of names of brands and categories in a loosened search. */
function withNameWeight(slot: Slot): Slot {
  return slot.query.is_name ? { ...slot, weight: slot.weight * 2.5 } : slot
}

const nothing: Found = {
  ordinals: new Int32Array(),
  scores: new Float32Array(),
  is_loosened: false,
}

function distinct(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<number, Candidate>()
  for (const one of candidates) {
    if ((best.get(one.word)?.quality ?? 0) < one.quality) best.set(one.word, one)
  }
  return [...best.values()].sort((one, other) => other.quality - one.quality)
}
