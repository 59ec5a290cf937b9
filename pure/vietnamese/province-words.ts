import { fold } from '#pure/vietnamese/vietnamese-text.ts'

const kind_in_front = /^(?:tinh |thanh pho |tp ?)/

/** Everyday names that no list of provinces has, with the name in force. */
const everyday_names = [
  ['sai gon', 'ho chi minh'],
  ['thua thien hue', 'hue'],
] as const

/**
 * True if the typed text is a part of one of a province's names, or their first letters ("hcm"). Accents and the
 * kind of province do not count.
 */
export function isNamedProvince(names: readonly string[], typed: string): boolean {
  const sought = foldedWords(typed).replace(kind_in_front, '')
  const folded = names.map(foldedWords)
  const others = everyday_names.flatMap(([name, now]) => (folded.includes(now) ? [name] : []))
  return [...folded, ...others].some(
    (name) => name.includes(sought) || (sought.length > 1 && firstLetters(name).startsWith(sought)),
  )
}

function firstLetters(name: string): string {
  return name.replace(/(\w)\w* ?/g, '$1')
}

function foldedWords(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
