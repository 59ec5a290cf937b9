import type { PageMeta } from '#storefront/runtime/page.ts'
import type { ShelfData } from '#storefront/commerce/listing/tag-and-brand-data.ts'
import { ShelfPage } from '#storefront/commerce/listing/tag-and-brand-view.tsx'

export const meta = ({ head }: ShelfData): PageMeta => head

/** The page stands for the brand: it is no filter here. */
const ITSELF = ['brand']

/** Everything of a brand. */
export function Page({ data }: { data: ShelfData }) {
  return <ShelfPage data={data} without={ITSELF} />
}
