import type { ComparedLine } from '#contracts/staff/offers/articles.ts'

/** A text around the words in which it differs from another. */
interface ChangedWords {
  head: string
  changed: string
  tail: string
}

/** Returns the words of `text` between those with which both texts begin and those with which both end. */
export function changedWords(text: string, other: string): ChangedWords {
  const words = text.split(/(?<=\s)/)
  const others = other.split(/(?<=\s)/)
  const max = Math.min(words.length, others.length)
  let first = 0
  while (first < max && words[first] === others[first]) first += 1
  let last = 0
  while (last < max - first && words.at(-1 - last) === others.at(-1 - last)) last += 1
  const end = words.length - last
  return {
    head: words.slice(0, first).join(''),
    changed: words.slice(first, end).join(''),
    tail: words.slice(end).join(''),
  }
}

/** For each line that was changed the line in its place: the first removed line by the first added one, and so on. */
export function partnersOf(lines: readonly ComparedLine[]): (string | null)[] {
  const partners: (string | null)[] = lines.map(() => null)
  for (let start = 0; start < lines.length; start += 1) {
    if (lines[start]?.kind !== 'removed' || lines[start - 1]?.kind === 'removed') continue
    const end = lines.findIndex(({ kind }, n) => n >= start && kind !== 'removed')
    for (let n = 0; end !== -1 && n < end - start && lines[end + n]?.kind === 'added'; n += 1) {
      partners[start + n] = lines[end + n]?.text ?? null
      partners[end + n] = lines[start + n]?.text ?? null
    }
  }
  return partners
}
