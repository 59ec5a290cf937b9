import { foldInPlace } from '#shop/search/index/words.ts'

/** A gift in a query: for whom, and the words that say so. */
interface GiftWords {
  /** The text of the chip: "Quà tặng mẹ". */
  label: string
  /** Addresses of the categories with ideas, the best first. */
  categories: readonly string[]
  spans: { start: number; end: number }[]
}

interface Receiver {
  /** As a phrase with accents; people also type it without. */
  says: readonly string[]
  categories: readonly string[]
}

const for_home = ['robot-hut-bui', 'nha-thong-minh', 'loa', 'tivi']
const for_her = ['tai-nghe', 'dong-ho', 'may-tinh-bang', 'loa', 'dien-thoai']
const for_him = ['tai-nghe', 'loa', 'dong-ho', 'chuot-ban-phim', 'may-choi-game']
const for_parents = ['dong-ho', 'dien-thoai', 'nha-thong-minh', 'loa', 'robot-hut-bui']
const for_office = ['tai-nghe', 'sac-du-phong', 'loa', 'chuot-ban-phim', 'dong-ho']
const for_children = ['may-tinh-bang', 'dong-ho', 'tai-nghe', 'may-choi-game']
const for_anyone = ['tai-nghe', 'dong-ho', 'loa', 'sac-du-phong', 'nha-thong-minh']

/** Within one group longer phrases stand first: "con gái" before "con". */
const receivers: readonly Receiver[] = [
  { says: ['tân gia', 'nhà mới', 'đám cưới', 'cưới'], categories: for_home },
  {
    says: ['bạn gái', 'người yêu', 'vợ', 'chị gái', 'em gái', 'phụ nữ', 'con gái', 'chị'],
    categories: for_her,
  },
  {
    says: ['bạn trai', 'chồng', 'anh trai', 'em trai', 'con trai', 'bạn thân', 'bạn bè', 'anh'],
    categories: for_him,
  },
  {
    says: [
      'bố mẹ',
      'ba mẹ',
      'cha mẹ',
      'ông bà',
      'bà ngoại',
      'bà nội',
      'ông ngoại',
      'ông nội',
    ].concat(['mẹ chồng', 'mẹ vợ', 'mẹ', 'má', 'bố', 'cha', 'ba', 'bà', 'ông', 'cô', 'chú', 'bác']),
    categories: for_parents,
  },
  {
    says: [
      'thầy cô',
      'thầy giáo',
      'bác sĩ',
      'cô giáo',
      'thầy',
      'sếp',
      'đồng nghiệp',
      'đối tác',
      'khách hàng',
    ],
    categories: for_office,
  },
  { says: ['bé trai', 'bé gái', 'trẻ em', 'bé', 'cháu', 'con'], categories: for_children },
  { says: ['bạn', 'em'], categories: for_anyone },
]

const occasion =
  '(?:sinh nhật|tốt nghiệp|kỷ niệm|noel|giáng sinh|valentine|tết|năm mới|trung thu|20[/-]11|20[/-]10|0?8[/-]0?3|14[/-]0?2|ý nghĩa|độc đáo)'
const more = `(?: \\d{1,2} tuổi| ${occasion})*`
const gift = '(?:món quà|quà|mua tặng|tặng|biếu)'

/** A phrase with accents, and without any. */
interface Pattern {
  accented: RegExp
  plain: RegExp
}

const for_whom = receivers.map(({ says, categories }) => ({
  categories,
  pattern: patternOf(`${gift}(?: ${gift}| ${occasion})*(?: cho)? (?<who>${says.join('|')})${more}`),
}))
const for_occasion = patternOf(`${gift}(?: ${gift})*(?: ${occasion})+|${gift}(?: ${gift})+`)
const for_nobody = patternOf('quà')

/**
 * Finds a gift: "quà tặng mẹ", "tang ban gai", "quà sinh nhật". Without accents "qua" and "tang" are other words, so
 * they need a receiver or an occasion behind them. Null if the query names no gift.
 */
export function giftWordsOf(q: string): GiftWords | null {
  const lower = q.toLowerCase()
  if (!/qu[aà]|t[aặ]ng|bi[eế]u/u.test(lower)) return null
  const plain = foldInPlace(lower)
  const find = (pattern: Pattern) =>
    pattern.accented.exec(lower) ?? (plain === lower ? pattern.plain.exec(plain) : null)
  const gifts = for_whom.flatMap(({ pattern, categories }) => {
    const found = find(pattern)
    return found ? [{ found, categories }] : []
  })
  // "Cô giáo" is no "cô". Among equals the first receiver is meant.
  const [longest] = gifts.toSorted((one, other) => other.found[0].length - one.found[0].length)
  if (longest) return giftOf(longest.found, longest.categories)
  const found = find(for_occasion) ?? for_nobody.accented.exec(lower)
  return found && giftOf(found, for_anyone)
}

function giftOf(
  { index, 0: phrase, groups }: RegExpExecArray,
  categories: readonly string[],
): GiftWords {
  const who = groups?.['who'] ?? ''
  return {
    label: `${categories === for_home ? 'Quà' : 'Quà tặng'} ${accentedWho(who)}`.trim(),
    categories,
    spans: [{ start: index, end: index + phrase.length }],
  }
}

/** Returns a receiver with accents, for the text of the chip. */
function accentedWho(who: string): string {
  return (
    receivers.flatMap(({ says }) => says).find((one) => foldInPlace(one) === foldInPlace(who)) ??
    who
  )
}

function patternOf(phrase: string): Pattern {
  const whole = (text: string) =>
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${text})(?![\\p{L}\\p{N}])`, 'u')
  return { accented: whole(phrase), plain: whole(foldInPlace(phrase)) }
}
