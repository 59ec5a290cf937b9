import { type ShelfData, shelfMeta, ShelfPage } from '#storefront/widgets/listing-shelf-page.tsx'

export const meta = shelfMeta

/** The page stands for the brand: it is no filter here. */
const ITSELF = ['brand']

/** Everything of a brand. */
export function Page({ data }: { data: ShelfData }) {
  return <ShelfPage data={data} without={ITSELF} />
}
