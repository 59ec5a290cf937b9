import type { DocumentFacts, QueryWord } from '#shop/search/index/word-index.ts'
import {
  elsewhere,
  field_weights,
  fieldOf,
  loose_weights,
} from '#shop/search/index/word-postings.ts'
import { createHolders, look_up_cost } from '#shop/search/index/word-holders.ts'
import { longer, positionOf, spellingOf, type Postings } from '#shop/search/index/word-postings.ts'

/** A word of the index that may stand for a word of the query. */
export interface Candidate {
  word: number
  /** 1 for the very word, less for a beginning or a correction. */
  quality: number
}

export interface Slot {
  query: QueryWord
  candidates: Candidate[]
  weight: number
  /** Half typed: no word of the goods yet. */
  is_begun: boolean
}

/** More words cost time and tell nothing more; their bits must fit a number. */
export const most_slots = 16

const turns_of_key = 2 ** 20

/** Best first. Numbers sort many times faster than things that must be compared by a function. */
function inOrder(ordinals: readonly number[], scores: Float32Array) {
  const keys = Float64Array.from(
    scores,
    (score, index) => Math.round((2 - score) * 1e6) * turns_of_key + index,
  ).sort()
  const turn = (key: number) => key % turns_of_key
  return {
    ordinals: Int32Array.from(keys, (key) => ordinals[turn(key)] ?? 0),
    scores: Float32Array.from(keys, (key) => scores[turn(key)] ?? 0),
  }
}

/** A word in a name and the same among the facts are not the same; accents and the like are. */
const nearly = 0.85

/** Places that are looked at where nothing holds all words. */
const most_counted = 60_000

/** Goods that hold less of the words than this are no answer. */
const least_share = 0.2

type Play = { only: ((ordinal: number) => boolean) | undefined; is_strict: boolean }

