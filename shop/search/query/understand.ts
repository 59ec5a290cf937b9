import type { Understood } from '#contracts/storefront/search.ts'
import { isKnownName } from '#shop/search/query/known-names.ts'
import { priceWordsOf } from '#shop/search/query/price-words.ts'
import { isSoft, questionAtEnd } from '#shop/search/query/optional-words.ts'
import { mistypedModel } from '#shop/search/query/mistyped-model.ts'
import { giftWordsOf } from '#shop/search/query/gift-words.ts'
import { type PolicyTopic, policyWordsOf } from '#shop/search/query/policy-words.ts'
import { unsoldGoodsIn } from '#shop/search/query/unsold-goods.ts'
import { used_topic, usedWordsOf } from '#shop/search/query/used-goods.ts'
import { disambiguateWords } from '#shop/search/query/disambiguate.ts'
import { withDigits } from '#shop/search/query/spoken-numbers.ts'
import { asTyped, repairWords, type Token } from '#shop/search/query/tokens.ts'
import { type AccessoryFor, accessoryFor } from '#shop/search/query/accessory-device.ts'
import { chipsOf } from '#shop/search/query/chip-spans.ts'
import { chooseMeanings } from '#shop/search/query/understand-meanings.ts'
import {
  type Hit,
  phrasesIn,
  resolveSynonyms,
  type Term,
} from '#shop/search/query/understand-phrases.ts'
import type { Vocabulary } from '#shop/search/query/vocabulary.ts'
import type { Model } from '#shop/search/index/model-names.ts'
import type { QueryWord } from '#shop/search/index/word-slot.ts'
import { wordsOf, type Word } from '#shop/search/index/words.ts'

/** The meaning of a query: filters, and the remaining words to look for. */
export interface Understanding {
  /** Words for `WordIndex.find`; empty if all became filters. */
  words: QueryWord[]
  /** Slugs. */
  brand: string[]
  category_id: number | null
  /** Codes. */
  need: string[]
  /** By attribute code, values as addresses contain them. */
  filters: Record<string, string[]>
  min_price: number | null
  max_price: number | null
  chips: Understood['chips']
  /** The query as it was typed. */
  typed: string
  /** Words with corrected letters: what replaces which part of `typed`. */
  corrections: readonly Correction[]
  /** Models that differ from the query by one digit: one of them may be meant. */
  maybe: readonly Model[]
  /** Categories with ideas for a gift, as addresses; null if no gift is searched, or one of a kind. */
  gift_categories: readonly string[] | null
  /** Topics of the shop's terms that the query asks about. */
  topics: readonly PolicyTopic[]
  /** A kind of goods that the shop does not carry, as it was typed: "tủ lạnh". The query asks for nothing else. */
  unsold: string | null
  /** True if used goods are asked for. */
  is_used: boolean
  /** The words of the brand of a model that an accessory is searched for; null if none is. */
  device_brand: readonly string[] | null
}

/** A part of a query with wrong letters, and the words that are meant. */
export interface Correction {
  start: number
  end: number
  /** With accents. */
  marked: string
  /** Folded. */
  text: string
  /** True if the words became a filter, which all products fit. */
  is_filter: boolean
}

export interface UnderstandOptions {
  /** The query is still being typed: the last word may be incomplete. */
  is_unfinished?: boolean
  /** False: letters are not corrected. Default true. */
  may_correct?: boolean
}

type Span = { start: number; end: number }

/** Longer queries are cut (characters). */
const longest_query = 200

/**
 * Analyses a query (contract §2 /tim-kiem). Price, brand, category, needs and attributes become filters if the
 * other words still match products. The remaining words are searched.
 */
