import type { CategoryPage } from '#contracts/storefront/catalog.ts'
import type { Banner } from '#contracts/storefront/content.ts'
import { laterView } from '#web/runtime/deferred-view.tsx'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'

/** A category with the list that the address asks for. */
export interface CategoryData {
  head: PageMeta
  category: CategoryPage
  /** Its name within a sentence: "điện thoại". */
  name_within: string
  banners: Banner[]
  list: ListData
  /** The day of the prices: 20/11/2026. */
  date: string
}

export const meta = ({ head }: CategoryData): PageMeta => head

export const later = laterView<{ data: CategoryData }>(
  async () => (await import('#storefront/pages/category/category-view.tsx')).CategoryView,
)

export function Page({ data }: { data: CategoryData }) {
  return <later.View data={data} />
}
