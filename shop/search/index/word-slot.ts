import type { Postings } from '#shop/search/index/word-postings.ts'

/** A word to look for, as `understand` gives it. */
export interface QueryWord {
  /** Folded. */
  text: string
  /** With accents as typed: they rank, they never exclude. */
  marked: string
  /** Other words that do as well, folded. */
  or: readonly string[]
  /** "giá", "mua", "inch": ranks where it stands, may be missing. */
  is_soft: boolean
  /** Names a brand or category: the last to go where no product holds all words. */
  is_kept?: boolean
}

/** A word of the index that may stand for a word of the query. */
export interface Candidate {
  word: number
  /** 1 for the very word, less for a prefix or a correction. */
  quality: number
}

/** A word of the query with all words of the index that may stand for it. */
export interface Slot {
  query: QueryWord
  candidates: readonly Candidate[]
  weight: number
  /** Half typed: not yet a word that products hold. */
  is_begun: boolean
}

/** More words cost time and tell nothing more; their bits must fit a number. */
export const most_slots = 16

/** In how many postings the candidates of a slot stand. */
export function postingsOf({ candidates }: Pick<Slot, 'candidates'>, { sizes }: Postings): number {
  return candidates.reduce((sum, { word }) => sum + (sizes[word] ?? 0), 0)
}
