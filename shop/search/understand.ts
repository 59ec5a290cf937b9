import type { Understood } from '#contracts/search.ts'
import type { Vocabulary } from '#shop/search/vocabulary.ts'

/** What typed words mean: filters, and words that are left to look for. */
export interface Understanding {
  /** For `WordIndex.find`; empty when everything became filters. */
  words: string
  /** Slugs. */
  brand: string[]
  category_id: number | null
  /** Codes. */
  need: string[]
  /** By attribute code, values as addresses carry them. */
  filters: Record<string, string[]>
  min_price: number | null
  max_price: number | null
  chips: Understood['chips']
  /** The query in right letters, when letters were corrected. */
  corrected: string | null
}

/** Takes a query apart (spec §2 /tim-kiem): price, brand, category, need and attributes become filters. */
export function understand(q: string, _vocabulary: Vocabulary): Understanding {
  return {
    words: q,
    brand: [],
    category_id: null,
    need: [],
    filters: {},
    min_price: null,
    max_price: null,
    chips: [],
    corrected: null,
  }
}
