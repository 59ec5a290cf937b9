import { isSyllable } from '#pure/vietnamese/vietnamese-typing.ts'
import { isSoft } from '#shop/search/query/optional-words.ts'
import { asTyped, type Token, withOther, withSounds } from '#shop/search/query/tokens.ts'
import { phrasesIn, resolveSynonyms } from '#shop/search/query/understand-phrases.ts'
import { designatorsOf } from '#shop/search/index/model-names.ts'
import { isSameSeries } from '#shop/search/index/nearest-models.ts'
import type { Vocabulary } from '#shop/search/query/vocabulary.ts'
import type { QueryWord } from '#shop/search/index/word-slot.ts'
import type { Word } from '#shop/search/index/words.ts'

/**
 * Decides the meaning of ambiguous words from the other words of the query: an alternative that makes one of the
 * shop's own phrases, else one that is in the best product with all other words. If nothing supports an
 * alternative, a real syllable stays as typed, and a loosened search handles it.
 */
export function disambiguateWords(tokens: readonly Token[], vocabulary: Vocabulary): Token[] {
  const whole = joinNumbers(undoSplits(tokens, vocabulary), vocabulary)
  if (!whole.some((token) => token.others)) return whole
  const phrased = whole.map((token, at) =>
    token.others ? (inPhrase(whole, at, vocabulary) ?? token) : token,
  )
  const doubtful = phrased.filter((token) => token.others)
  if (doubtful.length === 0) return phrased
  const best = bestContext(phrased, vocabulary)
  const has_context = phrased.some((token) => !token.others && !isSoft(token.text, token.marked))
  return phrased.map((token) =>
    token.others ? resolved(token, { best, has_context }, vocabulary) : token,
  )
}

/** Undoes a split of a word ("gopro" as "go pro") if no product has all of its parts. */
function undoSplits(tokens: readonly Token[], vocabulary: Vocabulary): Token[] {
  const groups = Map.groupBy(tokens, (token) => token.typed ?? token)
  return [...groups].flatMap(([word, parts]) => {
    if (parts.length < 2 || !('is_joined' in word)) return parts
    if (isNumberOfSeries(word, parts, tokens, vocabulary)) return [asTyped(word)]
    return areTogether(parts, vocabulary) ? parts : [withSounds(word, vocabulary.dictionary)]
  })
}

/** Joins a number that was typed apart from its letters: "sony xm 4". */
function joinNumbers(tokens: readonly Token[], vocabulary: Vocabulary): Token[] {
  const at = tokens.findIndex(
    ({ text }, turn) =>
      /^[a-z]{2,3}$/.test(text) &&
      vocabulary.index.count(text) === 0 &&
      /^\d{1,4}$/.test(tokens[turn + 1]?.text ?? ''),
  )
  const [letters, digits] = [tokens[at], tokens[at + 1]]
  if (!letters || !digits) return [...tokens]
  const text = letters.text + digits.text
  const word = { text, marked: text, start: letters.start, end: digits.end, is_joined: false }
  return isNumberOfSeries(word, [letters, digits], tokens, vocabulary)
    ? tokens.toSpliced(at, 2, asTyped(word))
    : [...tokens]
}

/**
 * Returns whether a divided word is the number of a model in a series of the other words: "sony xm4" asks for a
 * WH-1000XM4, not for "Xiaomi 4". Products with the other words have a number with the same letters, and none has all
 * words of the divided word.
 */
function isNumberOfSeries(
  word: Word,
  parts: readonly Token[],
  tokens: readonly Token[],
  vocabulary: Vocabulary,
): boolean {
  const { index } = vocabulary
  const [, letters] = /^([a-z]{2,3})\d{1,4}$/.exec(word.text) ?? []
  const others = tokens.filter(
    (token) => !parts.includes(token) && !isSoft(token.text, token.marked),
  )
  if (letters === undefined || others.length === 0) return false
  const series = index.beginning(letters, max_in_series).filter((one) => /^[a-z]+\d+$/.test(one))
  const [first, ...or] = series
  if (first === undefined) return false
  const terms = resolveSynonyms(others, vocabulary, false)
  const found = find([...terms, { text: first, marked: first, or }], vocabulary)
  const isInName = (ordinal: number) => {
    const model = index.models.of(ordinal)
    return model && designatorsOf(model).some(({ prefix }) => isSameSeries(prefix, letters))
  }
  return (
    found.some(isInName) && !find(resolveSynonyms(tokens, vocabulary, false), vocabulary).length
  )
}

