import { decodeTelex, decodeVni, isSyllable } from '#pure/vietnamese/vietnamese-typing.ts'
import { isSoft } from '#shop/search/query/optional-words.ts'
import { foldInPlace, type Word } from '#shop/search/index/words.ts'

/** A word of a query after repair, with its position in the query. */
export interface Token {
  text: string
  marked: string
  start: number
  end: number
  /** True if letters differ from the typed ones; blanks do not count. */
  is_corrected: boolean
  /** True if its parts are known words too: "pro 3" and "pro3". */
  is_glued?: boolean
  /** Alternatives, the most likely first; the other words of the query decide. */
  others?: readonly string[]
  /** The whole word as typed, if this token is a correction or a part of it. */
  typed?: Word
}

interface RepairOptions {
  /** The last word may be incomplete. */
  is_unfinished: boolean
  /** False: known words are not glued. */
  may_glue: boolean
}

/** The words of products and of the shop's vocabulary, as a repair uses them. */
export interface Dictionary {
  /** Returns the number of products with a word; a word of the shop's own vocabulary counts as one more. */
  count(word: string): number
  near(word: string): readonly { word: string; edits: number }[]
  /** Returns known words that sound like a word. */
  soundingLike(word: string, is_spelt?: boolean): readonly string[]
  /** Returns the number of products with a word. */
  carried(word: string): number
  /** Returns whether a known word begins with a prefix. */
  isBeginning(prefix: string): boolean
}

/**
 * Repairs words that were split or glued ("256 gb", "ip15prm"), typed in the wrong keyboard mode ("ddieenj",
 * "d9ie6n5"), or have wrong letters. Words that occur in products stay as they are.
 */
export function repairWords(
  words: readonly Word[],
  dictionary: Dictionary,
  { is_unfinished, may_glue }: RepairOptions,
): Token[] {
  const tokens: Token[] = []
  const has_keys = words.filter(({ marked }) => decodeVni(marked) !== null).length > 1
  let repaired = 0
  for (let at = 0; at < words.length;) {
    const joined = joinedAt(words, at, dictionary)
    if (joined && (may_glue || joined.token.is_glued !== true)) {
      tokens.push(joined.token)
      at += joined.length
      continue
    }
    const word = words[at++] as Word
    const is_last = at === words.length
    const may_go_on = is_unfinished && is_last && dictionary.isBeginning(word.text)
    const is_enough = repaired >= max_repaired
    if (dictionary.count(word.text) === 0) repaired++
    tokens.push(
      ...(may_go_on || is_enough
        ? [asTyped(word)]
        : repair(word, dictionary, { may_glue, has_keys })),
    )
  }
  return tokens
}

const max_joined = 4
/** Further unknown words are not repaired: such a text is no query with typing errors. */
const max_repaired = 6

/** Joins words that products contain as one word: "256 gb", "air pods", "wh 1000 xm 5". */
function joinedAt(
  words: readonly Word[],
  at: number,
  dictionary: Dictionary,
): { token: Token; length: number } | null {
  for (let length = Math.min(max_joined, words.length - at); length >= 2; length--) {
    const parts = words.slice(at, at + length)
    const text = parts.map((part) => part.text).join('')
    const count = dictionary.count(text)
    if (parts.some((part, index) => isDigits(part) && isDigits(parts[index + 1]))) continue
    if (count === 0) {
      const heard = heardAs(parts, dictionary)
      if (heard) return { token: heard, length }
      continue
    }
    const rarest = Math.min(...parts.map((part) => dictionary.count(part.text)))
    const has_scrap = parts.some((part) => part.text.length === 1)
    if (count < rarest && !has_scrap) continue
    const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0]
    const is_glued = rarest > 0
    return { token: { text, marked: text, start, end, is_corrected: false, is_glued }, length }
  }
  return null
}

