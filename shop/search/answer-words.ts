import type { ListingQuestion, Understood } from '#contracts/storefront/search.ts'
import {
  type AbsentModel,
  absentModel,
  kindOfWords,
  typedWords,
} from '#shop/search/absent-model.ts'
import type { Answers } from '#shop/search/cached-answers.ts'
import { correctionOf } from '#shop/search/corrected-query.ts'
import { type Attempt, attemptsFor } from '#shop/search/give-way.ts'
import { giftCategoryIds, ideaScores } from '#shop/search/idea-scores.ts'
import { hasBit } from '#shop/search/index/bits.ts'
import { amongOf, type IndexedProducts, type Matched } from '#shop/search/listing.ts'
import { checksOf, passes } from '#shop/search/facets/narrowing.ts'
import { viewOf } from '#shop/search/index/price-views.ts'
import { listedOrdinals, type ProductIndex } from '#shop/search/index/product-index.ts'
import type { SearchWords } from '#shop/search/query/search-words.ts'
import { understand } from '#shop/search/query/understand.ts'
import type { Understanding, UnderstandOptions } from '#shop/search/query/understand.ts'
import type { Found } from '#shop/search/index/word-matcher.ts'

/** A question with the filters that its words mean, and the products that contain the remaining words. */
interface WordAnswer {
  question: ListingQuestion
  matched: Matched
}

type State = IndexedProducts & { words: SearchWords; meanings: Answers<Understanding> }
type Check = (ordinal: number) => boolean

/**
 * Answers the words of a question. Words that mean a filter narrow the products like a filter, but filters
 * that the shopper chose have priority. If no product fits all, what was read from the words gives way step by step.
 * If the first product does not have the corrected words, or words are ignored nevertheless, the query is answered as
 * typed.
 */
export function answerWords(
  state: State,
  question: ListingQuestion,
  options: UnderstandOptions = {},
): WordAnswer {
  const { answer, is_held } = answerMeant(state, question, options)
  if (is_held) return answer
  const plain = answerMeant(state, question, { ...options, may_correct: false }).answer
  return plain.matched.ordinals.length > 0 ? plain : answer
}

/** Understands a query. Requests for other pages or with other filters have the same words. */
function meaningOf(state: State, q: string, options: UnderstandOptions): Understanding {
  const { is_unfinished = false, may_correct = true } = options
  return state.meanings.ask(`${is_unfinished} ${may_correct} ${q}`, () =>
    understand(q, state.words.vocabulary, options),
  )
}

/** `is_held` is false if words were corrected that the first product does not have. */
function answerMeant(
  state: State,
  question: ListingQuestion,
  options: UnderstandOptions,
): { answer: WordAnswer; is_held: boolean } {
  const { words } = state
  const meant = meaningOf(state, question.q, options)
  const isWithin = (ordinal: number) =>
    meant.category_id === null || words.vocabulary.membership.isIn(ordinal, meant.category_id)
  const absent = meant.unsold === null ? absentModel(words, meant, isWithin, options) : null
  const kind = absent?.category_id ?? kindOfWords(state, meant, absent)
  for (const attempt of attemptsFor(meant, kind)) {
    const answer = answerAs(state, question, attempt, absent, options)
    const fits = checkOf(state, answer.question, attempt)
    const first = answer.matched.ordinals.find(fits)
    if (first === undefined) continue
    const { understood } = answer.matched
    const { corrected, is_held } = correctionOf(words, meant, first, {
      ...options,
      is_guessing: absent === null && !attempt.is_without_words,
      is_loosened: understood.is_loosened,
    })
    const has_nothing =
      attempt.is_without_words && kind === null && attempt.meant.chips.every(isPrice)
    const told: Partial<Understood> = {
      corrected,
      absent: absent?.text ?? (has_nothing ? typedWords(meant) : null),
      is_loosened: understood.is_loosened || attempt.meant !== meant || meant.device_brand !== null,
      is_beyond_price: attempt.is_beyond_price,
    }
    return { answer: withUnderstood(answer, told), is_held }
  }
  const [whole] = attemptsFor(meant, kind) as [Attempt]
  return {
    answer: withUnderstood(answerAs(state, question, whole, absent, options), {
      absent: absent?.text ?? meant.unsold,
      ...(meant.topics.length === 0 ? { answers: articlesFor(words, meant) } : {}),
    }),
    is_held: meant.corrections.length === 0,
  }
}

const max_articles = 3

/** Returns articles with all words in their title, for a query of several words that finds no product. */
function articlesFor({ posts }: SearchWords, { words }: Understanding): Understood['answers'] {
  if (words.length < 2) return []
  const texts = words.map(({ text }) => text)
  return posts.find(texts, max_articles).map(({ title, path }) => ({ title, path }))
}

function isPrice({ kind }: Understood['chips'][number]): boolean {
  return kind === 'price'
}

function withUnderstood({ question, matched }: WordAnswer, told: Partial<Understood>): WordAnswer {
  return { question, matched: { ...matched, understood: { ...matched.understood, ...told } } }
}

