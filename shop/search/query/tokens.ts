import { decodeTelex, decodeVni, isSyllable } from '#pure/vietnamese/vietnamese-typing.ts'
import { foldInPlace, type Word } from '#shop/search/index/words.ts'

/** A word as it was meant, and where in the query it was typed. */
export interface Token {
  text: string
  marked: string
  start: number
  end: number
  /** Other letters than those that were typed; gaps do not count. */
  is_corrected: boolean
  /** Made of words that are known by themselves too: "pro 3" and "pro3". */
  is_glued?: boolean
  /** What may have been meant, the likeliest first; the other words of the query decide. */
  others?: readonly string[]
  /** The whole word as typed, where this is what was made of it or a part of it. */
  typed?: Word
}

export interface RepairOptions {
  /** The last word may be half typed. */
  is_unfinished: boolean
  /** False: words that are known by themselves stay apart. */
  may_glue: boolean
}

/** What a repair asks of the products and of the shop's own words. */
export interface Dictionary {
  /** In how many products it stands; words of the shop's own vocabulary count too. */
  count(word: string): number
  near(word: string): readonly { word: string; edits: number }[]
  /** Known words that sound like it. */
  alike(word: string, is_spelt?: boolean): readonly string[]
  /** In how many products it stands. */
  carried(word: string): number
  /** Whether some word begins so. */
  isBeginning(prefix: string): boolean
}

/**
 * Words as they were meant: parted or glued otherwise ("256 gb", "ip15prm"), typed with the keyboard
 * in the wrong mode ("ddieenj", "d9ie6n5"), or with a letter wrong. Words that products carry stay.
 */
export function repairWords(
  words: readonly Word[],
  dictionary: Dictionary,
  { is_unfinished, may_glue }: RepairOptions,
): Token[] {
  const tokens: Token[] = []
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
    const is_enough = repaired >= most_repaired
    if (dictionary.count(word.text) === 0) repaired++
    tokens.push(...(may_go_on || is_enough ? [asTyped(word)] : repair(word, dictionary, may_glue)))
  }
  return tokens
}

const most_joined = 4
/** More unknown words than this are no query with typing errors. */
const most_repaired = 6

/** "256 gb", "air pods", "wh 1000 xm 5": words that products carry as one. */
function joinedAt(
  words: readonly Word[],
  at: number,
  dictionary: Dictionary,
): { token: Token; length: number } | null {
  for (let length = Math.min(most_joined, words.length - at); length >= 2; length--) {
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

/** "ai phôn", "pờ rô": syllables that no products carry, of one word that they do. */
function heardAs(parts: readonly Word[], dictionary: Dictionary): Token | null {
  const is_strange = parts.some(
    ({ text, marked }) => dictionary.carried(text) === 0 || text.length <= 2 || marked !== text,
  )
  if (!is_strange || !parts.every((part) => isSyllable(part.text))) return null
  // The vowel of "pờ" only helps to speak the consonant.
  const spoken = parts.map(({ text, marked }) => (marked.endsWith('ờ') ? text.slice(0, -1) : text))
  const [heard] = dictionary.alike(spoken.join(''), true)
  if (heard === undefined) return null
  const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0]
  return { text: heard, marked: heard, start, end, is_corrected: true }
}

function repair(word: Word, dictionary: Dictionary, may_glue: boolean): Token[] {
  if (dictionary.count(word.text) > 0 || isDigits(word)) return [withSounds(word, dictionary)]
  const decoded = decode(word, dictionary)
  if (decoded) return [decoded]
  // Whoever types accents means the word: "pin trâu" is no typing error of another one.
  const is_meant = word.marked !== word.text && isSyllable(word.text)
  const near = is_meant ? [] : nearest(word.text, dictionary)
  const [best] = near
  if (best?.edits === 1) return [corrected(word, near, dictionary)]
  const parts = split(word, dictionary, may_glue) ?? splitByDigits(word, dictionary)
  if (parts) return parts.map((part) => ({ ...part, typed: word }))
  return [best ? corrected(word, near, dictionary) : withSounds(word, dictionary)]
}

/** A word that products do not carry, or that was typed with accents, may have been written by ear ("S26 cộng"). */
function withSounds(word: Word, dictionary: Dictionary): Token {
  const token = asTyped(word)
  if (word.marked === word.text && dictionary.carried(word.text) > 0) return token
  const heard = word.marked === 'cộng' ? ['plus'] : dictionary.alike(word.text)
  const others = heard.filter((other) => other !== word.text)
  return others.length === 0 ? token : { ...token, others, typed: word }
}

/** Letters of the wrong keyboard mode, where they make a word that is known. */
function decode(word: Word, dictionary: Dictionary): Token | null {
  for (const marked of [decodeVni(word.marked), decodeTelex(word.marked)]) {
    if (marked === null) continue
    const text = foldInPlace(marked)
    if (dictionary.count(text) > 0) return { ...asTyped(word), text, marked, is_corrected: true }
  }
  return null
}

const most_others = 8

/** Near words, the likeliest first: few edits, common; people mostly get the first letter right. */
function nearest(text: string, dictionary: Dictionary): { word: string; edits: number }[] {
  const rank = ({ word, edits }: { word: string; edits: number }) =>
    edits * 4 + (word[0] === text[0] ? 0 : 2) - Math.log10(1 + dictionary.count(word))
  return dictionary
    .near(text)
    .map((one) => ({ one, rank: rank(one) }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most_others)
    .map(({ one }) => one)
}

/** "samsungs26ultra" → samsung s26 ultra: as few known words as can be, none but all of it. */
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
      if (cost < (best[end]?.cost ?? hopeless)) best[end] = { cost, from }
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

/** "pro3": a word and a number that are known by themselves too. */
function isGlued(part: string, dictionary: Dictionary): boolean {
  const [, letters] = /^([a-z]{3,})\d+$/.exec(part) ?? []
  return letters !== undefined && dictionary.count(letters) > 0
}

const longest_part = 14
const hopeless = 12

/** Long words and numbers of models are likely parts, scraps of one or two letters are not. */
function costOf(part: string, dictionary: Dictionary): number {
  const is_number = /^\d{1,4}$/.test(part)
  const count = dictionary.count(part)
  if (count === 0) return is_number ? 2.5 : hopeless
  const scrap = part.length === 1 ? (is_number ? 0.5 : 2.5) : part.length === 2 ? 0.7 : 0
  // A number cut in two ("1" "7") is no two numbers: whole ones cost less.
  return 1 + scrap + 1 / (1 + Math.log10(count))
}

/** "ihpone17": numbers stay, letters are repaired by themselves. */
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
  const others = [...new Set([...near.map((one) => one.word), ...dictionary.alike(word.text)])]
  return { ...withOther(asTyped(word), others[0] ?? word.text), others, typed: word }
}

/** The token with another word in its place. */
export function withOther(token: Token, text: string): Token {
  return { ...token, text, marked: text, is_corrected: true }
}

function isDigits(word: Word | undefined): boolean {
  return word !== undefined && /^\d+$/.test(word.text)
}
