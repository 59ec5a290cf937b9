import type { DocumentFacts } from '#shop/search/index/document-facts.ts'
import { tierBits } from '#shop/search/index/model-parts.ts'
import { elsewhere } from '#shop/search/index/word-postings.ts'
import type { Slot } from '#shop/search/index/word-slot.ts'
import type { WordTally } from '#shop/search/index/word-tally.ts'

/** The weight of each signal in a score. The rest of 0.95 is the weight of the words themselves. */
interface Weights {
  /** Share of the name's words that the query has. */
  core: number
  /** How early in the name the first word occurs. */
  lead: number
  popularity: number
}

// A query with a model number or several words looks for one model; a single word looks for the best of a kind.
const one_model: Weights = { core: 0.2, lead: 0.06, popularity: 0.05 }
const best_of_kind: Weights = { core: 0.04, lead: 0.1, popularity: 0.16 }
const run_weight = 0.05
/** As much as all popularity: who asks for the case of an iPhone 16 does not mean that of a 16 Pro, which more buy. */
const other_tier = one_model.popularity

/** Calculates a score for each product, at most 1, and sorts the best first. */
export function rank(
  tally: WordTally,
  ordinals: readonly number[],
  slots: readonly Slot[],
  facts: DocumentFacts,
) {
  const { core, lead, popularity } = asksForOneModel(slots) ? one_model : best_of_kind
  const word_weight = 1 - run_weight - core - lead - popularity
  const whole = slots.reduce((sum, slot) => sum + slot.weight, 0)
  const most_popular = Math.log1p(facts.most_popular)
  const asked_tiers = tierBits(slots.flatMap(({ query }) => [query.text, ...query.or]))
  const has_number = slots.some(isNumbered)
  const scores = new Float32Array(ordinals.length)
  ordinals.forEach((ordinal, index) => {
    const first = tally.firstPositionOf(ordinal)
    scores[index] =
      word_weight * (tally.sumOf(ordinal) / whole) +
      core * Math.min(1, tally.nameWordsOf(ordinal) / (facts.cores[ordinal] ?? 1)) +
      lead * (first === elsewhere ? 0 : 1 / (1 + first / 2)) +
      popularity * (Math.log1p(facts.popularity[ordinal] ?? 0) / most_popular) +
      run_weight * (slots.length < 2 ? 1 : tally.runsOf(ordinal) / (slots.length - 1)) -
      (has_number && ((facts.tiers[ordinal] ?? 0) & ~asked_tiers) !== 0 ? other_tier : 0)
  })
  return bestFirst(ordinals, scores)
}

function asksForOneModel(slots: readonly Slot[]): boolean {
  return slots.filter((slot) => !slot.is_partial).length > 2 || slots.some(isNumbered)
}

function isNumbered({ query, is_partial }: Slot): boolean {
  return !is_partial && /\d/.test(query.text)
}

const max_products = 2 ** 20

/** Encodes score and index in one number, because numbers sort many times faster than with a comparison function. */
function bestFirst(ordinals: readonly number[], scores: Float32Array) {
  const keys = Float64Array.from(
    scores,
    (score, index) => Math.round((2 - score) * 1e6) * max_products + index,
  ).sort()
  const indexOf = (key: number) => key % max_products
  return {
    ordinals: Int32Array.from(keys, (key) => ordinals[indexOf(key)] ?? 0),
    scores: Float32Array.from(keys, (key) => scores[indexOf(key)] ?? 0),
  }
}
