import { isSyllable } from '#pure/vietnamese/vietnamese-typing.ts'
import { isSoft } from '#shop/search/query/optional-words.ts'
import { asTyped, type Token, withOther } from '#shop/search/query/tokens.ts'
import { phrasesIn, resolveSynonyms } from '#shop/search/query/understand-phrases.ts'
import type { Vocabulary } from '#shop/search/query/vocabulary.ts'
import type { QueryWord } from '#shop/search/index/word-slot.ts'

/**
 * Decides what doubtful words were meant as, by the company they are in: what makes one of the shop's
 * own phrases, else what the best product that holds all other words carries. Where nothing speaks
 * for another word, a real syllable stays as it was typed and loosening deals with it.
 */
export function settleWords(tokens: readonly Token[], vocabulary: Vocabulary): Token[] {
  const whole = withoutLonelyParts(tokens, vocabulary)
  if (!whole.some((token) => token.others)) return whole
  const phrased = whole.map((token, at) =>
    token.others ? (inPhrase(whole, at, vocabulary) ?? token) : token,
  )
  const doubtful = phrased.filter((token) => token.others)
  if (doubtful.length === 0) return phrased
  const best = bestCompany(phrased, vocabulary)
  const has_company = phrased.some((token) => !token.others && !isSoft(token.text, token.marked))
  return phrased.map((token) =>
    token.others ? settled(token, { best, has_company }, vocabulary) : token,
  )
}

/** Parts of one word ("gopro" as "go pro") must be found together, or they are none. */
function withoutLonelyParts(tokens: readonly Token[], vocabulary: Vocabulary): Token[] {
  const groups = Map.groupBy(tokens, (token) => token.typed ?? token)
  return [...groups].flatMap(([word, parts]) => {
    if (parts.length < 2 || !('is_joined' in word)) return parts
    return areTogether(parts, vocabulary) ? parts : [asTyped(word)]
  })
}

function areTogether(parts: readonly Token[], vocabulary: Vocabulary): boolean {
  const terms = resolveSynonyms(parts, vocabulary, false)
  const hits = phrasesIn(terms, vocabulary).filter(({ meaning }) => meaning.kind !== 'brand')
  const rest = terms.filter((_, at) => !hits.some((hit) => at >= hit.from && at < hit.to))
  return rest.length === 0 || find(rest, vocabulary).length > 0
}

/** "thoia" beside "dien": the one that makes a phrase of the shop. */
function inPhrase(tokens: readonly Token[], at: number, vocabulary: Vocabulary): Token | null {
  const token = tokens[at] as Token
  const own = token.is_corrected ? [] : [token.text]
  for (const other of [...own, ...(token.others ?? [])]) {
    for (let from = Math.max(0, at - 3); from <= at; from++) {
      const textAt = (place: number) => (place === at ? other : tokens[place]?.text)
      const isThere = (words: readonly string[]) =>
        words.length > Math.max(1, at - from) &&
        words.every((word, turn) => textAt(from + turn) === word)
      const phrases = vocabulary.phrases.get(textAt(from) ?? '') ?? []
      if (!phrases.some(({ words }) => isThere(words))) continue
      return other === token.text ? plain(token) : plain(withOther(token, other))
    }
  }
  return null
}

/** The best product that holds all words that are sure and one of each that is not. */
function bestCompany(tokens: readonly Token[], vocabulary: Vocabulary): number | null {
  const terms = resolveSynonyms(tokens, vocabulary, false).map((term) => ({
    ...term,
    or: [...term.or, ...(term.others ?? [])],
  }))
  return find(terms, vocabulary)[0] ?? null
}

type Company = { best: number | null; has_company: boolean }

function settled(token: Token, { best, has_company }: Company, vocabulary: Vocabulary): Token {
  const { others = [], typed } = token
  if (!typed) return token
  const { dictionary, index } = vocabulary
  const is_known = dictionary.count(typed.text) > 0
  if (best !== null) {
    const meant = [typed.text, ...others].find((text) => stands(text, best, vocabulary))
    if (meant === typed.text || meant === undefined)
      return is_known ? plain(asTyped(typed)) : plain(token)
    return plain(withOther(token, meant))
  }
  if (is_known || (has_company && isSyllable(typed.text))) return asTyped(typed)
  const carried = others.find((text) => index.count(text) > 0)
  return plain(withOther(token, token.is_corrected ? token.text : (carried ?? token.text)))
}

/** The word itself or what it is a synonym of. */
function stands(text: string, ordinal: number, { index, phrases }: Vocabulary): boolean {
  if (index.stands(text, ordinal)) return true
  const means = (phrases.get(text) ?? []).flatMap(({ words, meaning }) =>
    words.length === 1 && meaning.kind === 'synonym' ? [meaning.means] : [],
  )
  return means.some((words) => words.every((word) => index.stands(word, ordinal)))
}

function plain(token: Token): Token {
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
