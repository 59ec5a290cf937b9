import { fold } from '#pure/vietnamese-text.ts'

/** More words than this narrow nothing; they only cost. */
const most_words = 8
const longest_word = 40

/**
 * The words of a search as the index has them: folded, each once. Signs part words, except inside
 * such as s26+ and 15.6.
 */
export function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}][\p{L}\p{N}+.]*/gu) ?? []
  const clean = words.map((word) => word.replace(/\.+$/, '').slice(0, longest_word))
  return [...new Set(clean)].slice(0, most_words)
}
