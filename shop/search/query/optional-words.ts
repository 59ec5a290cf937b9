import { fold } from '#pure/vietnamese/vietnamese-text.ts'

/**
 * Words around what is asked for: a product need not carry them. Where letters without accents are
 * another word too ("bán" and "bàn phím"), only the accented form is soft.
 */
const always = `mua giá rẻ tốt đẹp cho của chiếc cái loại hàng nhất nhiêu nào nên inch inches xịn
  với những các cần tìm muốn chính hãng cửa uy tín chất lượng dùng được hiện nay
  góp giảm khuyến mãi sale ship mấy nhiu hỏi kiểu series ngon kiếm tui tôi mình vậy lắm`.split(
  /\s+/,
)
const accented =
  `bán có mới cũ ở tại để và này đang từ máy con shop trả hãng cỡ ông bà bố mẹ cháu bé em anh chị
  lớn nhỏ to hơn ạ nhé ơi thì mà là bổ thứ gì sao đời bao tiền dòng dạng xem thật giúp nha dạ ấy nhỉ hả`.split(
    /\s+/,
  )

export const soft_words: readonly string[] = always.map(fold)
const plain = new Set(soft_words)
const marked_ones = new Set([...always, ...accented])

/** Whether a word only goes along; `marked` has the accents as typed. */
export function isSoft(text: string, marked: string): boolean {
  return marked_ones.has(marked) || (marked === text && plain.has(text))
}