export function understand(
  query: string,
  vocabulary: Vocabulary,
  { is_unfinished = false, may_correct = true }: UnderstandOptions = {},
): Understanding {
  const typed = query.normalize('NFC').slice(0, longest_query)
  const { text: q, typedRange } = withDigits(typed)
  const price = priceIn(q, vocabulary)
  const gift = giftWordsOf(q)
  const policy = policyWordsOf(q)
  const used = usedIn(q, price, vocabulary)
  const goes_on = is_unfinished && (price === null || price.end < q.trimEnd().length)
  const question = goes_on ? [] : (questionAtEnd(q) ?? [])
  const spans = [price ?? [], gift?.spans ?? [], policy?.spans ?? [], used ?? [], question].flat()
  const asked_words = wordsOutside(q, spans)
  const unsold = unsoldIn(q, asked_words, vocabulary, goes_on)
  const words = unsold === null ? asked_words : []
  const { tokens, maybe, accessory } = repaired(q, words, vocabulary, { goes_on, may_correct })
  const terms = resolveSynonyms(tokens, vocabulary, goes_on)
  const hits = phrasesIn(terms, vocabulary)
  const chosen = chooseMeanings(markNames(terms, hits), hits, vocabulary)
  const is_gift =
    gift !== null && unsold === null && chosen.chips.length === 0 && chosen.rest.every(isAround)
  const chips = [
    ...(is_gift ? [{ kind: 'need' as const, label: gift.label, spans: gift.spans }] : []),
    ...chosen.chips,
    ...(price === null ? [] : [{ kind: 'price' as const, label: price.label, spans: [price] }]),
  ].map((chip) => ({ ...chip, spans: chip.spans.map(typedRange) }))
  const is_all_said = chips.length > 0 || policy !== null || used !== null
  return {
    words: is_all_said && chosen.rest.every(isAround) ? [] : queryWords(chosen.rest, typedRange),
    brand: chosen.brand,
    category_id: chosen.category_id,
    need: chosen.need,
    filters: chosen.filters,
    min_price: price?.min_price ?? null,
    max_price: price?.max_price ?? null,
    chips: chipsOf(typed, chips),
    typed,
    corrections: tokens
      .filter((token) => token.is_corrected)
      .map(({ text, marked, ...span }) => ({
        ...typedRange(span),
        text,
        marked,
        is_filter: chosen.chips.some((chip) =>
          chip.spans.some(({ start }) => start === span.start),
        ),
      })),
    maybe,
    gift_categories: is_gift ? gift.categories : null,
    topics: [...(policy?.topics ?? []), ...(used === null ? [] : [used_topic])],
    unsold: unsold && typedText(typed, typedRange(unsold)),
    is_used: used !== null,
    device_brand: accessory?.brand ?? null,
  }
}

/** Returns whether the number that ends at a position belongs to a model: "iphone 15 cu", but not "tai nghe 2 cu". */
function modelNumbersIn(q: string, { index, phrases }: Vocabulary): (end: number) => boolean {
  const isLine = (text: string) => {
    const meanings = (phrases.get(text) ?? []).flatMap(({ words, meaning }) =>
      words.length === 1 ? [meaning] : [],
    )
    if (meanings.some(({ kind }) => kind === 'category')) return false
    const means = meanings.flatMap((meaning) => ('means' in meaning ? meaning.means : []))
    return [text, ...means].some((one) => index.models.having(one).length > 0)
  }
  return (end) => {
    const words = wordsOf(q)
    const at = words.findIndex((word) => word.end === end)
    return !/^\d+$/.test(words[at]?.text ?? '') || isLine(words[at - 1]?.text ?? '')
  }
}

/** Finds words that ask for used goods, outside the price: "tầm 15 củ" is a price. */
function usedIn(q: string, price: Span | null, vocabulary: Vocabulary): Span[] | null {
  const spans = usedWordsOf(q, modelNumbersIn(q, vocabulary))?.filter(
    ({ start, end }) => price === null || end <= price.start || start >= price.end,
  )
  return spans === undefined || spans.length === 0 ? null : spans
}

/** Finds goods that are not sold. A single word that is still being typed may become another ("ghe" → "ghép"). */
function unsoldIn(
  q: string,
  words: readonly Word[],
  vocabulary: Vocabulary,
  goes_on: boolean,
): Span | null {
  const unsold = unsoldGoodsIn(words, vocabulary)
  if (unsold === null) return null
  const is_half_typed = goes_on && unsold.end === q.length && !/\s/.test(q.slice(unsold.start))
  return is_half_typed ? null : unsold
}

function typedText(typed: string, { start, end }: Span): string {
  return typed.slice(start, end).replace(/\s+/g, ' ')
}

