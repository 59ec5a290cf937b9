import { laterView } from '#storefront/later-view.tsx'
import { type ShelfData, shelfMeta } from '#storefront/shelf-meta.ts'

export const meta = shelfMeta

/** The page stands for the brand: it is no filter here. */
const ITSELF = ['brand']

export const later = laterView<{ data: ShelfData; without: readonly string[] }>(
  async () => (await import('#storefront/widgets/listing-shelf-page.tsx')).ShelfPage,
)

/** Everything of a brand. */
export function Page({ data }: { data: ShelfData }) {
  return <later.View data={data} without={ITSELF} />
}
