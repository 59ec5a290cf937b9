import { foldInPlace } from '#shop/search/index/words.ts'

/** A price that is said in a query, and where. */
export interface PriceWords {
  min_price: number | null
  max_price: number | null
  /** As a chip says it. */
  label: string
  start: number
  end: number
}

/**
 * The price in a query: "dưới 10 triệu", "5-7tr", "tầm 15 củ", "từ 3 đến 5 triệu", "10tr5". A number
 * without a unit is one only after "dưới" or "trên" and where nothing else follows: "iphone 17" and
 * "15 inch" are none.
 */
export function priceWordsOf(q: string): PriceWords | null {
  const text = foldInPlace(q.toLowerCase())
  for (const { pattern, read } of readings) {
    for (const match of text.matchAll(pattern)) {
      const said = read(match.groups ?? {}, isUsed(q, match))
      if (said) return { ...said, start: match.index, end: match.index + match[0].length }
    }
  }
  return null
}

type Said = Pick<PriceWords, 'min_price' | 'max_price' | 'label'>
type Groups = Record<string, string | undefined>

/** An amount: digits with points or a decimal comma, a unit, and what is left of it ("10tr5"). */
const amount = (name: string) =>
  `(?<${name}>\\d{1,3}(?:[.,]\\d{3}){1,3}(?!\\d)|\\d{1,9}(?:[.,]\\d{1,2})?)`
const unit = (name: string) =>
  ` ?(?<${name}>trieu(?: ruoi)?|tr(?![a-z])|cu(?![a-z])|nghin|ngan|k(?![a-z])|vnd|dong|d(?![a-z]))`
const rest = (name: string) => `(?: ?(?<${name}>\\d{1,3})(?![\\d.,]|[a-z]| ?(?:gb|tb|inch)))?`
const before = '(?<![\\p{L}\\p{N}.,])(?:co )?(?:muc )?(?:gia )?'
const least = 'tren|hon|lon hon|cao hon|toi thieu|>=?|tu'
const most = 'duoi|nho hon|thap hon|it hon|khong qua|toi da|re hon|<=?'
const about = 'tam gia|tam|khoang|quanh|xap xi|gan|muc|co|gia'
const nothing_else = '(?! ?(?:inch|in\\b|["a-z0-9%.,+]))'

const readings: { pattern: RegExp; read: (groups: Groups, is_used: boolean) => Said | null }[] = [
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
      `${before}(?:${most}) ?${amount('a')}(?:${unit('ua')}${rest('ra')}|${nothing_else})`,
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
      is_used && near === undefined ? null : around(dong(a, ua, ra)),
  },
]

/** "iphone 15 cũ" is a used phone and not fifteen "củ"; unaccented, "15 cu" needs a word like "tầm". */
function isUsed(q: string, match: RegExpMatchArray): boolean {
  const said = q.slice(match.index, (match.index ?? 0) + match[0].length).toLowerCase()
  return /\bcu\b/.test(foldInPlace(said)) && !said.normalize('NFC').includes('củ')
}

function bareUnit(a: string | undefined): string {
  return a !== undefined && Number(a.replace(',', '.')) <= 200 ? 'tr' : 'd'
}

/** In đồng; null where nobody says a price so: "4k" is a screen, "5d" nothing. */
function dong(a = '', said = '', more = ''): number | null {
  const is_grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(a)
  const number = Number(is_grouped ? a.replace(/[.,]/g, '') : a.replace(',', '.'))
  const unit_said = said.replace(' ruoi', '')
  const times = unit_said === 'trieu' || unit_said === 'tr' || unit_said === 'cu' ? 1_000_000 : 1
  const thousands = ['k', 'nghin', 'ngan'].includes(unit_said) ? 1_000 : times
  const tail = more === '' ? 0 : Number(more) * (thousands / 10 ** more.length)
  const half = said.endsWith('ruoi') ? thousands / 2 : 0
  const value = Math.round(number * thousands + tail + half)
  return value >= 10_000 && value <= 10_000_000_000 ? value : null
}

function upTo(max_price: number | null): Said | null {
  return max_price === null
    ? null
    : { min_price: null, max_price, label: `Dưới ${inWords(max_price)}` }
}

function from(min_price: number | null): Said | null {
  return min_price === null
    ? null
    : { min_price, max_price: null, label: `Từ ${inWords(min_price)}` }
}

function between(min_price: number, max_price: number): Said {
  const are_millions = [min_price, max_price].every((price) => inWords(price).endsWith('triệu'))
  const lower = are_millions ? inWords(min_price).replace(' triệu', '') : inWords(min_price)
  return { min_price, max_price, label: `${lower} – ${inWords(max_price)}` }
}

/** "Tầm 15 triệu" is 15 % less or more; of small sums 25 %. */
function around(price: number | null): Said | null {
  if (price === null) return null
  const slack = price < 2_000_000 ? 0.25 : 0.15
  return {
    min_price: Math.round((price * (1 - slack)) / 10_000) * 10_000,
    max_price: Math.round((price * (1 + slack)) / 10_000) * 10_000,
    label: `Khoảng ${inWords(price)}`,
  }
}

function inWords(price: number): string {
  if (price >= 1_000_000 && price % 10_000 === 0) {
    return `${String(price / 1_000_000).replace('.', ',')} triệu`
  }
  return `${String(price).replace(/\B(?=(\d{3})+$)/g, '.')}đ`
}
