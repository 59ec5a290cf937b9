import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import { foldInPlace } from '#shop/search/index/words.ts'

/**
 * Words that a product need not contain. If a word without accents is also another word ("bán" and "bàn phím"),
 * only the accented form is soft.
 */
const always = `mua giá rẻ tốt đẹp cho của chiếc cái loại hàng nhất nhiêu nào nên inch inches xịn
  với những các cần tìm muốn chính hãng cửa uy tín chất lượng dùng được hiện nay
  góp giảm khuyến mãi sale ship mấy nhiu hỏi kiểu series ngon kiếm tui tôi mình vậy lắm
  màu siêu tuyệt vời lung linh mượt khủng hoành tráng giùm biết ko hok review trend cute rất khá đc admin`.split(
  /\s+/,
)
const accented =
  `bán có mới cũ ở tại để và này đang từ máy con shop trả hãng cỡ ông bà bố mẹ cháu bé em anh chị
  lớn nhỏ to hơn ạ nhé ơi thì mà là bổ thứ gì sao đời bao tiền dòng dạng xem thật giúp nha dạ ấy nhỉ hả
  đâu thế như nhà người bạn trai gái vợ chồng ngoại nội già trẻ cô chú thầy sếp nhu cầu tầm mạnh mẽ
  cực đỉnh xò lừ sang trọng hợp lý ổn định dễ thương êm ái bền bỉ đáng xứng phù tư vấn gợi ý không nữa
  quà tặng biếu sắc nét đánh so sánh chạy ưng thích mê quá hot hay
  cao cấp chất nghĩa món xin đi được rồi hoặc trong còn giờ`.split(/\s+/)

export const soft_words: readonly string[] = always.map(fold)
const plain = new Set(soft_words)
const marked_ones = new Set([...always, ...accented])

const everyday = new Set([...always, ...accented].map(fold))

/** Returns whether a folded word is one of everyday speech: it is not mistyped, even if no product has it. */
export function isEverydayWord(text: string): boolean {
  return everyday.has(text)
}

/** Returns whether a word is optional in a product; `marked` has the accents as typed. */
export function isSoft(text: string, marked: string): boolean {
  return marked_ones.has(marked) || (marked === text && plain.has(text))
}

/**
 * Finds "còn không", "có không" at the end of a question. Without accents "con" and "khong" are words of goods too, but
 * not at the end.
 */
export function questionAtEnd(q: string): { start: number; end: number } | null {
  const found = /(?<=[\p{L}\p{N}] )(?:(?:con|co|duoc) )?(?:khong|ko)[ ?!.]*$/u.exec(
    foldInPlace(q.toLowerCase()),
  )
  if (found === null) return null
  return { start: found.index, end: found.index + found[0].length }
}
