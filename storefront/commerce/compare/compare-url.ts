import { catalog_addresses } from '#storefront/addresses/catalog.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'

/** The address of the page that compares these products. */
export function compareUrl(
  product_ids: readonly number[],
  more: { khac?: '1' | undefined; doi?: number | 'them' | undefined } = {},
): string {
  // A comma needs no escape in a query, and people read addresses too.
  return withQuery(catalog_addresses.compare.path, {
    ids: product_ids.join(','),
    ...more,
  }).replaceAll('%2C', ',')
}
