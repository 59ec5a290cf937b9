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

/** Who speaks for the shop, without marks. */
const official =
  /(?<![a-z\d])((ban )?quan tri vien|ban quan tri|q ?t ?v|admin(istrator)?|mod(erator)?|support|official|nhan vien|ky thuat vien|tu van vien|ho tro|cham soc khach hang|c ?s ?k ?h|tong dai|he thong|chu shop)(?![a-z\d])/

/** Without their marks these are names of people too: Bảo Hạnh, Quân Ly, Mẹ của Hằng. */
const official_by_marks = /(?<!\p{L})(bảo hành|quản l[ýí]|cửa hàng|cua hang)(?!\p{L})/u

/** The same where letters stand apart ("Qu ản t r ị viên"): words that no run of names makes. */
const official_letters = /quantrivien|kythuatvien|tuvanvien|chamsockhachhang|hotrokhach/

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
    official_letters.test(plain.replaceAll(' ', '')) ||
    ` ${plain} `.includes(` ${fold(wordsOf(shop_name))} `)
  )
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
