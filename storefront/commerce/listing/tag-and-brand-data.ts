import type { CollectionPage } from '#contracts/storefront/catalog.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'

/** The page of a tag or a brand: a list over several categories. */
export interface CollectionData {
  head: PageMeta
  collection: CollectionPage
  list: ListData
  date: string
}
