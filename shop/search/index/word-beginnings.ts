import type { Postings } from '#shop/search/index/word-postings.ts'

const max_cached = 200

/** Finds words by prefix in a sorted list. New words wait in an unsorted list until there are 1,000. */
export function sortedWords(postings: Postings) {
  let order: number[] = []
  let known = 0
  /** Caches short prefixes, because they have thousands of words and are looked up often. */
  let cached = new Map<string, number[]>()
  let cached_size = 0
  const begins = (word: number, prefix: string) => postings.words[word]?.startsWith(prefix) ?? false
  const refresh = () => {
    const all = Array.from({ length: postings.words.length }, (_, index) => index)
    const words = postings.words
    order = all.sort((one, other) => ((words[one] ?? '') < (words[other] ?? '') ? -1 : 1))
    known = words.length
  }
  return {
    beginning(prefix: string, max: number): number[] {
      if (prefix === '') return []
      if (postings.words.length - known > 1_000) refresh()
      if (cached_size !== postings.words.length) cached = new Map()
      cached_size = postings.words.length
      const before = prefix.length <= 2 ? cached.get(prefix) : undefined
      if (before) return before.slice(0, max)
      const found: number[] = []
      for (let at = lowest(prefix); at < order.length; at++) {
        const word = order[at] ?? 0
        if (!begins(word, prefix)) break
        if ((postings.sizes[word] ?? 0) > 0) found.push(word)
      }
      for (let word = known; word < postings.words.length; word++) {
        if (begins(word, prefix) && (postings.sizes[word] ?? 0) > 0) found.push(word)
      }
      const bySize = (one: number, other: number) =>
        (postings.sizes[other] ?? 0) - (postings.sizes[one] ?? 0)
      found.sort(bySize)
      if (prefix.length <= 2) cached.set(prefix, found.slice(0, max_cached))
      return found.slice(0, max)
    },
  }

  function lowest(prefix: string): number {
    let low = 0
    let high = order.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((postings.words[order[middle] ?? 0] ?? '') < prefix) low = middle + 1
      else high = middle
    }
    return low
  }
}
