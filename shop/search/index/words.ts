/** A word of a text, with its place there. */
export interface Word {
  /** Lower case without accents. */
  text: string
  /** Lower case with accents as written. */
  marked: string
  start: number
  end: number
  /** No blank parts it from the word before: "wh-1000xm6", "s26+". */
  is_joined: boolean
}

/** More words of a query narrow nothing; they only cost. */
const most_asked = 16
/** As many as a product or title may be found by. */
export const most_told = 64
const longest_word = 40

/**
 * The words of a text, for products and for queries alike. Signs part words, except a point or comma
 * between digits (15.6); "+" is the word "plus".
 */
export function wordsOf(text: string, most = most_asked): Word[] {
  const whole = text.normalize('NFC').toLowerCase()
  const plain = foldInPlace(whole)
  const words: Word[] = []
  let before = -1
  for (const match of plain.matchAll(/\d+(?:[.,]\d+)+[a-z]*|[\p{L}\p{N}]+|\+/gu)) {
    if (words.length >= most) break
    const { index } = match
    const end = index + match[0].length
    const is_joined = before >= 0 && /^[-/.]?$/.test(plain.slice(before, index))
    if (match[0] === '+') {
      if (is_joined) words.push({ text: 'plus', marked: 'plus', start: index, end, is_joined })
    } else {
      words.push({
        text: match[0].replaceAll(',', '.').slice(0, longest_word),
        marked: whole.slice(index, end).slice(0, longest_word),
        start: index,
        end,
        is_joined,
      })
    }
    before = end
  }
  return words
}

/**
 * Ends of a model's number, as shoppers shorten it: "1000xm6" is "xm6", "rtx5070" is "5070". They
 * begin where letters and digits meet and hold a digit.
 */
export function endsOfModel(text: string): string[] {
  if (text.length < 5 || !/^[a-z0-9]+$/.test(text)) return []
  return [...text.matchAll(/(?<=\d)[a-z]|(?<=[a-z])\d/g)]
    .map(({ index }) => text.slice(index))
    .filter((end) => end.length >= 3 && /\d/.test(end))
    .slice(0, 2)
}

/** Folded, each letter in its own place, so that what is found there can be cut out of the text. */
export function foldInPlace(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (letter) => {
    const [plain = ' '] = letter.normalize('NFD').replace(/[đĐ]/, 'd')
    return plain.toLowerCase().length === 1 ? plain.toLowerCase() : ' '
  })
}
