import { foldInPlace } from '#shop/search/index/words.ts'

/** A price in a query, and its position. */
interface PriceWords {
  min_price: number | null
  max_price: number | null
  /** The text of the chip. */
  label: string
  start: number
  end: number
}

/**
 * Finds the price in a query: "dưới 10 triệu", "5-7tr", "tầm 15 củ", "từ 3 đến 5 triệu", "10tr5". A number
 * without a unit is a price only after "dưới" or "trên" and if nothing else follows: "iphone 17" and "15 inch"
 * are none. `isModelNumber` says whether the digits before a position belong to a model: "tai nghe 2 cu" has a price.
 */
export function priceWordsOf(
  q: string,
  isModelNumber: (end: number) => boolean = () => true,
): PriceWords | null {
  const text = foldInPlace(q.toLowerCase())
  for (const { pattern, read } of readings) {
    for (const match of text.matchAll(pattern)) {
      const price = read(match.groups ?? {}, isUsed(q, match, isModelNumber))
      if (price) return { ...price, start: startOf(q, match), end: match.index + match[0].length }
    }
  }
  return null
}

/**
 * Returns where the price begins: "cô", "phím cơ" and "gia" of "tân gia" are folded like "có" and "giá", but belong
 * to other words.
 */
function startOf(q: string, match: RegExpMatchArray): number {
  let start = match.index ?? 0
  const lower = q.normalize('NFC').toLowerCase()
  const is_accented = foldInPlace(lower) !== lower
  for (;;) {
    const [word = ''] = /^\p{L}+ /u.exec(lower.slice(start)) ?? []
    const typed = word.trim()
    const isPlain = (own: string, before = /^/) =>
      typed === own && !is_accented && before.test(lower.slice(start + word.length))
    const is_own =
      /^(?:có|cỡ|mức|giá)$/.test(typed) ||
      isPlain('gia') ||
      isPlain('muc') ||
      isPlain('co', /^(?:muc|gia) /)
    if (!/^(?:co|muc|gia)$/.test(foldInPlace(typed)) || is_own) return start
    start += word.length
  }
}

type PriceRange = Pick<PriceWords, 'min_price' | 'max_price' | 'label'>
type Groups = Record<string, string | undefined>

/** Patterns of an amount: digits with points or a decimal comma, a unit, and digits after the unit ("10tr5"). */
const amount = (name: string) =>
  `(?<${name}>\\d{1,3}(?:[.,]\\d{3}){1,3}(?!\\d)|\\d{1,9}(?:[.,]\\d{1,2})?)`
const unit = (name: string) =>
  ` ?(?<${name}>trieu(?: ruoi)?|tr(?![a-z])|cu(?![a-z])|nghin|ngan|k(?![a-z])|vnd|dong|d(?![a-z]))`
const rest = (name: string) => `(?: ?(?<${name}>\\d{1,3})(?![\\d.,]|[a-z]| ?(?:gb|tb|inch)))?`
const before = '(?<![\\p{L}\\p{N}.,])(?:co )?(?:muc )?(?:gia )?'
const least = 'tren|hon|lon hon|cao hon|toi thieu|>=?|tu'
const max = 'duoi|nho hon|thap hon|it hon|khong qua|toi da|re hon|<=?'
const about = 'tam gia|tam|khoang|quanh|xap xi|gan|muc|co|gia'
const nothing_else = '(?! ?(?:inch|in\\b|["a-z0-9%.,+]))'

const readings: {
  pattern: RegExp
  read: (groups: Groups, is_used: boolean) => PriceRange | null
}[] = [
  {
    pattern: new RegExp(
      `${before}(?:(?:${about}|tu|trong) )?${amount('a')}(?:${unit('ua')}${rest('ra')})? ?(?:-|–|~|den|toi) ?${amount('b')}${unit('ub')}${rest('rb')}`,
      'gu',
    ),
    read: (groups) => {
      const upper = dong(groups.b, groups.ub, groups.rb)
      const lower = dong(groups.a, groups.ua ?? groups.ub, groups.ra)
      return lower !== null && upper !== null && lower < upper ? between(lower, upper) : null
    },
  },
  {
    pattern: new RegExp(
      `${before}(?:${max}) ?${amount('a')}(?:${unit('ua')}${rest('ra')}|${nothing_else})`,
      'gu',
    ),
    read: ({ a, ua, ra }) => upTo(dong(a, ua ?? bareUnit(a), ra)),
  },
  {
    pattern: new RegExp(
      `${before}${amount('a')}${unit('ua')}${rest('ra')} (?:do lai|tro xuong)`,
      'gu',
    ),
    read: ({ a, ua, ra }) => upTo(dong(a, ua, ra)),
  },
  {
    pattern: new RegExp(
      `${before}(?:${least}) ?${amount('a')}${unit('ua')}${rest('ra')}(?: (?:do len|tro len))?`,
      'gu',
    ),
    read: ({ a, ua, ra }) => from(dong(a, ua, ra)),
  },
  {
    pattern: new RegExp(`${before}tren ${amount('a')}${nothing_else}`, 'gu'),
    read: ({ a }) => from(dong(a, bareUnit(a), undefined)),
  },
  {
    pattern: new RegExp(
      `${before}${amount('a')}${unit('ua')}${rest('ra')} (?:do len|tro len)`,
      'gu',
    ),
    read: ({ a, ua, ra }) => from(dong(a, ua, ra)),
  },
  {
    pattern: new RegExp(
      `${before}(?<near>(?:${about}) )?${amount('a')}${unit('ua')}${rest('ra')}`,
      'gu',
    ),
    read: ({ near, a, ua, ra }, is_used) =>
      near === undefined && (is_used || isProcessor(a, ua)) ? null : around(dong(a, ua, ra)),
  },
]

