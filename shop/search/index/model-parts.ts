import { foldInPlace, wordsOf } from '#shop/search/index/words.ts'

/** A part of a model's name that counts: 26 in "S26", 4 in "1000XM4", 5 in "V". */
export interface Designator {
  text: string
  /** What precedes the number: "s", "1000xm", "". Only numbers with the same prefix can be compared. */
  prefix: string
  number: number
  suffix: string
}

/** Words that make another model of the same generation: "iPhone 14 Pro" is not "iPhone 14". */
export const tiers: ReadonlySet<string> = new Set(
  'pro max plus ultra mini lite fe air se edge classic'.split(' '),
)

const tier_list = [...tiers]

/** Returns a bit for each tier among words, at most 16. */
export function tierBits(words: readonly string[]): number {
  return tier_list.reduce((bits, tier, at) => (words.includes(tier) ? bits | (1 << at) : bits), 0)
}

/** Splits a word into the name of a line and its number, as people write both: "fold7" and "fold 7". */
export function partsOfWord(text: string): string[] {
  const [, line, number] = /^([a-z]{3,})(\d{1,4}[a-z]{0,2})$/.exec(text) ?? []
  return line === undefined || number === undefined ? [text] : [line, number]
}

/** Returns the parts of a text: its words, split like `partsOfWord`. */
export function partsOf(text: string): string[] {
  return wordsOf(text, 32).flatMap((word) => partsOfWord(word.text))
}

/** Numbers with these units are facts of many models. */
const fact =
  /^(?:\d+(?:\.\d+)?(?:gb|tb|mm|hz|w|mah|inch|in|mp|k|tr)|\d\d\.\d+|[345]g|(?:19|20)\d\d)$/
const roman: Record<string, number> = { ii: 2, iii: 3, iv: 4, v: 5, vi: 6, x: 10, xr: 10, xs: 10 }

export function isRoman(text: string): boolean {
  return roman[text] !== undefined
}

/** Reads a part as a number of a model. Null for words and for facts such as 256gb, 5g and 2025. */
export function designatorOf(text: string): Designator | null {
  const value = roman[text]
  if (value !== undefined) return { text, prefix: '', number: value, suffix: '' }
  if (fact.test(text)) return null
  const [, prefix = '', number, suffix = ''] =
    /^(.*?[a-z])?(\d{1,6}(?:\.\d)?)([a-z]{0,3})$/.exec(text) ?? []
  return number === undefined ? null : { text, prefix, number: Number(number), suffix }
}

/** Returns the letters and digits of a text, folded, with their positions in it. */
export function squeeze(text: string): { text: string; positions: number[] } {
  const plain = foldInPlace(text.normalize('NFC').toLowerCase())
  const matches = [...plain.matchAll(/[a-z0-9+]/g)]
  return {
    text: matches.map(([letter]) => letter).join(''),
    positions: matches.map(({ index }) => index),
  }
}
