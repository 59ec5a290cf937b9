import type { PageMeta } from '#storefront/runtime/page.ts'
import type { CollectionData } from '#storefront/commerce/listing/tag-and-brand-data.ts'
import { CollectionPage } from '#storefront/commerce/listing/tag-and-brand-view.tsx'

export const meta = ({ head }: CollectionData): PageMeta => head

/** Filters left out of the list: all products on this page have the same brand. */
const BRAND_FILTER = ['brand']

/** Shows all products of a brand. */
export function Page({ data }: { data: CollectionData }) {
  return <CollectionPage data={data} without={BRAND_FILTER} />
}
