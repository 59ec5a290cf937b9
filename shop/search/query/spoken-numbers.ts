import { foldInPlace } from '#shop/search/index/words.ts'

const digits: Record<string, number> = {
  ...{ mot: 1, hai: 2, ba: 3, bon: 4, tu: 4, nam: 5, lam: 5, nham: 5, sau: 6 },
  ...{ bay: 7, tam: 8, chin: 9 },
}
const word =
  '(?:mot|mốt|một|hai|ba|bon|bốn|tư|nam|năm|lăm|lam|nhăm|sau|sáu|bay|bảy|bẩy|tam|tám|chin|chín|muoi|mười|mươi|chuc|chục|tram|trăm|linh|lẻ)'
const runs = new RegExp(
  `(?<![\\p{L}\\p{N}])${word}(?: ${word}){0,5}(?![\\p{L}\\p{N}])(?<unit> ?(?:tri[eệ]u|tr|củ|ngh[iì]n|ng[aà]n|inch|in)(?![\\p{L}\\p{N}]))?`,
  'gu',
)

/** A text with digits, and the positions that its parts had in the typed text. */
interface WithDigits {
  text: string
  /** Returns the typed range of a range of `text`; a replaced number is not divided. */
  typedRange(range: { start: number; end: number }): { start: number; end: number }
}

/**
 * Replaces number words by digits: "mười bảy" by 17, "hai trăm năm mươi sáu" by 256, "năm triệu" by 5 triệu.
 * A single digit word is a number only before a unit: "ba lô" and "năm" are other words.
 */
export function withDigits(typed: string): WithDigits {
  const numbers: { start: number; end: number; digits: string; at: number }[] = []
  let text = ''
  let before = 0
  for (const run of typed.matchAll(runs)) {
    const digits = digitsOf(run[0], run.groups?.unit ?? '')
    if (digits === null) continue
    text += typed.slice(before, run.index)
    numbers.push({ start: run.index, end: run.index + run[0].length, digits, at: text.length })
    text += digits
    before = run.index + run[0].length
  }
  text += typed.slice(before)
  return {
    text,
    typedRange: ({ start, end }) => ({ start: typedAt(start), end: typedAt(end, true) }),
  }

  function typedAt(position: number, is_end = false): number {
    const last = numbers.findLast(({ at }) => (is_end ? at < position : at <= position))
    if (!last) return position
    const behind = position - last.at - last.digits.length
    if (is_end ? behind <= 0 : behind < 0) return is_end ? last.end : last.start
    return last.end + behind
  }
}

/** Returns the digits of a run of number words with their unit; null if it is no number. */
function digitsOf(run: string, unit: string): string | null {
  const spoken = run.slice(0, run.length - unit.length)
  const names = foldInPlace(spoken.toLowerCase()).split(' ')
  const is_spelt = /[mc][ưu]ời|mươi|trăm|chục/.test(spoken) && names.length > 1
  if (unit === '' && !is_spelt && spoken !== 'mười') return null
  const value = valueOf(names)
  return value === null ? null : `${value}${unit}`
}

function valueOf(names: readonly string[]): number | null {
  let whole = 0
  let last: number | null = null
  for (const [at, name] of names.entries()) {
    const digit = digits[name]
    if (name === 'tram') whole = (whole + (last ?? 1)) * 100
    else if (name === 'muoi' || name === 'chuc') whole += (last ?? 1) * 10
    else if (digit === undefined) continue
    // "Hai lăm" is 25: people omit the word for ten.
    else if (last !== null) {
      if (at < names.length - 1) return null
      whole += last * 10
    }
    last = digit ?? null
  }
  const value = whole + (last ?? 0)
  return value > 0 ? value : null
}
