import type { PageMeta } from '#storefront/runtime/page.ts'
import type { CollectionData } from '#storefront/commerce/listing/tag-and-brand-data.ts'
import { CollectionPage } from '#storefront/commerce/listing/tag-and-brand-view.tsx'

export const meta = ({ head }: CollectionData): PageMeta => head

const NO_FILTERS: readonly string[] = []

/** Shows the products of a tag. */
export function Page({ data }: { data: CollectionData }) {
  return <CollectionPage data={data} without={NO_FILTERS} />
}
