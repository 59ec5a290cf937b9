import type { Comparison, ProductCard } from '#contracts/storefront/catalog.ts'

/** Products to add to the comparison, or to replace the product `replaced_id`. */
export interface Picker {
  q: string
  replaced_id: number | null
  products: ProductCard[]
}

export interface CompareData extends Pick<Comparison, 'category' | 'groups'> {
  cards: ProductCard[]
  /** Only where nothing is compared: what sells best. */
  selling: ProductCard[]
  only_different: boolean
  left_out_count: number
  picker: Picker | null
}
