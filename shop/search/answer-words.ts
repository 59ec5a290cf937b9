import type { ListingQuestion, Understood } from '#contracts/storefront/search.ts'
import type { Answers } from '#shop/search/cached-answers.ts'
import { hasBit } from '#shop/search/index/bits.ts'
import { amongOf, type IndexedProducts, type Matched } from '#shop/search/listing.ts'
import { checksOf, passes } from '#shop/search/facets/narrowing.ts'
import { viewOf } from '#shop/search/index/price-views.ts'
import { listedOrdinals, type ProductIndex } from '#shop/search/index/product-index.ts'
import type { SearchWords } from '#shop/search/query/search-words.ts'
import { understand } from '#shop/search/query/understand.ts'
import type { Understanding, UnderstandOptions } from '#shop/search/query/understand.ts'
import type { Found } from '#shop/search/index/word-matcher.ts'

/** A question with what its words mean, and the products that hold the words that are left. */
export interface WordAnswer {
  question: ListingQuestion
  matched: Matched
}

type State = IndexedProducts & { words: SearchWords; meanings: Answers<Understanding> }
type Check = (ordinal: number) => boolean

/**
 * Answers the words of a question. What the words mean narrows like filters do, but what somebody
 * chose by hand goes first. Where nothing fits all, filters that were only read out of the words
 * give way, price last.
 */
export function answerWords(
  state: State,
  question: ListingQuestion,
  options: UnderstandOptions = {},
): WordAnswer {
  const { q } = question
  // Whoever turns pages or chooses filters asks with the same words.
  const meant = state.meanings.ask(`${options.is_unfinished === true} ${q}`, () =>
    understand(q, state.words.vocabulary, options),
  )
  const loosened = [meant, ...relaxed(meant)]
  // A brand or kind of products that is understood always has products to show.
  const bare = meant.words.length === 0 ? [] : loosened.map((less) => ({ ...less, words: [] }))
  for (const less of [...loosened, ...bare]) {
    const answer = answerAs(state, question, less, options)
    if (!answer.matched.ordinals.some(checkOf(state, answer.question, less))) continue
    const { understood } = answer.matched
    const is_loosened = understood.is_loosened || less !== meant
    return { ...answer, matched: { ...answer.matched, understood: { ...understood, is_loosened } } }
  }
  return answerAs(state, question, meant, options)
}

/** The same with fewer and fewer filters; words alone at the end. */
function relaxed(meant: Understanding): Understanding[] {
  const has_filters = meant.chips.some(({ kind }) => kind !== 'price')
  const has_price = meant.min_price !== null || meant.max_price !== null
  const onlyKinds = (kinds: readonly Understood['chips'][number]['kind'][]) =>
    meant.chips.filter((chip) => kinds.includes(chip.kind))
  const plainer = {
    ...meant,
    need: [],
    filters: {},
    chips: onlyKinds(['brand', 'category', 'price']),
  }
  const unpriced = {
    ...plainer,
    min_price: null,
    max_price: null,
    chips: onlyKinds(['brand', 'category']),
  }
  const wider = { ...plainer, ...widened(meant) }
  return [...(has_filters ? [plainer] : []), ...(has_price ? [wider, unpriced] : [])]
}

/** "Tầm 500k" where nothing costs that: what comes near it. */
function widened({ min_price, max_price }: Understanding) {
  if (min_price === null || max_price === null) return { min_price, max_price }
  return { min_price: Math.round(min_price * 0.6), max_price: Math.round(max_price * 1.6) }
}

function answerAs(
  state: State,
  question: ListingQuestion,
  meant: Understanding,
  options: UnderstandOptions,
): WordAnswer {
  const merged = merge(question, meant)
  const among = amongOf(state.index, merged)
  const understood = {
    corrected: meant.corrected,
    chips: meant.chips,
    is_loosened: false,
  }
  if (meant.words.length === 0) {
    const ordinals = meant.chips.length === 0 ? new Int32Array() : among
    const scores = new Float32Array(ordinals.length)
    return { question: merged, matched: { ordinals, scores, understood } }
  }
  const isAmong = setOf(among, state.index)
  const found = findAmong(state, merged, meant, { ...options, only: isAmong })
  return {
    question: merged,
    matched: {
      ordinals: found.ordinals,
      scores: found.scores,
      understood: {
        ...understood,
        corrected: meant.corrected ?? found.corrected,
        is_loosened: found.is_loosened,
      },
    },
  }
}

/**
 * Products that hold all words, whatever facets later leave of them; only where none of those fits what
 * the words mean, products that do and hold most words.
 */
function findAmong(
  state: State,
  merged: ListingQuestion,
  meant: Understanding,
  options: UnderstandOptions & { only: Check },
): Found {
  const { words } = state
  const strict = words.index.find(meant.words, { ...options, may_loosen: false })
  const fits = checkOf(state, merged, meant)
  if (strict.ordinals.some(fits)) return strict
  const only = (ordinal: number) => options.only(ordinal) && fits(ordinal)
  return words.index.find(meant.words, { ...options, only })
}

/** Whether a product fits what the words mean. */
function checkOf({ index, views }: State, merged: ListingQuestion, meant: Understanding): Check {
  const view = viewOf(index, views, merged.province_id)
  const checks = checksOf(index, view, onlyMeant(merged, meant))
  return (ordinal) => checks.every((check) => passes(check, ordinal))
}

function setOf(ordinals: Int32Array, index: ProductIndex): Check {
  if (ordinals === listedOrdinals(index)) return (ordinal) => hasBit(index.listed, ordinal)
  const is_in = new Uint8Array(index.used)
  for (let turn = 0; turn < ordinals.length; turn++) is_in[ordinals[turn] as number] = 1
  return (ordinal) => is_in[ordinal] === 1
}

/** The question with what its words mean, where nothing was chosen by hand. */
function merge(question: ListingQuestion, meant: Understanding): ListingQuestion {
  const has_price = question.min_price !== undefined || question.max_price !== undefined
  const category_id = question.category_id ?? meant.category_id
  const min_price = has_price ? question.min_price : meant.min_price
  const max_price = has_price ? question.max_price : meant.max_price
  return {
    ...question,
    ...(category_id === null ? {} : { category_id }),
    ...(typeof min_price === 'number' ? { min_price } : {}),
    ...(typeof max_price === 'number' ? { max_price } : {}),
    brand: question.brand.length > 0 ? question.brand : meant.brand,
    need: question.need.length > 0 ? question.need : meant.need,
    filters: { ...meant.filters, ...question.filters },
  }
}

/** The filters that were read out of the words, without those chosen by hand. */
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
