import { isSoft } from '#shop/search/query/optional-words.ts'
import type { Token } from '#shop/search/query/tokens.ts'
import type { Meaning, Phrase, Vocabulary } from '#shop/search/query/vocabulary.ts'

/** A word to look for after synonyms: other words may do as well. */
export interface Term extends Token {
  or: readonly string[]
  /** May be missing in what is found. */
  is_optional?: boolean
  /** Names a brand, category or tag. */
  is_kept?: boolean
}

/** A run of terms that means something to the shop. */
export interface Hit {
  from: number
  to: number
  meaning: Exclude<Meaning, { kind: 'synonym' }>
}

/**
 * Puts the words that products carry for the words that people use. A word that products carry as well
 * stays beside its synonym: "mac" may be a MacBook, or a Mac mini once the shop has one.
 */
export function resolveSynonyms(
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  is_unfinished: boolean,
): Term[] {
  const terms: Term[] = []
  let is_held: boolean | null = null
  const isHeld = () => (is_held ??= holdsAsTyped(tokens, vocabulary))
  for (let at = 0; at < tokens.length;) {
    const found = longestAt(tokens, at, vocabulary)
    const length = found?.words.length ?? 1
    const own = tokens.slice(at, at + length)
    at += length
    // "ip" may become "iphone" or "ipad" as long as it is being typed.
    const is_begun = is_unfinished && at === tokens.length
    if (found?.meaning.kind === 'synonym') {
      // "JBL Flip 7": what products hold word for word is no other name of something else.
      if (length > 1 && length < tokens.length && isHeld()) {
        terms.push(...own.map(asItIs))
      } else terms.push(...meant(own, found.meaning.means, vocabulary, is_begun))
    } else terms.push(...own.map(asItIs))
  }
  return terms
}

/** Runs of terms that name a category, brand, need or attribute, none within another. */
export function phrasesIn(terms: readonly Term[], vocabulary: Vocabulary): Hit[] {
  const hits: Hit[] = []
  for (let at = 0; at < terms.length;) {
    const found = longestAt(terms, at, vocabulary, (phrase) => phrase.meaning.kind !== 'synonym')
    if (found && found.meaning.kind !== 'synonym') {
      hits.push({ from: at, to: at + found.words.length, meaning: found.meaning })
      at += found.words.length
    } else at++
  }
  return hits
}

function meant(
  own: readonly Token[],
  means: readonly string[],
  vocabulary: Vocabulary,
  is_begun: boolean,
): Term[] {
  const [first] = own
  if (!first) return []
  const [only] = means
  if (own.length === 1 && means.length === 1 && only !== undefined) {
    if (is_begun || vocabulary.index.count(first.text) > 0) return [{ ...first, or: [only] }]
  }
  if (own.length > 1 && isSaidSo(own, means, vocabulary)) {
    return own.map(asItIs)
  }
  const span = { start: first.start, end: own.at(-1)?.end ?? first.end }
  // Accents that were typed stay with the words that stay.
  const marks = new Map(own.map((token) => [token.text, token.marked]))
  return means.map((text) => ({
    text,
    marked: marks.get(text) ?? text,
    ...span,
    is_corrected: false,
    or: [],
  }))
}

function asItIs(token: Token): Term {
  return { ...token, or: withUnit(token.text) }
}

/** "iPhone 17 256", "Watch 46": nobody says the unit of a usual size. */
function withUnit(text: string): readonly string[] {
  if (/^(?:32|64|128|256|512)$/.test(text)) return [`${text}gb`]
  return /^4\d$/.test(text) ? [`${text}mm`] : []
}

function holdsAsTyped(tokens: readonly Token[], { index }: Vocabulary): boolean {
  const query = tokens
    .filter(({ text, marked }) => !isSoft(text, marked))
    .map(({ text, marked }) => ({ text, marked, or: withUnit(text), is_soft: false }))
  return index.find(query, { may_loosen: false, may_guess: false }).ordinals.length > 0
}

/** Whether more products carry the words themselves than those that stand for them elsewhere. */
function isSaidSo(own: readonly Token[], means: readonly string[], { index }: Vocabulary): boolean {
  const count = (words: readonly string[]) => {
    const query = words.map((text) => ({ text, marked: text, or: [], is_soft: false }))
    return index.find(query, { may_loosen: false, may_guess: false }).ordinals.length
  }
  return count(own.map((token) => token.text)) > count(means)
}

function longestAt(
  terms: readonly (Token & { or?: readonly string[] })[],
  at: number,
  vocabulary: Vocabulary,
  isWanted: (phrase: Phrase) => boolean = () => true,
): Phrase | undefined {
  const first = terms[at]
  if (!first) return undefined
  const starts = [first.text, ...(first.or ?? [])]
  const phrases = starts.flatMap((word) => vocabulary.phrases.get(word) ?? [])
  const fits = phrases.filter(
    (phrase) =>
      isWanted(phrase) &&
      phrase.words.every((word, index) => {
        const term = terms[at + index]
        return term !== undefined && (term.text === word || term.or?.includes(word) === true)
      }),
  )
  return fits.toSorted((one, other) => other.words.length - one.words.length)[0]
}
