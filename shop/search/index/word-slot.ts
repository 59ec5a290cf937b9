import type { Postings } from '#shop/search/index/word-postings.ts'

/** A word to look for, as `understand` returns it. */
export interface QueryWord {
  /** Folded. */
  text: string
  /** With accents as typed: they affect the rank, they never exclude. */
  marked: string
  /** Alternative words, folded. */
  or: readonly string[]
  /** "giá", "mua", "inch": affects the rank, but may be missing. */
  is_soft: boolean
  /** True for names of brands and categories: they weigh more if no product has all words. */
  is_name?: boolean
  /** True for names that are written correctly, whether or not a product has them: they stand for no other word. */
  is_certain?: boolean
  /** Its position in the typed query. */
  start?: number
  end?: number
}

/** A word of the index that may stand for a word of the query. */
export interface Candidate {
  word: number
  /** 1 for the exact word, less for a prefix or a correction. */
  quality: number
}

/** A word of the query with all words of the index that may stand for it. */
export interface Slot {
  query: QueryWord
  candidates: readonly Candidate[]
  weight: number
  /** True for an incomplete word that no product contains. */
  is_partial: boolean
}

/** Further words cost time and do not improve the result; the bits of all slots must fit into a number. */
export const max_slots = 16

/** Returns the number of postings of all candidates of a slot. */
export function postingsOf({ candidates }: Pick<Slot, 'candidates'>, { sizes }: Postings): number {
  return candidates.reduce((sum, { word }) => sum + (sizes[word] ?? 0), 0)
}
