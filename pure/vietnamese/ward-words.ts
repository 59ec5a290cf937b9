import { fold } from '#pure/vietnamese/vietnamese-text.ts'

const kinds: Readonly<Record<string, string>> = { p: 'phuong', x: 'xa', dk: 'dac khu' }
const kind_in_front = /^(phuong|xa|dac khu|thi tran) /

/**
 * The words of a search for a ward, folded: "P. Tân Định" → phuong, tan, dinh. Marks of LIKE are no
 * words. At most eight: no ward has more.
 */
export function wardWords(typed: string): string[] {
  const words = foldedWords(typed).split(' ')
  const [first = '', ...rest] = words.filter((word) => word !== '')
  const kind = rest.length > 0 ? kinds[first] : undefined
  if (kind !== undefined) return [...kind.split(' '), ...rest].slice(0, 8)
  return first === '' ? [] : [first, ...rest].slice(0, 8)
}

/** True when each word is how some word of the name begins. */
export function hasWardWords(name: string, words: readonly string[]): boolean {
  const folded = ` ${foldedWords(name)}`
  return words.every((word) => folded.includes(` ${word}`))
}

/** True when the words are the whole name, with or without its kind. */
export function isWardName(name: string, typed: string): boolean {
  const folded = foldedWords(name)
  const sought = wardWords(typed).join(' ')
  return sought === folded || sought === folded.replace(kind_in_front, '')
}

function foldedWords(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
