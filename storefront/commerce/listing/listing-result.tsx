import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import { ListingEmpty } from '#storefront/commerce/listing/listing-empty.tsx'
import { Listing } from '#storefront/commerce/listing/listing.tsx'

/** The products of a list, or what to do if there are none. */
export function ListingResult({ list, label }: { list: ListData; label: string }) {
  return list.listing.products.length > 0 ? (
    <Listing list={list} label={label} />
  ) : (
    <ListingEmpty list={list} />
  )
}
