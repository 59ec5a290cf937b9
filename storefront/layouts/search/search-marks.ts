import { fold } from '#pure/vietnamese/vietnamese-text.ts'

/** A piece of a text; those that were typed are told apart. */
export interface Piece {
  text: string
  is_match: boolean
}

/**
 * Parts a text into what the words typed so far stand for and the rest. Accents and case do not
 * matter, a word matches from the beginning of a word: "dien th" marks "Điện th" of "Điện thoại".
 */
export function markMatches(text: string, typed: string): Piece[] {
  const letters = [...text.normalize('NFC')]
  const folded = letters.map(fold)
  const marked = new Set<number>()
  for (const word of fold(typed).split(/[^a-z0-9]+/)) {
    if (word === '') continue
    for (let start = 0; start < folded.length; start++) {
      const end = startsWord(folded, start) ? endOfMatch(folded, start, word) : null
      for (let index = start; end !== null && index < end; index++) marked.add(index)
    }
  }
  const pieces: Piece[] = []
  for (const [index, letter] of letters.entries()) {
    const is_match = marked.has(index)
    const last = pieces.at(-1)
    if (last?.is_match === is_match) last.text += letter
    else pieces.push({ text: letter, is_match })
  }
  return pieces
}

function startsWord(folded: readonly string[], index: number): boolean {
  return index === 0 || !/^[a-z0-9]$/.test(folded[index - 1] ?? '')
}

/** Where the word ends that begins at `start`, or null when another word stands there. */
function endOfMatch(folded: readonly string[], start: number, word: string): number | null {
  let rest = word
  let index = start
  while (rest !== '') {
    const letter = folded[index]
    if (letter === undefined || !rest.startsWith(letter)) return null
    rest = rest.slice(letter.length)
    index += 1
  }
  return index
}
