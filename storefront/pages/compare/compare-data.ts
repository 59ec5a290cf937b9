import type { Comparison, ProductCard } from '#contracts/storefront/catalog.ts'

/** What may come beside the others, or in place of one of them. */
export interface Picker {
  q: string
  replaced_id: number | null
  products: ProductCard[]
}

export interface CompareData extends Pick<Comparison, 'category' | 'groups'> {
  cards: ProductCard[]
  only_different: boolean
  left_out_count: number
  picker: Picker | null
}
