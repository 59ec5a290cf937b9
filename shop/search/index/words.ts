/** A word of a text, with its position. */
export interface Word {
  /** Lower case without accents. */
  text: string
  /** Lower case with accents as written. */
  marked: string
  start: number
  end: number
  /** True if no blank separates it from the previous word: "wh-1000xm6", "s26+". */
  is_joined: boolean
}

/** Maximum number of words of a query: further words only cost time. */
const max_query_words = 16
/** Maximum number of words of a product text or title. */
export const max_text_words = 64
const longest_word = 40

/**
 * Splits a text into words, in the same way for products and queries. Punctuation separates words, except a
 * point or comma between digits (15.6); "+" is the word "plus".
 */
export function wordsOf(text: string, max = max_query_words): Word[] {
  const whole = text.normalize('NFC').toLowerCase()
  const plain = foldInPlace(whole)
  const words: Word[] = []
  let before = -1
  for (const match of plain.matchAll(/\d+(?:[.,]\d+)+[a-z]*|[\p{L}\p{N}]+|\+/gu)) {
    if (words.length >= max) break
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
 * Returns the ends of a model number, as shoppers abbreviate it: "1000xm6" gives "xm6", "rtx5070" gives "5070".
 * They begin at a change between letters and digits and contain a digit.
 */
export function endsOfModel(text: string): string[] {
  if (text.length < 5 || !/^[a-z0-9]+$/.test(text)) return []
  return [...text.matchAll(/(?<=\d)[a-z]|(?<=[a-z])\d/g)]
    .map(({ index }) => text.slice(index))
    .filter((end) => end.length >= 3 && /\d/.test(end))
    .slice(0, 2)
}

/** Folds a text without changing the positions of letters, so that matches can be cut out of the original text. */
export function foldInPlace(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (letter) => {
    const [plain = ' '] = letter.normalize('NFD').replace(/[đĐ]/, 'd')
    return plain.toLowerCase().length === 1 ? plain.toLowerCase() : ' '
  })
}
