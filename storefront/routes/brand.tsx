import { laterView } from '#storefront/later-view.tsx'
import type { PageMeta } from '#storefront/page.ts'
import type { ShelfData } from '#storefront/shelf-data.ts'

export const meta = ({ head }: ShelfData): PageMeta => head

/** The page stands for the brand: it is no filter here. */
const ITSELF = ['brand']

export const later = laterView<{ data: ShelfData; without: readonly string[] }>(
  async () => (await import('#storefront/widgets/listing-shelf-page.tsx')).ShelfPage,
)

/** Everything of a brand. */
export function Page({ data }: { data: ShelfData }) {
  return <later.View data={data} without={ITSELF} />
}