/** The table on which one query at a time counts what each product holds; kept between queries. */
export function createBoard(postings: Postings, facts: DocumentFacts) {
  let turn = 0
  let room = 1024
  let turns = new Int32Array(room)
  let masks = new Int32Array(room)
  let sums = new Float32Array(room)
  let slot_bests = new Float32Array(room)
  let slot_marks = new Int32Array(room)
  let in_name = new Uint8Array(room)
  let leads = new Uint8Array(room)
  let lasts = new Uint8Array(room)
  let runs = new Uint8Array(room)
  let touched: number[] = []
  /** The goods on the table are all that count: no others come to it. */
  let is_closed = false
  let weights = field_weights
  const holdersOf = createHolders(postings)

  return {
    play(slots: readonly Slot[], { only, is_strict }: Play) {
      while (room < facts.cores.length) enlarge()
      nextTurn()
      weights = is_strict ? field_weights : loose_weights
      const holders = is_strict ? holdersOf(slots) : null
      if (holders) {
        const counts = only === undefined ? holders : holders.filter(only)
        counts.forEach(seat)
        is_closed = true
        if (counts.length > 0) slots.forEach(layDown)
        return ranked(counts, slots)
      }
      const own = is_strict ? slots : rareEnough(slots)
      own.forEach(layDown)
      const counts = only === undefined ? touched : touched.filter(only)
      return ranked(is_strict ? counts : mostOf(counts, own), own)
    },
  }

  /** Words that stand nearly everywhere tell least: they go unasked where the others cost enough. */
  function rareEnough(slots: readonly Slot[]): readonly Slot[] {
    let cost = 0
    const rare = new Set(
      slots
        .map((slot) => ({
          slot,
          size: slot.candidates.reduce((sum, { word }) => sum + (postings.sizes[word] ?? 0), 0),
        }))
        .sort((one, other) => one.size - other.size)
        .filter(({ size }, turn) => (cost += size) <= most_counted || turn === 0)
        .map(({ slot }) => slot),
    )
    return slots.filter((slot) => rare.has(slot))
  }

  function nextTurn(): void {
    touched = []
    is_closed = false
    if (++turn < 100_000_000) return
    turn = 1
    turns.fill(0)
    slot_marks.fill(0)
  }

  function layDown(slot: Slot, index: number): void {
    const mark = turn * most_slots + index
    const { ordinals, places, starts, sizes } = postings
    for (const { word, quality } of slot.candidates) {
      const start = starts[word] ?? 0
      const end = start + (sizes[word] ?? 0)
      const is_spelt = slot.query.marked !== slot.query.text
      const spelt = is_spelt ? postings.spellingKnown(word, slot.query.marked) : 0
      const worth = quality * slot.weight
      const lay = (at: number) => {
        const ordinal = ordinals[at] ?? 0
        if (is_closed && turns[ordinal] !== turn) return
        const place = places[at] ?? 0
        const accents = is_spelt && spellingOf(place) !== spelt ? 0.97 : 1
        const own = worth * accents * (weights[fieldOf(place)] ?? 0)
        count(ordinal, mark, index, own, positionOf(place))
      }
      if (is_closed && touched.length * look_up_cost < end - start) {
        for (const ordinal of touched) {
          const at = postings.find(word, ordinal)
          if (at >= 0) lay(at)
        }
      } else for (let at = start; at < end; at++) lay(at)
    }
  }

  /** Clears a product's place at the table. */
  function seat(ordinal: number): void {
    turns[ordinal] = turn
    masks[ordinal] = 0
    sums[ordinal] = 0
    in_name[ordinal] = 0
    runs[ordinal] = 0
    leads[ordinal] = elsewhere
    lasts[ordinal] = elsewhere
    touched.push(ordinal)
  }

  // Called for every posting: numbers one by one, as an object each would cost more than the rest.
  // oxlint-disable-next-line max-params
  function count(
    ordinal: number,
    mark: number,
    index: number,
    worth: number,
    position: number,
  ): void {
    if (turns[ordinal] !== turn) seat(ordinal)
    const is_first = slot_marks[ordinal] !== mark
    if (is_first) {
      slot_marks[ordinal] = mark
      slot_bests[ordinal] = 0
      masks[ordinal] = (masks[ordinal] ?? 0) | (1 << index)
    }
    const best = slot_bests[ordinal] ?? 0
    if (worth <= best) return
    sums[ordinal] = (sums[ordinal] ?? 0) + worth - best
    slot_bests[ordinal] = worth
    if (is_first && position !== elsewhere) standInName(ordinal, position)
  }

  function standInName(ordinal: number, position: number): void {
    in_name[ordinal] = (in_name[ordinal] ?? 0) + 1
    if (position === (lasts[ordinal] ?? 0) + 1) runs[ordinal] = (runs[ordinal] ?? 0) + 1
    lasts[ordinal] = position
    if (position < (leads[ordinal] ?? 0)) leads[ordinal] = position
  }

  /** Those that hold nearly as much as the best of them; a word among facts is less than one in a name. */
  function mostOf(ordinals: readonly number[], slots: readonly Slot[]): number[] {
    // Scraps and bare numbers say nothing of what is looked for.
    const among = (isOne: (text: string) => boolean) =>
      slots.reduce((mask, { query }, index) => mask | (isOne(query.text) ? 1 << index : 0), 0)
    const telling =
      among((text) => !/^(?:\d+|.{1,2})$/.test(text)) || among((text) => /^\d{2,}$/.test(text))
    const held = ordinals.map((ordinal) =>
      ((masks[ordinal] ?? 0) & telling) === 0 ? 0 : (sums[ordinal] ?? 0),
    )
    const most = held.reduce((one, other) => Math.max(one, other), 0)
    const whole = slots.reduce((sum, slot) => sum + slot.weight, 0)
    if (most < whole * least_share) return []
    return ordinals.filter((_, index) => (held[index] ?? 0) >= most * nearly)
  }

  function ranked(ordinals: readonly number[], slots: readonly Slot[]) {
    const whole = slots.reduce((sum, slot) => sum + slot.weight, 0)
    // A model's number or several words ask for one model; a word alone asks for the best of a kind.
    const said = slots.filter((slot) => !slot.is_begun)
    const is_exact = said.length > 2 || said.some(({ query }) => /\d/.test(query.text))
    const [share, lead, popular] = is_exact ? [0.2, 0.06, 0.05] : [0.04, 0.1, 0.16]
    const scores = new Float32Array(ordinals.length)
    const most_popular = Math.log1p(facts.most_popular)
    ordinals.forEach((ordinal, index) => {
      const words = (sums[ordinal] ?? 0) / whole
      const core = Math.min(1, (in_name[ordinal] ?? 0) / (facts.cores[ordinal] ?? 1))
      const first = leads[ordinal] ?? elsewhere
      const start = first === elsewhere ? 0 : 1 / (1 + first / 2)
      const views = Math.log1p(facts.popularity[ordinal] ?? 0) / most_popular
      const run = slots.length < 2 ? 1 : (runs[ordinal] ?? 0) / (slots.length - 1)
      scores[index] =
        words * (0.95 - share - lead - popular) +
        share * core +
        lead * start +
        popular * views +
        0.05 * run
    })
    return inOrder(ordinals, scores)
  }

  function enlarge(): void {
    room *= 2
    turns = longer(turns)
    masks = longer(masks)
    sums = longer(sums)
    slot_bests = longer(slot_bests)
    slot_marks = longer(slot_marks)
    in_name = longer(in_name)
    leads = longer(leads)
    lasts = longer(lasts)
    runs = longer(runs)
  }
}
