import type { DocumentFacts } from '#shop/search/index/document-facts.ts'
import { createHolders, look_up_cost } from '#shop/search/index/word-holders.ts'
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
  /** Only these products count. */
  only: ((ordinal: number) => boolean) | undefined
  /** All words that are not optional must be held; else the products that hold most. */
  is_strict: boolean
}

/** A word that is spelt with other accents counts a little less. */
const other_accents = 0.97

/** Postings that are read where no product holds all words. */
const most_read = 60_000

/** A word in a name and the same among the facts are not the same; accents and the like are. */
const nearly = 0.85

/** Products that hold less of the words than this are no answer. */
const least_share = 0.2

/**
 * Scores products for the words of a query, in three passes: find the products that may answer, add up
 * what each holds, rank them.
 */
export function createScorer(postings: Postings, facts: DocumentFacts) {
  const tally = new WordTally()
  const holdersOf = createHolders(postings)

  return (slots: readonly Slot[], { only, is_strict }: ScoreOptions) => {
    tally.begin(facts.cores.length)
    const holders = is_strict ? holdersOf(slots) : null
    if (holders !== null) {
      const allowed = only === undefined ? holders : holders.filter(only)
      tally.admitOnly(allowed)
      addUp(tally, postings, slots, field_weights)
      return rank(tally, allowed, slots, facts)
    }
    const read = is_strict ? slots : rareEnough(slots, postings)
    addUp(tally, postings, read, is_strict ? field_weights : loose_weights)
    const allowed = only === undefined ? tally.ordinals : tally.ordinals.filter(only)
    return rank(tally, is_strict ? allowed : fullest(tally, allowed, read), read, facts)
  }
}

/** Words that stand nearly everywhere tell least: they are left out where the others cost enough. */
function rareEnough(slots: readonly Slot[], postings: Postings): readonly Slot[] {
  const by_size = slots
    .map((slot) => ({ slot, size: postingsOf(slot, postings) }))
    .sort((one, other) => one.size - other.size)
  const rare = new Set<Slot>()
  let cost = 0
  for (const { slot, size } of by_size) {
    cost += size
    if (cost <= most_read || rare.size === 0) rare.add(slot)
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

/** Adds one posting of a candidate to the tally. */
function adder(
  tally: WordTally,
  postings: Postings,
  { slot, index, word, quality, weights }: CandidateOfSlot,
): (at: number) => void {
  const { ordinals, places } = postings
  const has_accents = slot.query.marked !== slot.query.text
  const spelling = has_accents ? postings.spellingKnown(word, slot.query.marked) : 0
  const worth = quality * slot.weight
  return (at) => {
    const ordinal = ordinals[at] ?? 0
    if (!tally.admits(ordinal)) return
    const place = places[at] ?? 0
    const accents = has_accents && spellingOf(place) !== spelling ? other_accents : 1
    const field = weights[fieldOf(place)] ?? 0
    tally.add(ordinal, index, worth * accents * field, positionOf(place))
  }
}

/** Products that hold nearly as much as the best of them. */
function fullest(tally: WordTally, ordinals: readonly number[], slots: readonly Slot[]): number[] {
  const telling = tellingMask(slots)
  const held = ordinals.map((ordinal) =>
    (tally.maskOf(ordinal) & telling) === 0 ? 0 : tally.sumOf(ordinal),
  )
  const most = held.reduce((one, other) => Math.max(one, other), 0)
  const whole = slots.reduce((sum, slot) => sum + slot.weight, 0)
  if (most < whole * least_share) return []
  return ordinals.filter((_, index) => (held[index] ?? 0) >= most * nearly)
}

/** Scraps and bare numbers say nothing of what is looked for, unless there is nothing else. */
function tellingMask(slots: readonly Slot[]): number {
  const maskOf = (isOne: (text: string) => boolean) =>
    slots.reduce((mask, { query }, index) => (isOne(query.text) ? mask | (1 << index) : mask), 0)
  const words = maskOf((text) => !/^(?:\d+|.{1,2})$/.test(text))
  return words === 0 ? maskOf((text) => /^\d{2,}$/.test(text)) : words
}
