import type { WordIndex } from '#shop/search/word-index.ts'

/** A filterable attribute with the values that goods carry. */
export interface KnownAttribute {
  code: string
  /** As a filter's heading: "Dung lượng RAM". */
  name: string
  unit: string
  values: {
    /** As the address carries it. */
    value: string
    /** As a chip says it: "16 GB". */
    label: string
    /** Other words for it, folded: "16gb ram". Those of number and unit are known by themselves. */
    words: readonly string[]
  }[]
}

/** What a shop has words for, as its tables say. */
export interface VocabularyParts {
  brands: { slug: string; name: string }[]
  categories: { category_id: number; parent_id: number | null; name: string; path: string }[]
  needs: { code: string; category_id: number; name: string; words: readonly string[] }[]
  attributes: KnownAttribute[]
  synonyms: { words: string; means: string }[]
}

/** The same, ready to be looked up. Make it anew whenever the tree, brands, needs or synonyms change. */
export interface Vocabulary {
  parts: VocabularyParts
  index: WordIndex
}

/** `index` is asked at each search, so that new goods count at once. */
export function createVocabulary(parts: VocabularyParts, index: WordIndex): Vocabulary {
  return { parts, index }
}
