import { laterView } from '#web/runtime/deferred-view.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { ShelfData } from '#storefront/commerce/listing/tag-and-brand-data.ts'

export const meta = ({ head }: ShelfData): PageMeta => head

/** The page stands for the brand: it is no filter here. */
const ITSELF = ['brand']

export const later = laterView<{ data: ShelfData; without: readonly string[] }>(
  async () => (await import('#storefront/commerce/listing/tag-and-brand-view.tsx')).ShelfPage,
)

/** Everything of a brand. */
export function Page({ data }: { data: ShelfData }) {
  return <later.View data={data} without={ITSELF} />
}
