import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'

/** The address of the page that compares these products. */
export function compareUrl(
  product_ids: readonly number[],
  more: { khac?: '1' | undefined; doi?: number | 'them' | undefined } = {},
): string {
  // A comma needs no escape in a query, and people read addresses too.
  return withQuery(frame_paths.compare, {
    ids: product_ids.join(','),
    ...more,
  }).replaceAll('%2C', ',')
}