function answerAs(
  state: State,
  question: ListingQuestion,
  { meant, asked, is_beyond_price, kind }: Attempt,
  absent: AbsentModel | null,
  options: UnderstandOptions,
): WordAnswer {
  const merged = merge(state, question, meant)
  const among = amongOf(state.index, merged)
  const understood: Understood = {
    corrected: null,
    absent: null,
    answers: state.words.answers.find(meant.topics, meant.category_id),
    chips: meant.chips,
    is_loosened: false,
    is_used: meant.is_used,
    is_beyond_price,
  }
  const answerWith = (found: Pick<Matched, 'ordinals' | 'scores'>, is_loosened: boolean) => ({
    question: merged,
    matched: { ...found, understood: { ...understood, is_loosened } },
  })
  if (meant.words.length === 0) {
    const is_named = meant.chips.length > 0 || kind !== null || merged.category_id !== undefined
    const has_any = meant.unsold === null && (is_named || is_beyond_price)
    const ordinals = has_any ? among : new Int32Array()
    const { device_brand } = meant
    const scores =
      device_brand === null || is_beyond_price
        ? ideaScores(state, ordinals, merged, { meant, asked })
        : brandScores(state, ordinals, device_brand)
    return answerWith({ ordinals, scores }, false)
  }
  const isAmong = setOf(among, state.index)
  if (absent) {
    const near = [...(absent.nearest ?? [])].filter(([ordinal]) => isAmong(ordinal))
    const ordinals = Int32Array.from(near, ([ordinal]) => ordinal)
    const scores = Float32Array.from(near, ([, score]) => score)
    return answerWith({ ordinals, scores }, absent.is_loosened)
  }
  const found = findAmong(state, merged, meant, { ...options, only: isAmong })
  return answerWith(found, found.is_loosened)
}

/** Scores goods of the brand of a device higher: its own charger fits best. */
function brandScores(
  { words: { index } }: State,
  ordinals: Int32Array,
  brand: readonly string[],
): Float32Array {
  const isOfBrand = (ordinal: number) =>
    index.models.of(ordinal)?.brand.some((word) => brand.includes(word)) === true
  return Float32Array.from(ordinals, (ordinal) => (isOfBrand(ordinal) ? 1 : other_brand))
}

const other_brand = 0.9

/**
 * Finds products that contain all words, before facets narrow them. If none of those fits the meaning of the
 * words, it finds products that fit it and contain most words.
 */
function findAmong(
  state: State,
  merged: ListingQuestion,
  meant: Understanding,
  options: UnderstandOptions & { only: Check },
): Found {
  const { words } = state
  const strict = words.index.find(meant.words, { ...options, may_loosen: false })
  const fits = checkOf(state, merged, { meant, kind: null })
  if (strict.ordinals.some(fits)) return strict
  const only = (ordinal: number) => options.only(ordinal) && fits(ordinal)
  return words.index.find(meant.words, { ...options, only })
}

/** Returns a check whether a product fits the filters that the words mean. */
function checkOf(
  { index, views, words }: State,
  merged: ListingQuestion,
  { meant, kind }: Pick<Attempt, 'meant' | 'kind'>,
): Check {
  const view = viewOf(index, views, merged.province_id)
  const checks = checksOf(index, view, onlyMeant(merged, meant))
  const { isIn } = words.vocabulary.membership
  return (ordinal) =>
    (kind === null || isIn(ordinal, kind)) && checks.every((check) => passes(check, ordinal))
}

function setOf(ordinals: Int32Array, index: ProductIndex): Check {
  if (ordinals === listedOrdinals(index)) return (ordinal) => hasBit(index.listed, ordinal)
  const is_in = new Uint8Array(index.used)
  for (let turn = 0; turn < ordinals.length; turn++) is_in[ordinals[turn] as number] = 1
  return (ordinal) => is_in[ordinal] === 1
}

/** Adds the filters that the words mean to the question, except where the shopper chose a filter. */
function merge({ index }: State, question: ListingQuestion, meant: Understanding): ListingQuestion {
  const has_price = question.min_price !== undefined || question.max_price !== undefined
  const category_id = question.category_id ?? meant.category_id
  const gift_ids = category_id === null ? giftCategoryIds(index, meant) : []
  const min_price = has_price ? question.min_price : meant.min_price
  const max_price = has_price ? question.max_price : meant.max_price
  return {
    ...question,
    ...(category_id === null ? {} : { category_id }),
    ...(gift_ids.length > 0 && question.category_ids === undefined
      ? { category_ids: gift_ids }
      : {}),
    ...(typeof min_price === 'number' ? { min_price } : {}),
    ...(typeof max_price === 'number' ? { max_price } : {}),
    brand: question.brand.length > 0 ? question.brand : meant.brand,
    need: question.need.length > 0 ? question.need : meant.need,
    filters: { ...meant.filters, ...question.filters },
  }
}

/** Returns the question with only the filters that were read from the words. */
function onlyMeant(merged: ListingQuestion, meant: Understanding): ListingQuestion {
  const { min_price, max_price, ...rest } = merged
  return {
    ...rest,
    ...(meant.min_price === null || min_price === undefined ? {} : { min_price }),
    ...(meant.max_price === null || max_price === undefined ? {} : { max_price }),
    brand: meant.brand,
    need: meant.need,
    filters: meant.filters,
    in_stock: false,
  }
}