interface RepairOptions {
  goes_on: boolean
  may_correct: boolean
}

interface Repaired {
  tokens: Token[]
  maybe: readonly Model[]
  /** Then `tokens` are only the words of the accessory. */
  accessory: AccessoryFor | null
}

/** Repairs the words: as the name of one model with a slip, else word by word. */
function repaired(
  q: string,
  words: readonly Word[],
  vocabulary: Vocabulary,
  { goes_on, may_correct }: RepairOptions,
): Repaired {
  const mistyped = goes_on ? null : mistypedModel(q, words, vocabulary)
  const maybe = mistyped?.tokens === null ? mistyped.models : []
  if (mistyped?.tokens && (may_correct || !mistyped.tokens.some((token) => token.is_corrected))) {
    return { tokens: mistyped.tokens, maybe, accessory: null }
  }
  const tokens = disambiguateWords(meantTokens(words, vocabulary, goes_on), vocabulary).map(
    (token) => (!may_correct && token.is_corrected && token.typed ? asTyped(token.typed) : token),
  )
  const accessory = accessoryFor(tokens, vocabulary)
  return { tokens: accessory?.head ?? tokens, maybe, accessory }
}

/** Finds a price, unless products contain it as a word: "Core Ultra 7 265K" is no price of 265,000. */
function priceIn(q: string, vocabulary: Vocabulary): ReturnType<typeof priceWordsOf> {
  const { index } = vocabulary
  const price = priceWordsOf(q, modelNumbersIn(q, vocabulary))
  if (price === null) return null
  const price_words = wordsOf(q.slice(price.start, price.end))
  return price_words.length === 1 && index.count(price_words[0]?.text ?? '') > 0 ? null : price
}

/** Marks the words that name a brand or category: they weigh more if no product has all words. */
function markNames(terms: readonly Term[], hits: readonly Hit[]): Term[] {
  const names = hits.filter(({ meaning }) => 'slug' in meaning || 'category_id' in meaning)
  return terms.map((term, at) =>
    names.some((hit) => at >= hit.from && at < hit.to) ? { ...term, is_name: true } : term,
  )
}

/** Returns the words of a text without filters, such as a product's name or a suggestion. */
export function plainQuery(text: string): QueryWord[] {
  return queryWords(wordsOf(text).map((word) => ({ ...word, or: [], is_corrected: false })))
}

/** Repairs words. Products decide which words are glued: "airpods pro 3" is not "pro3", even if another product is. */
function meantTokens(words: readonly Word[], vocabulary: Vocabulary, is_unfinished: boolean) {
  const { dictionary, index } = vocabulary
  const glued = repairWords(words, dictionary, { is_unfinished, may_glue: true })
  if (!glued.some((token) => token.is_glued)) return glued
  const apart = repairWords(words, dictionary, { is_unfinished, may_glue: false })
  const matchesAll = (tokens: readonly Token[]) => {
    const terms = resolveSynonyms(tokens, vocabulary, is_unfinished)
    return index.find(queryWords(terms), { may_loosen: false, is_unfinished }).ordinals.length > 0
  }
  return !matchesAll(glued) && matchesAll(apart) ? apart : glued
}

function wordsOutside(q: string, spans: readonly Span[]): Word[] {
  return wordsOf(q).filter((word) =>
    spans.every((span) => word.end <= span.start || word.start >= span.end),
  )
}

function isAround({ text, marked }: Term): boolean {
  return isSoft(text, marked)
}

/** Returns the words to look for, each once. If all of them are soft, they count as normal words. */
function queryWords(terms: readonly Term[], typedRange = (span: Span) => span): QueryWord[] {
  const words = terms.map(({ text, marked, or, is_optional, is_name, start, end }) => ({
    text,
    marked,
    ...(is_name ? { is_name } : {}),
    ...(isKnownName(text) ? { is_certain: true } : {}),
    or,
    is_soft: is_optional === true || isSoft(text, marked),
    ...typedRange({ start, end }),
  }))
  const distinct = words.filter(
    (word, index) => words.findIndex((other) => other.text === word.text) === index,
  )
  return distinct.every((word) => word.is_soft)
    ? distinct.map((word) => ({ ...word, is_soft: false }))
    : distinct
}
