import type { TalkRule } from '#contracts/storefront/talk/talk-fields.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'

/** Words of abuse, in lower case with their marks: without marks "dit" and "lon" are innocent words. */
const insults = [
  ...['địt', 'đụ má', 'đụ mẹ', 'đéo', 'lồn', 'cặc', 'buồi', 'đĩ', 'con đĩ', 'điếm', 'cave'],
  ...['óc chó', 'óc lợn', 'súc vật', 'chó má', 'thằng chó', 'đồ chó', 'con chó cái', 'mất dạy'],
  ...['vcl', 'vkl', 'vãi lồn', 'clgt', 'cmm', 'đmm', 'đcm', 'dcm', 'đkm', 'dkm', 'cờ lờ', 'đờ mờ'],
  ...['fuck', 'fucking', 'shit', 'bitch', 'asshole', 'motherfucker'],
]
const insult = new RegExp(`(?<![\\p{L}\\p{N}])(${insults.join('|')})(?![\\p{L}\\p{N}])`, 'u')

/** An address with a scheme, with "www.", or a name that ends like one: shop.vn, t.me/abc, "shop (chấm) com". */
const link =
  /https?:|www\.|(?<![\p{L}\p{N}])[\p{L}\p{N}-]+\s?(\.|\(chấm\)|\[\.\])\s?(com|net|org|biz|xyz|vn|cc|io)(?![\p{L}\p{N}])/u

/** Endings that are words too: "Hàng đẹp. Shop giao nhanh", "đẹp.shop giao" are no addresses. */
const link_like_words =
  /(?<![\p{L}\p{N}])[a-z\d-]+(\.|\(chấm\)|\[\.\])(info|shop|store|online|site|top|vip|club|me|link|app)(?![\p{L}\p{N}])/u

/** Nine to eleven digits, with what people put between them: 0912.345.678, +84 912 345 678, o912345678. */
const phone = /(?<!\d)(\+?84|0|o)[\s.\-–_/*•·()]*[1-9]([\s.\-–_/*•·()]*[\do]){8}(?!\d)/u

/** Who speaks for the shop, in words that no name of a person looks like. */
const official =
  /(?<![a-z\d])(q ?t ?v|admin(istrator)?|mod(erator)?|support|official|chu shop|c ?s ?k ?h)(?![a-z\d])/

/** The same in Vietnamese. With other marks most of these words are names of people: Từ Văn Viên, Tống Đại. */
const official_words = [
  ...[
    'quản trị viên',
    'ban quản trị',
    'nhân viên',
    'kỹ thuật viên',
    'kĩ thuật viên',
    'tư vấn viên',
    'hỗ trợ',
  ],
  ...['hỗ trợ khách hàng', 'chăm sóc khách hàng', 'tổng đài', 'hệ thống'],
].map((words) => words.split(' '))

/** Without their marks these are names of people too: Bảo Hạnh, Quân Ly, Mẹ của Hằng. */
const official_by_marks = /(?<!\p{L})(bảo hành|quản l[ýí]|cửa hàng|cua hang)(?!\p{L})/u

/** Signs that look like the badge of the shop. Flowers and hearts are welcome. */
const badge = /[✓✔✅☑√🗸⭐★☆✪🌟👑🛡🏅🎖®™©🔵🆗]/u

/** Letters of these scripts look like Latin ones: a name of both is made to deceive. */
const look_alike = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u
const latin = /\p{Script=Latin}/u

/** What the same person wrote before. */
interface EarlierText {
  text: string
}

/**
 * The rule that holds a text back until staff have looked at it; null: it is published at once. What somebody thinks of
 * the goods is never a reason.
 */
export function heldFor(text: string, earlier: readonly EarlierText[]): TalkRule | null {
  const lower = readable(text)
  if (link.test(lower) || link_like_words.test(lower)) return 'link'
  if (phone.test(lower)) return 'phone'
  if (insult.test(lower)) return 'insult'
  const own = essence(lower)
  if (isOneSignRepeated(own) || earlier.some((one) => essence(one.text) === own)) return 'repeated'
  return null
}

/** The rule that holds back everything under a name: nobody speaks for the shop, or looks as if they did. */
export function heldForName(name: string, shop_name: string): TalkRule | null {
  const rule = heldFor(name, [])
  if (rule !== null) return rule
  const is_disguised = badge.test(name) || (latin.test(name) && look_alike.test(name))
  return is_disguised || isOfficial(name, shop_name) ? 'name' : null
}

function isOfficial(name: string, shop_name: string): boolean {
  const words = wordsOf(name)
  const plain = fold(words)
  return (
    official.test(plain) ||
    official_by_marks.test(words) ||
    official_words.some((official) => says(words, official)) ||
    ` ${plain} `.includes(` ${fold(wordsOf(shop_name))} `)
  )
}

/**
 * Whether a name says these words, also without marks or with one syllable misspelt. Words of three syllables are found
 * in letters that stand apart, too ("Qu ản t r ị viên"): no run of names makes them.
 */
function says(words: string, official: readonly string[]): boolean {
  const length = official.join('').length
  const places = official.length > 2 ? [words.replaceAll(' ', '')] : pairsOf(words)
  return places.some((letters) => {
    const at = fold(letters).indexOf(fold(official.join('')))
    if (at === -1 || (official.length === 2 && letters.length > length)) return false
    let from = at
    const others = official.filter((syllable) => {
      const typed = letters.slice(from, (from += syllable.length))
      return typed !== syllable && typed !== fold(syllable)
    })
    return others.length <= official.length - 2
  })
}

/** Every two words that stand beside each other, without the blank. */
function pairsOf(words: string): string[] {
  const all = words.split(' ')
  return all.slice(1).map((word, n) => `${all[n]}${word}`)
}

/** The words of a name in small letters, with a blank between them. */
function wordsOf(name: string): string {
  return readable(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Full-width letters, digits in circles and marks that lie over letters are read as people read them. */
function readable(text: string): string {
  return text.normalize('NFKC').replace(/\p{M}/gu, '').toLowerCase()
}

/** Letters and digits alone: blanks, signs and case make no text a new one. */
function essence(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** "aaaaaaaaaaaaaaa", "tốt tốt tốt tốt tốt": fewer than four different letters, or one short word again and again. */
function isOneSignRepeated(text: string): boolean {
  return text.length >= 12 && (new Set(text).size < 4 || /^(.{1,6})\1{3,}$/u.test(text))
}
