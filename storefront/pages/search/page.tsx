import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { Suggestions } from '#contracts/storefront/search.ts'
import { laterView } from '#web/runtime/deferred-view.tsx'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'

export interface SearchData {
  head: PageMeta
  /** null: nothing was asked for yet. */
  list: ListData | null
  /** What others search for, and what they buy: where there is no list to show. */
  trending: Suggestions['trending']
  popular: ProductCard[]
}

export const meta = ({ head }: SearchData): PageMeta => head

export const later = laterView<{ data: SearchData }>(
  async () => (await import('#storefront/pages/search/search-view.tsx')).SearchView,
)

export function Page({ data }: { data: SearchData }) {
  return <later.View data={data} />
}
