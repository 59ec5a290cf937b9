import { fold } from '#pure/vietnamese/vietnamese-text.ts'

/** A part of a text, with whether it matches the typed words. */
interface TextPart {
  text: string
  is_match: boolean
}

/**
 * Splits a text into parts that match the typed words and the rest. Accents and case are ignored, and a match
 * starts at the beginning of a word: "dien th" marks "Điện th" of "Điện thoại".
 */
export function markMatches(text: string, typed: string): TextPart[] {
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
  const parts: TextPart[] = []
  for (const [index, letter] of letters.entries()) {
    const is_match = marked.has(index)
    const last = parts.at(-1)
    if (last?.is_match === is_match) last.text += letter
    else parts.push({ text: letter, is_match })
  }
  return parts
}

function startsWord(folded: readonly string[], index: number): boolean {
  return index === 0 || !/^[a-z0-9]$/.test(folded[index - 1] ?? '')
}

/** The end of `word` in the text if it starts at `start`, else null. */
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