const max_in_series = 50

function areTogether(parts: readonly Token[], vocabulary: Vocabulary): boolean {
  const terms = resolveSynonyms(parts, vocabulary, false)
  const hits = phrasesIn(terms, vocabulary).filter(({ meaning }) => meaning.kind !== 'brand')
  const rest = terms.filter((_, at) => !hits.some((hit) => at >= hit.from && at < hit.to))
  return rest.length === 0 || find(rest, vocabulary).length > 0
}

/** Chooses the alternative that makes a phrase of the shop: "thoia" after "dien". Null if none does. */
function inPhrase(tokens: readonly Token[], at: number, vocabulary: Vocabulary): Token | null {
  const token = tokens[at] as Token
  const own = token.is_corrected ? [] : [token.text]
  for (const other of [...own, ...(token.others ?? [])]) {
    for (let from = Math.max(0, at - 3); from <= at; from++) {
      const textAt = (position: number) => (position === at ? other : tokens[position]?.text)
      const matches = (words: readonly string[]) =>
        words.length > Math.max(1, at - from) &&
        words.every((word, turn) => textAt(from + turn) === word)
      const phrases = vocabulary.phrases.get(textAt(from) ?? '') ?? []
      if (!phrases.some(({ words }) => matches(words))) continue
      return other === token.text ? withoutOthers(token) : withoutOthers(withOther(token, other))
    }
  }
  return null
}

/** Finds the best product with all unambiguous words and one alternative of each ambiguous word. */
function bestContext(tokens: readonly Token[], vocabulary: Vocabulary): number | null {
  const terms = resolveSynonyms(tokens, vocabulary, false).map((term) => ({
    ...term,
    or: [...term.or, ...(term.others ?? [])],
  }))
  return find(terms, vocabulary)[0] ?? null
}

type Context = { best: number | null; has_context: boolean }

function resolved(token: Token, { best, has_context }: Context, vocabulary: Vocabulary): Token {
  const { others = [], typed } = token
  if (!typed) return token
  const { dictionary, index } = vocabulary
  const is_known = dictionary.count(typed.text) > 0
  if (best !== null) {
    const meant = [typed.text, ...others].find((text) => isInProduct(text, best, vocabulary))
    // A real syllable without accents is another word ("suoi" is no "suot"), unless the shop has such a phrase.
    const is_swapped = token.is_corrected && typed.marked === typed.text && isSyllable(typed.text)
    if (is_swapped && meant !== typed.text) return withoutOthers(asTyped(typed))
    if (meant === typed.text || meant === undefined)
      return is_known ? withoutOthers(asTyped(typed)) : withoutOthers(token)
    return withoutOthers(withOther(token, meant))
  }
  if (is_known || (has_context && isSyllable(typed.text))) return asTyped(typed)
  const carried = others.find((text) => index.count(text) > 0)
  return withoutOthers(withOther(token, token.is_corrected ? token.text : (carried ?? token.text)))
}

/** Returns whether a product contains the word or a text that it is a synonym of. */
function isInProduct(text: string, ordinal: number, { index, phrases }: Vocabulary): boolean {
  if (index.isInProduct(text, ordinal)) return true
  const means = (phrases.get(text) ?? []).flatMap(({ words, meaning }) =>
    words.length === 1 && meaning.kind === 'synonym' ? [meaning.means] : [],
  )
  return means.some((words) => words.every((word) => index.isInProduct(word, ordinal)))
}

function withoutOthers(token: Token): Token {
  const { others: _, ...rest } = token
  return rest
}

function find(
  terms: readonly { text: string; marked: string; or: readonly string[] }[],
  { index }: Vocabulary,
): Int32Array {
  const words = terms
    .filter(({ text, marked }) => !isSoft(text, marked))
    .map(({ text, marked, or }): QueryWord => ({ text, marked, or, is_soft: false }))
  return index.find(words, { may_loosen: false, may_guess: false }).ordinals
}
