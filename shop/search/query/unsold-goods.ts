import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import { isKnownName } from '#shop/search/query/known-names.ts'
import { isSoft } from '#shop/search/query/optional-words.ts'
import type { Vocabulary } from '#shop/search/query/vocabulary.ts'
import type { Word } from '#shop/search/index/words.ts'

/**
 * Kinds of goods that shoppers ask for and a shop of electronics may not carry. Products often have such words in their
 * facts ("giặt giẻ" of a robot), so the words alone say nothing. An entry has no effect once a category, a synonym or
 * the name of a product begins with it.
 */
const kinds = `tủ lạnh, tủ mát, tủ rượu, điều hòa, máy điều hòa, máy lạnh, máy giặt, máy sấy, máy sấy tóc, máy rửa bát,
  máy rửa chén, máy nước nóng, bình nóng lạnh, máy lọc nước, máy hút ẩm, máy tạo ẩm, máy hút mùi, máy xay, máy ép,
  máy pha cà phê, máy đánh trứng, máy khâu, máy cạo râu, máy massage, máy đo huyết áp, máy chiếu, máy in,
  máy ảnh, máy quay phim, máy fax, máy scan, máy chấm công, máy đếm tiền, máy bơm, máy khoan, máy phát điện,
  máy chạy bộ, nồi cơm, nồi cơm điện, nồi chiên, nồi chiên không dầu, nồi áp suất, nồi lẩu, lò vi sóng, lò nướng, bếp từ, bếp hồng ngoại, bếp ga,
  bếp gas, bếp điện, bếp, ấm siêu tốc, bình đun, bình giữ nhiệt, cây nước nóng lạnh, quạt, quạt điện, quạt trần, quạt hơi nước, bàn ủi, bàn chải điện,
  bàn gaming, bàn nâng hạ, ghế, ghế gaming, giường, tủ quần áo, xe máy, xe đạp, xe điện, xe hơi, ô tô, quần áo, giày,
  túi xách nữ, kính vr, kính thực tế ảo, sim, thẻ cào, drone, flycam, webcam, micro karaoke, micro không dây,
  micro thu âm, mic karaoke, mic thu âm, mic không dây, dàn karaoke, đầu karaoke, ổ khóa, khóa cửa, khóa vân tay,
  chuông cửa, đàn piano, đàn guitar, dây đồng hồ, dây đeo đồng hồ, đồng hồ treo tường, đồng hồ báo thức, bút cảm ứng,
  apple pencil, apple tv, airtag, homepod, apple vision, máy nghe nhạc, máy đọc sách, kindle, cân sức khỏe, cân điện tử,
  điện thoại cố định, máy sưởi, quạt sưởi, đèn sưởi, amply, pc gaming, máy chủ, server, giá đỡ, giá đỡ điện thoại,
  giá đỡ laptop, kẹp điện thoại, đế tản nhiệt, đế laptop, đế sạc`
/** Without accents these are other words: "tu dong" is "tự động". */
const accented_kinds = `tủ đông, bàn là, đèn bàn, đèn học, đèn pin, điện thoại bàn, nồi, chảo, áo, quần, dép, bút, máy may, bàn học`

/** A kind of goods as a list of words with accents. */
interface Kind {
  marked: readonly string[]
  texts: readonly string[]
  needs_accents: boolean
}

const by_first_word = Map.groupBy(
  [...readKinds(kinds, false), ...readKinds(accented_kinds, true)].toSorted(
    (one, other) => other.texts.length - one.texts.length,
  ),
  ({ texts }) => texts[0] ?? '',
)

function readKinds(list: string, needs_accents: boolean): Kind[] {
  return list.split(/,\s*/).map((name) => {
    const marked = name.split(/\s+/)
    return { marked, texts: marked.map(fold), needs_accents }
  })
}

/**
 * Finds the kind of goods that a query asks for and that the shop does not carry. In Vietnamese the noun that names
 * the kind comes first: only praise and brands may precede it. Null if there is none.
 */
export function unsoldGoodsIn(
  words: readonly Word[],
  vocabulary: Vocabulary,
): { start: number; end: number } | null {
  for (let at = 0; at < words.length; at++) {
    const kind = kindAt(words, at)
    if (kind) {
      const last = words[at + kind.texts.length - 1] as Word
      return isCarried(kind, words, at, vocabulary)
        ? null
        : { start: (words[at] as Word).start, end: last.end }
    }
    if (!mayPrecede(words[at] as Word, vocabulary)) return null
  }
  return null
}

function kindAt(words: readonly Word[], at: number): Kind | undefined {
  return by_first_word
    .get(words[at]?.text ?? '')
    ?.find(
      (kind) =>
        kind.texts.every((text, turn) => isSaid(words[at + turn], text, kind.marked[turn])) &&
        (!kind.needs_accents || kind.texts.some((_, turn) => isAccented(words[at + turn]))),
    )
}

/** Returns whether a typed word is a word, with its accents or without any. The place of a tone mark does not count. */
function isSaid(word: Word | undefined, text: string, marked = ''): boolean {
  if (word?.text !== text) return false
  return word.marked === text || lettersOf(word.marked) === lettersOf(marked)
}

/** Returns the letters of a word and its tone: "hoà" and "hòa" are the same word. */
function lettersOf(marked: string): string {
  const letters = marked.normalize('NFD')
  const tone = /[\u0300\u0301\u0303\u0309\u0323]/u.exec(letters)?.[0] ?? ''
  return letters.replace(tone, '') + tone
}

function isAccented(word: Word | undefined): boolean {
  return word !== undefined && word.marked !== word.text
}

/**
 * Returns whether the shop's own words or the name of a product begin with a kind, or the shop's words follow it: a
 * "quạt lọc không khí" is a kind of "lọc không khí".
 */
function isCarried(
  { texts }: Kind,
  words: readonly Word[],
  at: number,
  { index, phrases }: Vocabulary,
): boolean {
  const [first = ''] = texts
  const isPhrase = (phrase: readonly string[]) =>
    phrase.length >= texts.length && phrase.every((text, turn) => words[at + turn]?.text === text)
  if (phrases.get(first)?.some((phrase) => isPhrase(phrase.words))) return true
  const next = at + texts.length
  const isBehind = (phrase: readonly string[]) =>
    phrase.length > 1 && phrase.every((text, turn) => words[next + turn]?.text === text)
  if (phrases.get(words[next]?.text ?? '')?.some((phrase) => isBehind(phrase.words))) return true
  return index.models
    .having(first)
    .some(
      ({ own, ordinals }) => ordinals.length > 0 && texts.every((text, turn) => own[turn] === text),
    )
}

function mayPrecede({ text, marked }: Word, { phrases }: Vocabulary): boolean {
  if (isSoft(text, marked) || isKnownName(text)) return true
  return (
    phrases
      .get(text)
      ?.some(({ words, meaning }) => words.length === 1 && meaning.kind === 'brand') === true
  )
}
