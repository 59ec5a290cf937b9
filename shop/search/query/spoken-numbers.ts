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

/**
 * Numbers that were spoken, as digits: "mười bảy" is 17, "hai trăm năm mươi sáu" 256, "năm triệu"
 * 5 triệu. A digit alone is a number only before a unit: "ba lô" and "năm" are other words.
 */
export function withDigits(text: string): string {
  return text.replace(runs, (run: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as { unit?: string }
    const unit = groups.unit ?? ''
    const said = run.slice(0, run.length - unit.length)
    const names = foldInPlace(said.toLowerCase()).split(' ')
    const is_spelt = /[mc][ưu]ời|mươi|trăm|chục/.test(said) && names.length > 1
    if (unit === '' && !is_spelt && said !== 'mười') return run
    const value = valueOf(names)
    return value === null ? run : `${value}${unit}`
  })
}

function valueOf(names: readonly string[]): number | null {
  let whole = 0
  let last: number | null = null
  for (const [at, name] of names.entries()) {
    const digit = digits[name]
    if (name === 'tram') whole = (whole + (last ?? 1)) * 100
    else if (name === 'muoi' || name === 'chuc') whole += (last ?? 1) * 10
    else if (digit === undefined) continue
    // "Hai lăm" is 25: the ten goes without saying.
    else if (last !== null) {
      if (at < names.length - 1) return null
      whole += last * 10
    }
    last = digit ?? null
  }
  const value = whole + (last ?? 0)
  return value > 0 ? value : null
}
