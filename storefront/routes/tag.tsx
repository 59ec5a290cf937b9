import { type ShelfData, shelfMeta, ShelfPage } from '#storefront/widgets/listing-shelf-page.tsx'

export const meta = shelfMeta

/** A tag's products. */
export function Page({ data }: { data: ShelfData }) {
  return <ShelfPage data={data} without={[]} />
}
