import { addresses, withQuery } from '#storefront/addresses/addresses.ts'

/** The page of these products beside each other: an address to share. */
export function compareUrl(
  product_ids: readonly number[],
  more: { khac?: '1' | undefined; doi?: number | 'them' | undefined } = {},
): string {
  // A comma needs no escape in a query, and an address is read by people too.
  return withQuery(addresses.compare.path, { ids: product_ids.join(','), ...more }).replaceAll(
    '%2C',
    ',',
  )
}
