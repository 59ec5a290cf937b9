import { designatorOf, squeeze } from '#shop/search/index/model-parts.ts'
import { askedParts, type NearModel, nearestModels } from '#shop/search/index/nearest-models.ts'
import { at, type ProductIndex } from '#shop/search/index/product-index.ts'
import type { WordIndex } from '#shop/search/index/word-index.ts'
import type { QueryWord } from '#shop/search/index/word-slot.ts'
import {
  isAsked,
  isComparison,
  isMemory,
  isModel,
  isOfLine,
  isOfBrand,
  nameParts,
  namesModel,
} from '#shop/search/asked-model.ts'
import { kindOfName } from '#shop/search/query/known-names.ts'
import type { SearchWords } from '#shop/search/query/search-words.ts'
import type { Understanding, UnderstandOptions } from '#shop/search/query/understand.ts'
import type { Vocabulary } from '#shop/search/query/vocabulary.ts'

/** A model that the shop does not carry, and what comes nearest. */
export interface AbsentModel {
  /** As it was typed: "iphone 12 mini". Null if only the products' words are written in another way. */
  text: string | null
  /** The nearest products with their scores; null: only the kind is known. */
  nearest: ReadonlyMap<number, number> | null
  /** True if words of the query were left out to find it. */
  is_loosened: boolean
  /** The category of the model, if its name alone tells it. */
  category_id: number | null
}

/**
 * Returns the category of what the words name: of the best product, if its name begins with them. Null if the query
 * says a category, or has no price.
 */
export function kindOfWords(
  { words: { index }, index: products }: { words: SearchWords; index: ProductIndex },
  meant: Understanding,
  absent: AbsentModel | null,
): number | null {
  const has_price = meant.min_price !== null || meant.max_price !== null
  if (!has_price || meant.category_id !== null || meant.words.length === 0) return null
  const [nearest] = absent?.nearest?.keys() ?? []
  const ordinal = nearest ?? index.find(meant.words, { may_loosen: false }).ordinals[0]
  if (ordinal === undefined) return null
  const first = index.models.of(ordinal)?.own[0]
  const is_named = meant.words.some(({ text, or }) => [text, ...or].includes(first ?? ''))
  return is_named ? at(products.category_id, ordinal) : null
}

/** Returns the words of a query as typed, without those that became filters and soft ones around them. */
export function typedWords({ typed, words }: Understanding): string {
  const spans = words
    .map(({ start = 0, end = 0, is_soft }) => ({ start, end, is_soft }))
    .toSorted((one, other) => one.start - other.start)
  const from = spans.findIndex(({ is_soft }) => !is_soft)
  const to = spans.findLastIndex(({ is_soft }) => !is_soft)
  let text = ''
  let last = 0
  for (const { start, end } of from < 0 ? [] : spans.slice(from, to + 1)) {
    if (end <= last) continue
    const gap = typed.slice(last, start)
    text += (text === '' ? '' : /[\p{L}\p{N}]/u.test(gap) ? ' ' : gap) + typed.slice(start, end)
    last = end
  }
  return text
}

/** Only this many of the products with all words are looked at: the best come first. */
const max_looked_at = 500

/**
 * Finds out whether a query asks for a model that the shop does not carry. `isWithin` says which products belong to
 * the category of the query.
 */
export function absentModel(
  search: SearchWords,
  meant: Understanding,
  isWithin: (ordinal: number) => boolean,
  options: UnderstandOptions,
): AbsentModel | null {
  const { index, vocabulary } = search
  const { models } = index
  const words = meant.words.filter((word, at) => !word.is_soft && !isMemory(meant.words, at))
  const parts = askedParts(models, words)
  const foreign = parts.find(
    ({ text }) => kindOfName(text) !== null && models.having(text).length === 0,
  )
  if (!foreign && (!namesModel(models, parts) || isComparison(meant.typed))) return null
  // "Case" of a PC case is a synonym of other goods: the whole name of a model is none.
  if (models.has(squeeze(meant.typed).text)) return null
  if (words.some((word) => isBeginning(search, word))) return null
  const strict = index.find(meant.words, { ...options, may_loosen: false, only: isWithin })
  const matching = [...strict.ordinals.subarray(0, max_looked_at)]
  const isOfCategory = meant.category_id !== null
  if (matching.some((ordinal) => isAsked(models, models.of(ordinal), parts, isOfCategory)))
    return null
  const category_id = foreign ? categoryNamed(vocabulary, kindOfName(foreign.text)) : null
  const isAllowed = (ordinal: number) =>
    isWithin(ordinal) &&
    (category_id === null ||
      (vocabulary.membership.isIn(ordinal, category_id) && isOfBrand(models.of(ordinal), parts)))
  const near = nearestModels(models, parts, ({ ordinals }) => ordinals.some(isAllowed))
  // A cable for an "iPhone 15" has no such name, but is no absent model.
  if (isOfCategory && !foreign && !near.some(({ model }) => isOfLine(model, parts))) return null
  const nearest = scoresOf(
    [...meant.maybe.map((model) => ({ model, cost: 0 })), ...near],
    isAllowed,
  )
  if (nearest.size === 0 && category_id === null && !isOfCategory) return null
  const known = nameParts(models, parts)
  const is_there =
    !foreign &&
    near.some(({ model }) => isModel(model, known) && isAsked(models, model, known, isOfCategory))
  const is_loosened = is_there && known.length < parts.length
  // The model is there, but not in the colour or size that was asked for: most words decide.
  if (is_loosened && !isUnknown(index, words[0])) return null
  return {
    text: is_there ? null : typedWords(meant),
    is_loosened,
    nearest: nearest.size > 0 ? nearest : null,
    category_id,
  }
}

/** Returns the products of models with scores, the nearest first. */
function scoresOf(
  near: readonly NearModel[],
  isAllowed: (ordinal: number) => boolean,
): Map<number, number> {
  const scores = new Map<number, number>()
  for (const { model, cost } of near) {
    for (const ordinal of model.ordinals) {
      if (isAllowed(ordinal) && !scores.has(ordinal)) scores.set(ordinal, 1 / (1.05 + cost))
    }
  }
  return scores
}

/** "U2725" begins "U2725QE". */
function isBeginning({ index }: SearchWords, { text }: QueryWord): boolean {
  return (
    /^[a-z]\w{3,}$/.test(text) &&
    designatorOf(text) !== null &&
    index.count(text) === 0 &&
    index.beginning(text, 1).length > 0
  )
}

/** Returns whether a word is unknown, so that the other words alone would find anything. */
function isUnknown(index: WordIndex, word: QueryWord | undefined): boolean {
  return word !== undefined && [word.text, ...word.or].every((one) => index.count(one) === 0)
}

/** Returns the category with a folded name; null if there is none. */
function categoryNamed({ phrases }: Vocabulary, name: string | null): number | null {
  const [first = ''] = name?.split(' ') ?? []
  const found = phrases
    .get(first)
    ?.find(({ words, meaning }) => meaning.kind === 'category' && words.join(' ') === name)
  return found && 'category_id' in found.meaning ? found.meaning.category_id : null
}
