import type { DocumentFacts } from '#shop/search/index/document-facts.ts'
import { createSlotIntersection, look_up_cost } from '#shop/search/index/slot-intersection.ts'
import {
  field_weights,
  fieldOf,
  loose_weights,
  positionOf,
  type Postings,
  spellingOf,
} from '#shop/search/index/word-postings.ts'
import { rank } from '#shop/search/index/word-rank.ts'
import { postingsOf, type Slot } from '#shop/search/index/word-slot.ts'
import { WordTally } from '#shop/search/index/word-tally.ts'

interface ScoreOptions {
  /** Only products for which it returns true are scored. */
  only: ((ordinal: number) => boolean) | undefined
  /** True: products must contain all words that are not optional. False: those with most words are found. */
  is_strict: boolean
}

/** Factor for a word with other accents than typed. */
const other_accents = 0.97

/** Maximum number of postings that are read if no product has all words. */
const max_read = 60_000

/**
 * Share of the best score that a product needs. It tolerates other accents, but not a word in the facts instead of the
 * name.
 */
const share_of_best = 0.85

/** Minimum share of the words' weight that the best product must have. */
const min_share = 0.2

/**
 * Scores products for the words of a query, in three passes: find the candidate products, add up the weights
 * of the words in each, rank them.
 */
export function createScorer(postings: Postings, facts: DocumentFacts) {
  const tally = new WordTally()
  const intersectSlots = createSlotIntersection(postings)

  return (slots: readonly Slot[], { only, is_strict }: ScoreOptions) => {
    tally.begin(facts.cores.length)
    const candidates = is_strict ? intersectSlots(slots) : null
    if (candidates !== null) {
      const allowed = only === undefined ? candidates : candidates.filter(only)
      tally.admitOnly(allowed)
      addUp(tally, postings, slots, field_weights)
      return rank(tally, allowed, slots, facts)
    }
    const read = is_strict ? slots : rareEnough(slots, postings)
    addUp(tally, postings, read, is_strict ? field_weights : loose_weights)
    const allowed = only === undefined ? tally.ordinals : tally.ordinals.filter(only)
    return rank(tally, is_strict ? allowed : nearBest(tally, allowed, read), read, facts)
  }
}

/** Leaves out the most frequent words if reading their postings would exceed `max_read`: they say least. */
function rareEnough(slots: readonly Slot[], postings: Postings): readonly Slot[] {
  const by_size = slots
    .map((slot) => ({ slot, size: postingsOf(slot, postings) }))
    .sort((one, other) => one.size - other.size)
  const rare = new Set<Slot>()
  let cost = 0
  for (const { slot, size } of by_size) {
    cost += size
    if (cost <= max_read || rare.size === 0) rare.add(slot)
  }
  return slots.filter((slot) => rare.has(slot))
}

function addUp(
  tally: WordTally,
  postings: Postings,
  slots: readonly Slot[],
  weights: readonly number[],
): void {
  slots.forEach((slot, index) => {
    for (const { word, quality } of slot.candidates) {
      const add = adder(tally, postings, { slot, index, word, quality, weights })
      const start = postings.starts[word] ?? 0
      const end = start + (postings.sizes[word] ?? 0)
      if (tally.is_closed && tally.ordinals.length * look_up_cost < end - start) {
        for (const ordinal of tally.ordinals) {
          const at = postings.find(word, ordinal)
          if (at >= 0) add(at)
        }
      } else for (let at = start; at < end; at++) add(at)
    }
  })
}

interface CandidateOfSlot {
  slot: Slot
  index: number
  word: number
  quality: number
  weights: readonly number[]
}

/** Returns a function that adds one posting of a candidate to the tally. */
function adder(
  tally: WordTally,
  postings: Postings,
  { slot, index, word, quality, weights }: CandidateOfSlot,
): (at: number) => void {
  const { ordinals, occurrences } = postings
  const has_accents = slot.query.marked !== slot.query.text
  const spelling = has_accents ? postings.spellingKnown(word, slot.query.marked) : 0
  const worth = quality * slot.weight
  return (at) => {
    const ordinal = ordinals[at] ?? 0
    if (!tally.admits(ordinal)) return
    const occurrence = occurrences[at] ?? 0
    const accents = has_accents && spellingOf(occurrence) !== spelling ? other_accents : 1
    const field = weights[fieldOf(occurrence)] ?? 0
    tally.add(ordinal, index, worth * accents * field, positionOf(occurrence))
  }
}

/** Returns the products with nearly as much weight as the best one. */
function nearBest(tally: WordTally, ordinals: readonly number[], slots: readonly Slot[]): number[] {
  const significant = significantMask(slots)
  const sums = ordinals.map((ordinal) =>
    (tally.maskOf(ordinal) & significant) === 0 ? 0 : tally.sumOf(ordinal),
  )
  const max = sums.reduce((one, other) => Math.max(one, other), 0)
  const whole = slots.reduce((sum, slot) => sum + slot.weight, 0)
  if (max < whole * min_share) return []
  return ordinals.filter((_, index) => (sums[index] ?? 0) >= max * share_of_best)
}

/**
 * Returns the slots, as bits, of words longer than two characters that are no numbers; if there are none, of numbers.
 */
function significantMask(slots: readonly Slot[]): number {
  const maskOf = (isOne: (text: string) => boolean) =>
    slots.reduce((mask, { query }, index) => (isOne(query.text) ? mask | (1 << index) : mask), 0)
  const words = maskOf((text) => !/^(?:\d+|.{1,2})$/.test(text))
  return words === 0 ? maskOf((text) => /^\d{2,}$/.test(text)) : words
}
