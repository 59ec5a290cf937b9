/** What a search may find a product by. All texts as shoppers read them, accents and all. */
export interface WordDocument {
  /** The product's place in the read model: small, dense, may be taken again after `remove`. */
  ordinal: number
  name: string
  brand: string
  /** Its category and those above it, parted by blanks. */
  category: string
  series: string
  /** All numbers it is known by, parted by blanks. */
  sku: string
  /** Memory, colours and the like: "256GB 12GB đen titan". */
  facts: string
  /** Views, sales: the more, the sooner among equals. Any scale from 0 up. */
  popularity: number
}

export interface FindOptions {
  /** The last word may be half typed. */
  is_unfinished?: boolean
  /** Only these products count: of the filters, of the shop. Called for products that match words. */
  only?: (ordinal: number) => boolean
}

/** Products by words: best first, `scores` beside `ordinals`, 0 < score ≤ 1 or a little above. */
export interface Found {
  ordinals: Int32Array
  scores: Float32Array
  /** No product holds all words: these hold most of them. */
  is_loosened: boolean
  /** The words as found, when letters had to be corrected to find anything. */
  corrected: string | null
}

export interface WordIndex {
  /** Adds a product, or takes the place of what stood at its ordinal. */
  put(document: WordDocument): void
  remove(ordinal: number): void
  /** `words` as `understand` gives them. Without words nothing is found. */
  find(words: string, options?: FindOptions): Found
  /** Whether a folded word stands in any product. */
  has(word: string): boolean
}

export function createWordIndex(): WordIndex {
  const nothing = { ordinals: new Int32Array(), scores: new Float32Array() }
  return {
    put: () => undefined,
    remove: () => undefined,
    find: () => ({ ...nothing, is_loosened: false, corrected: null }),
    has: () => false,
  }
}