/** "13700k" is a processor: nobody writes so many thousands for 13.7 million. */
function isProcessor(a = '', unit_text = ''): boolean {
  return unit_text === 'k' && /^\d{5,}$/.test(a)
}

/**
 * Detects "cũ" (used): "iphone 15 cũ" is a used phone, not 15 "củ". Without accents, "15 cu" behind a line needs a word
 * like "tầm".
 */
function isUsed(
  q: string,
  { index = 0, 0: found }: RegExpMatchArray,
  isModelNumber: (end: number) => boolean,
): boolean {
  const text = q.slice(index, index + found.length).toLowerCase()
  const cu = /(?<=(\d) ?)\bcu\b/.exec(foldInPlace(text))
  if (cu === null || text.normalize('NFC').includes('củ')) return false
  return text.includes('cũ') || isModelNumber(index + text.slice(0, cu.index).trimEnd().length)
}

function bareUnit(a: string | undefined): string {
  return a !== undefined && Number(a.replace(',', '.')) <= 200 ? 'tr' : 'd'
}

/** Returns the amount in đồng, or null below 10,000 or above 10 billion: "4k" is a screen resolution. */
function dong(a = '', unit_text = '', digits = ''): number | null {
  const is_grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(a)
  const number = Number(is_grouped ? a.replace(/[.,]/g, '') : a.replace(',', '.'))
  const base_unit = unit_text.replace(' ruoi', '')
  const times = base_unit === 'trieu' || base_unit === 'tr' || base_unit === 'cu' ? 1_000_000 : 1
  const thousands = ['k', 'nghin', 'ngan'].includes(base_unit) ? 1_000 : times
  const tail = digits === '' ? 0 : Number(digits) * (thousands / 10 ** digits.length)
  const half = unit_text.endsWith('ruoi') ? thousands / 2 : 0
  const value = Math.round(number * thousands + tail + half)
  return value >= 10_000 && value <= 10_000_000_000 ? value : null
}

function upTo(max_price: number | null): PriceRange | null {
  return max_price === null
    ? null
    : { min_price: null, max_price, label: `Dưới ${formatPrice(max_price)}` }
}

function from(min_price: number | null): PriceRange | null {
  return min_price === null
    ? null
    : { min_price, max_price: null, label: `Từ ${formatPrice(min_price)}` }
}

function between(min_price: number, max_price: number): PriceRange {
  const are_millions = [min_price, max_price].every((price) => formatPrice(price).endsWith('triệu'))
  const lower = are_millions ? formatPrice(min_price).replace(' triệu', '') : formatPrice(min_price)
  return { min_price, max_price, label: `${lower} – ${formatPrice(max_price)}` }
}

/** Returns the range of an approximate price: "tầm 15 triệu" is ± 15 %, below 2 million ± 25 %. */
function around(price: number | null): PriceRange | null {
  if (price === null) return null
  const slack = price < 2_000_000 ? 0.25 : 0.15
  return {
    min_price: Math.round((price * (1 - slack)) / 10_000) * 10_000,
    max_price: Math.round((price * (1 + slack)) / 10_000) * 10_000,
    label: `Khoảng ${formatPrice(price)}`,
  }
}

function formatPrice(price: number): string {
  if (price >= 1_000_000 && price % 10_000 === 0) {
    return `${String(price / 1_000_000).replace('.', ',')} triệu`
  }
  return `${String(price).replace(/\B(?=(\d{3})+$)/g, '.')}đ`
}
