import type { Understood } from '#contracts/storefront/search.ts'
import { priceWordsOf } from '#shop/search/query/price-words.ts'
import { isSoft } from '#shop/search/query/optional-words.ts'
import { settleWords } from '#shop/search/query/disambiguate.ts'
import { withDigits } from '#shop/search/query/spoken-numbers.ts'
import { repairWords, type Token } from '#shop/search/query/tokens.ts'
import { chooseMeanings } from '#shop/search/query/understand-meanings.ts'
import {
  type Hit,
  phrasesIn,
  resolveSynonyms,
  type Term,
} from '#shop/search/query/understand-phrases.ts'
import type { Vocabulary } from '#shop/search/query/vocabulary.ts'
import type { QueryWord } from '#shop/search/index/word-slot.ts'
import { wordsOf, type Word } from '#shop/search/index/words.ts'

/** What typed words mean: filters, and words that are left to look for. */
export interface Understanding {
  /** For `WordIndex.find`; empty when everything became filters. */
  words: QueryWord[]
  /** Slugs. */
  brand: string[]
  category_id: number | null
  /** Codes. */
  need: string[]
  /** By attribute code, values as addresses carry them. */
  filters: Record<string, string[]>
  min_price: number | null
  max_price: number | null
  chips: Understood['chips']
  /** The query in right letters, when letters were corrected. */
  corrected: string | null
}

export interface UnderstandOptions {
  /** Still being typed: the last word may be half a word. */
  is_unfinished?: boolean
}

/** Longer queries are cut: nobody types them by hand. */
const longest_query = 200

/**
 * Takes a query apart (contract §2 /tim-kiem): price, brand, category, need and attributes become
 * filters where that loses nothing that was asked for; all other words are left to look for.
 */
export function understand(
  typed: string,
  vocabulary: Vocabulary,
  { is_unfinished = false }: UnderstandOptions = {},
): Understanding {
  const q = withDigits(typed.normalize('NFC').slice(0, longest_query))
  const price = priceIn(q, vocabulary)
  const goes_on = is_unfinished && (price === null || price.end < q.trimEnd().length)
  const tokens = settleWords(meantTokens(wordsOutside(q, price), vocabulary, goes_on), vocabulary)
  const terms = resolveSynonyms(tokens, vocabulary, goes_on)
  const hits = phrasesIn(terms, vocabulary)
  const chosen = chooseMeanings(namesKept(terms, hits), hits, vocabulary)
  const spans = [
    ...chosen.chips,
    ...(price === null ? [] : [{ kind: 'price' as const, label: price.label, spans: [price] }]),
  ]
  return {
    words: spans.length > 0 && chosen.rest.every(isAround) ? [] : queryWords(chosen.rest),
    brand: chosen.brand,
    category_id: chosen.category_id,
    need: chosen.need,
    filters: chosen.filters,
    min_price: price?.min_price ?? null,
    max_price: price?.max_price ?? null,
    chips: spans.map(({ kind, label, spans: cut }) => ({
      kind,
      label,
      q_without: without(q, cut),
    })),
    corrected: correctedText(q, tokens),
  }
}

/** "Core Ultra 7 265K" is no price of 265,000: what products are called so is a word. */
function priceIn(q: string, { index }: Vocabulary): ReturnType<typeof priceWordsOf> {
  const price = priceWordsOf(q)
  if (price === null) return null
  const said = wordsOf(q.slice(price.start, price.end))
  if (said.length !== 1 || index.count(said[0]?.text ?? '') === 0) return price
  const whole = plainQuery(q).filter((word) => !word.is_soft)
  const { ordinals } = index.find(whole, { may_loosen: false, may_guess: false })
  return ordinals.length > 0 ? null : price
}

/** Words that name a brand or category go last where nothing holds all words. */
function namesKept(terms: readonly Term[], hits: readonly Hit[]): Term[] {
  const names = hits.filter(({ meaning }) => 'slug' in meaning || 'category_id' in meaning)
  return terms.map((term, at) =>
    names.some((hit) => at >= hit.from && at < hit.to) ? { ...term, is_kept: true } : term,
  )
}

/** The words of a text that is known to be words only: a product's name, a suggestion. */
export function plainQuery(text: string): QueryWord[] {
  return queryWords(wordsOf(text).map((word) => ({ ...word, or: [], is_corrected: false })))
}

/** "airpods pro 3" is no "pro3", whoever else makes one: products decide which words belong together. */
function meantTokens(words: readonly Word[], vocabulary: Vocabulary, is_unfinished: boolean) {
  const { dictionary, index } = vocabulary
  const glued = repairWords(words, dictionary, { is_unfinished, may_glue: true })
  if (!glued.some((token) => token.is_glued)) return glued
  const apart = repairWords(words, dictionary, { is_unfinished, may_glue: false })
  const holds = (tokens: readonly Token[]) => {
    const terms = resolveSynonyms(tokens, vocabulary, is_unfinished)
    return index.find(queryWords(terms), { may_loosen: false, is_unfinished }).ordinals.length > 0
  }
  return !holds(glued) && holds(apart) ? apart : glued
}

function wordsOutside(q: string, span: { start: number; end: number } | null): Word[] {
  const words = wordsOf(q)
  if (span === null) return words
  return words.filter((word) => word.end <= span.start || word.start >= span.end)
}

function isAround({ text, marked }: Term): boolean {
  return isSoft(text, marked)
}

/** Words that only go along count where nothing else does. */
function queryWords(terms: readonly Term[]): QueryWord[] {
  const words = terms.map(({ text, marked, or, is_optional, is_kept }) => ({
    text,
    marked,
    ...(is_kept ? { is_kept } : {}),
    or,
    is_soft: is_optional === true || isSoft(text, marked),
  }))
  const distinct = words.filter(
    (word, index) => words.findIndex((other) => other.text === word.text) === index,
  )
  return distinct.every((word) => word.is_soft)
    ? distinct.map((word) => ({ ...word, is_soft: false }))
    : distinct
}

/** The query without what one chip stands for; the words around it keep their letters. */
function without(q: string, spans: readonly { start: number; end: number }[]): string {
  let text = q
  for (const { start, end } of spans.toSorted((one, other) => other.start - one.start)) {
    text = `${text.slice(0, start)} ${text.slice(end)}`
  }
  return text.replace(/\s+/g, ' ').trim()
}

function correctedText(q: string, tokens: readonly Token[]): string | null {
  if (!tokens.some((token) => token.is_corrected)) return null
  let text = q
  for (const token of tokens.toReversed()) {
    if (token.is_corrected) {
      text = text.slice(0, token.start) + token.marked + text.slice(token.end)
    }
  }
  return text.replace(/\s+/g, ' ').trim()
}
