import { hasPart } from '#shop/search/index/model-names.ts'
import { isSoft } from '#shop/search/query/optional-words.ts'
import type { Token } from '#shop/search/query/tokens.ts'
import type { Meaning, Phrase, Vocabulary } from '#shop/search/query/vocabulary.ts'

/** A word to look for, with its synonyms as alternatives. */
export interface Term extends Token {
  or: readonly string[]
  /** True if found products may lack it. */
  is_optional?: boolean
  /** True if it is part of the name of a brand or category. */
  is_name?: boolean
  /** The typed words that a synonym replaced. */
  said?: string
}

/** A run of terms that names a category, brand, need or attribute value. */
export interface Hit {
  from: number
  to: number
  meaning: Exclude<Meaning, { kind: 'synonym' }>
}

/**
 * Replaces synonyms by the words in product texts. A word that is in products too stays, with the other as an
 * alternative: "mac" may mean a MacBook, or a Mac mini once the shop has one.
 */
export function resolveSynonyms(
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  is_unfinished: boolean,
): Term[] {
  const terms: Term[] = []
  let is_contained: boolean | null = null
  const isContained = () => (is_contained ??= containsAsTyped(tokens, vocabulary))
  for (let at = 0; at < tokens.length;) {
    const found = longestAt(tokens, at, vocabulary)
    const length = found?.words.length ?? 1
    const own = tokens.slice(at, at + length)
    at += length
    // "ip" may become "iphone" or "ipad" while it is being typed.
    const is_partial = is_unfinished && at === tokens.length
    const means = found?.meaning.kind === 'synonym' ? found.meaning.means : []
    if (isSaidWhole(tokens, at - length, means, length)) {
      // "Op" means "op lung", and "op lung" was typed.
      terms.push(...tokens.slice(at - length, at - length + means.length).map(asTerm))
      at += means.length - length
    } else if (found?.meaning.kind === 'synonym') {
      // "JBL Flip 7": if a product contains all words as typed, they are no synonym.
      if (length > 1 && length < tokens.length && isContained()) {
        terms.push(...own.map(asTerm))
      } else terms.push(...meant(own, found.meaning.means, vocabulary, is_partial))
    } else terms.push(...own.map(asTerm))
  }
  return terms
}

/** Returns whether a longer meaning of a synonym was typed itself. */
function isSaidWhole(
  tokens: readonly Token[],
  from: number,
  means: readonly string[],
  length: number,
): boolean {
  return means.length > length && means.every((text, turn) => tokens[from + turn]?.text === text)
}

/** Finds the runs of terms that name a category, brand, need or attribute value. They do not overlap. */
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
  is_partial: boolean,
): Term[] {
  const [first] = own
  if (!first) return []
  const [only] = means
  if (own.length === 1 && means.length === 1 && only !== undefined) {
    if (is_partial || vocabulary.index.count(first.text) > 0) return [{ ...first, or: [only] }]
  }
  if (own.length > 1 && isMoreFrequent(own, means, vocabulary)) {
    return own.map(asTerm)
  }
  return spansOf(own, means).map(({ text, token, start, end }) => ({
    text,
    // Words that are also in the replacement keep their typed accents.
    marked: token?.marked ?? text,
    start,
    end,
    is_corrected: false,
    or: [],
    said: own.map(({ marked }) => marked).join(' '),
  }))
}

/**
 * Returns the typed range of each word of a replacement. A word that was typed stays where it is. Another stands for
 * the typed words at its place ("nokia" for "phim bam" in "dien thoai phim bam"); if there are none, it belongs to its
 * neighbour. Typed words for which nothing stands belong to the word before them ("tai nghe bluetooth" → "tai nghe").
 */
function spansOf(own: readonly Token[], means: readonly string[]) {
  const places = means.map((text) => own.findIndex((token) => token.text === text))
  const rangeOf = (from: number, to: number) => ({
    start: own[Math.max(0, from)]?.start ?? 0,
    end: own[Math.min(own.length, to) - 1]?.end ?? 0,
  })
  return means.map((text, turn) => {
    const place = places[turn] ?? -1
    const before = places.slice(0, turn).findLast((one) => one >= 0) ?? -1
    const after = places.slice(turn + 1).find((one) => one >= 0) ?? own.length
    if (place < 0) {
      if (before + 1 < after) return { text, token: undefined, ...rangeOf(before + 1, after) }
      const neighbour = before >= 0 ? before : after
      return { text, token: undefined, ...rangeOf(neighbour, neighbour + 1) }
    }
    const is_first = turn === 0
    const is_last_of_gap = (places[turn + 1] ?? after) >= 0
    const from = is_first ? 0 : place
    const to = is_last_of_gap && after > place ? after : place + 1
    return { text, token: own[place], ...rangeOf(from, to) }
  })
}

function asTerm(token: Token): Term {
  return { ...token, or: withUnit(token.text) }
}

/** Returns the word with its unit, which people omit for usual sizes: "iPhone 17 256", "Watch 46". */
function withUnit(text: string): readonly string[] {
  if (/^(?:32|64|128|256|512)$/.test(text)) return [`${text}gb`]
  return /^4\d$/.test(text) ? [`${text}mm`] : []
}

function containsAsTyped(tokens: readonly Token[], { index }: Vocabulary): boolean {
  const query = tokens
    .filter(({ text, marked }) => !isSoft(text, marked))
    .map(({ text, marked }) => ({ text, marked, or: withUnit(text), is_soft: false }))
  return index.find(query, { may_loosen: false, may_guess: false }).ordinals.length > 0
}

/** Returns whether more names of products have the typed words than products have the words of the synonym. */
function isMoreFrequent(
  own: readonly Token[],
  means: readonly string[],
  { index }: Vocabulary,
): boolean {
  const find = (words: readonly string[]) => {
    const query = words.map((text) => ({ text, marked: text, or: [], is_soft: false }))
    return index.find(query, { may_loosen: false, may_guess: false }).ordinals
  }
  const texts = own.map((token) => token.text)
  const isNamed = (ordinal: number) => {
    const model = index.models.of(ordinal)
    return model !== undefined && texts.every((text) => hasPart(model, text))
  }
  return find(texts).filter(isNamed).length > find(means).length
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
