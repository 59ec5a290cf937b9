import type { ListData } from '#storefront/listing-view.ts'
import { ListingEmpty } from '#storefront/widgets/listing-empty.tsx'
import { Listing } from '#storefront/widgets/listing.tsx'

/** The products that fit, or the way on where none does. */
export function ListingResult({ list, label }: { list: ListData; label: string }) {
  return list.listing.products.length > 0 ? (
    <Listing list={list} label={label} />
  ) : (
    <ListingEmpty list={list} />
  )
}
