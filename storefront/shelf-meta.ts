import type { ShelfPage as Shelf } from '#contracts/catalog.ts'
import { catalogMeta } from '#storefront/catalog-meta.ts'
import { type ListData, listMeta } from '#storefront/listing-view.ts'
import type { PageMeta } from '#storefront/page.ts'

/** The page of a tag or a brand: a list over several categories. */
export interface ShelfData {
  shelf: Shelf
  list: ListData
  date: string
}

export function shelfMeta({ shelf, list }: ShelfData): PageMeta {
  return listMeta(catalogMeta(shelf.meta), shelf.name, list)
}
