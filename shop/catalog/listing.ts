import type { Sort } from '#contracts/catalog.ts'

/** Products on one page of a list unless the caller says otherwise (spec §9). */
export const list_size = 20

/** Which products a list takes: those on some shelves, or those that hold all words. */
export type Among =
  | { category_ids: number[]; brand_id: number | null }
  | { words: string[]; phrase: string }

/** A question for one page of a list, priced for a province. */
export interface ListQuestion {
  among: Among
  province_id: number
  min_price?: number | undefined
  max_price?: number | undefined
  sort: Sort
  page: number
  size: number
}