/** Joins syllables that sound like one known word: "ai phôn", "pờ rô". */
function heardAs(parts: readonly Word[], dictionary: Dictionary): Token | null {
  const is_strange = parts.some(
    ({ text, marked }) => dictionary.carried(text) === 0 || text.length <= 2 || marked !== text,
  )
  if (!is_strange || !parts.every((part) => isSyllable(part.text))) return null
  // The vowel of "pờ" only makes the consonant pronounceable.
  const spoken = parts.map(({ text, marked }) => (marked.endsWith('ờ') ? text.slice(0, -1) : text))
  const [heard] = dictionary.soundingLike(spoken.join(''), true)
  if (heard === undefined) return null
  const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0]
  return { text: heard, marked: heard, start, end, is_corrected: true }
}

interface WordOptions {
  may_glue: boolean
  /** True if several words of the query have VNI keys. */
  has_keys: boolean
}

function repair(word: Word, dictionary: Dictionary, { may_glue, has_keys }: WordOptions): Token[] {
  if (dictionary.count(word.text) > 0 || isDigits(word)) return [withSounds(word, dictionary)]
  const decoded = decode(word, dictionary, has_keys)
  if (decoded) return [decoded]
  // A word typed with accents is meant as typed: "pin trâu" is no typing error.
  const is_meant = word.marked !== word.text && isSyllable(word.text)
  const near = is_meant ? [] : nearest(word.text, dictionary)
  const [best] = near
  if (best?.edits === 1) return [corrected(word, near, dictionary)]
  // "s22" and "13c" are numbers of models, whether or not the shop carries them.
  const [letter = ''] = word.text
  const is_abbreviated = dictionary.count(letter) > 0 && dictionary.carried(letter) === 0
  const is_number = /^[a-z]\d{1,4}$|^\d{1,4}[a-z]$/.test(word.text) && !is_abbreviated
  // "samsu" is completed and not divided.
  const is_beginning = /^[a-z]{4,}$/.test(word.text) && dictionary.isBeginning(word.text)
  const is_whole = is_number || is_beginning
  const parts = is_whole
    ? null
    : (split(word, dictionary, may_glue) ?? splitByDigits(word, dictionary))
  if (parts) return parts.map((part) => ({ ...part, typed: word }))
  return [best ? corrected(word, near, dictionary) : withSounds(word, dictionary)]
}

/**
 * Adds words that sound alike as alternatives, if no product has the word or it was typed with accents ("S26 cộng").
 */
export function withSounds(word: Word, dictionary: Dictionary): Token {
  const token = asTyped(word)
  if (word.marked === word.text && dictionary.carried(word.text) > 0) return token
  if (isSoft(word.text, word.marked)) return token
  const heard = word.marked === 'cộng' ? ['plus'] : dictionary.soundingLike(word.text)
  const others = heard.filter((other) => other !== word.text)
  return others.length === 0 ? token : { ...token, others, typed: word }
}

/** Decodes a word typed in the wrong keyboard mode, if the result is a known word. */
function decode(word: Word, dictionary: Dictionary, has_keys: boolean): Token | null {
  for (const marked of [decodeVni(word.marked), decodeTelex(word.marked)]) {
    if (marked === null) continue
    const text = foldInPlace(marked)
    if (!has_keys && text.length < 3 && isModelNumber(word.text)) continue
    if (dictionary.count(text) > 0) {
      return { ...asTyped(word), text, marked, is_corrected: true, typed: word }
    }
  }
  return null
}

/** Returns whether a word looks like the number of a model: "y4", "se3", "a58", "13c". */
function isModelNumber(text: string): boolean {
  return /^[a-z]{1,2}\d+$|^\d+[a-z]$/.test(text)
}

const max_others = 8

/**
 * Returns near words, the most likely first: few edits, the same first letter, frequent. A real syllable with another
 * first letter is another word: "lanh" is no "xanh".
 */
function nearest(text: string, dictionary: Dictionary): { word: string; edits: number }[] {
  const rank = ({ word, edits }: { word: string; edits: number }) =>
    edits * 4 + (word[0] === text[0] ? 0 : 2) - Math.log10(1 + dictionary.count(word))
  const is_syllable = isSyllable(text)
  return dictionary
    .near(text)
    .filter(({ word }) => word[0] === text[0] || !is_syllable)
    .map((one) => ({ one, rank: rank(one) }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, max_others)
    .map(({ one }) => one)
}

/** Splits a word completely into as few known words as possible: "samsungs26ultra" → samsung s26 ultra. */
function split(word: Word, dictionary: Dictionary, may_glue: boolean): Token[] | null {
  const { text } = word
  const best: ({ cost: number; from: number } | null)[] = [{ cost: 0, from: 0 }]
  for (let end = 1; end <= text.length; end++) {
    best[end] = null
    for (let from = Math.max(0, end - longest_part); from < end; from++) {
      const before = best[from]
      if (!before || (from === 0 && end === text.length)) continue
      const part = text.slice(from, end)
      if (!may_glue && isGlued(part, dictionary)) continue
      const cost = before.cost + costOf(part, dictionary)
      if (cost < (best[end]?.cost ?? max_cost)) best[end] = { cost, from }
    }
  }
  if (!best[text.length]) return null
  const cuts: number[] = []
  for (let end = text.length; end > 0; end = best[end]?.from ?? 0) cuts.unshift(end)
  return cuts.map((end, index) => {
    const part = partOf(word, cuts[index - 1] ?? 0, end)
    return { ...part, is_glued: isGlued(part.text, dictionary) }
  })
}

/** Returns whether a part is a known word with a number: "pro3". */
function isGlued(part: string, dictionary: Dictionary): boolean {
  const [, letters] = /^([a-z]{3,})\d+$/.exec(part) ?? []
  return letters !== undefined && dictionary.count(letters) > 0
}

const longest_part = 14
const max_cost = 12

/** Returns the cost of a part: low for long words and model numbers, high for one or two letters. */
function costOf(part: string, dictionary: Dictionary): number {
  const is_number = /^\d{1,4}$/.test(part)
  const count = dictionary.count(part)
  if (count === 0) return is_number ? 2.5 : max_cost
  const scrap = part.length === 1 ? (is_number ? 0.5 : 2.5) : part.length === 2 ? 0.7 : 0
  // One number must cost less than the same digits as two numbers ("1" "7").
  return 1 + scrap + 1 / (1 + Math.log10(count))
}

/** Splits a word at its numbers and repairs the letters: "ihpone17". */
function splitByDigits(word: Word, dictionary: Dictionary): Token[] | null {
  const runs = [...word.text.matchAll(/\d+[a-z]?(?![a-z])|\d+|\D+/g)]
  if (runs.length < 2 || runs.length > 6) return null
  const parts = runs.map((run) => partOf(word, run.index, run.index + run[0].length))
  return parts.flatMap((part) => {
    if (/\d/.test(part.text) || dictionary.count(part.text) > 0) return [part]
    const [near] = nearest(part.text, dictionary)
    return near ? [{ ...part, text: near.word, marked: near.word, is_corrected: true }] : [part]
  })
}

function partOf(word: Word, from: number, to: number): Token {
  return {
    text: word.text.slice(from, to),
    marked: word.marked.slice(from, to),
    start: word.start + from,
    end: to === word.text.length ? word.end : word.start + to,
    is_corrected: false,
  }
}

export function asTyped({ text, marked, start, end }: Word): Token {
  return { text, marked, start, end, is_corrected: false }
}

function corrected(word: Word, near: readonly { word: string }[], dictionary: Dictionary): Token {
  const others = [
    ...new Set([...near.map((one) => one.word), ...dictionary.soundingLike(word.text)]),
  ]
  return { ...withOther(asTyped(word), others[0] ?? word.text), others, typed: word }
}

/** Returns the token with another word. */
export function withOther(token: Token, text: string): Token {
  return { ...token, text, marked: text, is_corrected: true }
}

function isDigits(word: Word | undefined): boolean {
  return word !== undefined && /^\d+$/.test(word.text)
}
