import { catalog_query_keys } from '#storefront/addresses/catalog.ts'
import { content_query_keys } from '#storefront/addresses/content.ts'
import { location_query_keys } from '#storefront/addresses/location.ts'
import { repair_query_keys } from '#storefront/addresses/repair.ts'
import { sign_in_query_keys } from '#storefront/addresses/sign-in.ts'
import { search_query_keys } from '#storefront/addresses/search.ts'
import { talk_query_keys } from '#storefront/addresses/talk.ts'
import { trade_in_query_keys } from '#storefront/addresses/trade-in.ts'
import { tool_query_keys } from '#storefront/addresses/tools.ts'
import { used_query_keys } from '#storefront/addresses/used.ts'

/**
 * The query keys that a public page reads, by page; 'listing' stands for all keys of a list. No other key
 * reaches loader, markup or cache, and no component may read another key from the location. They are apart
 * from the addresses because only the server needs them.
 */
export const query_keys: Readonly<Record<string, readonly string[]>> = {
  ...catalog_query_keys,
  ...content_query_keys,
  ...location_query_keys,
  ...repair_query_keys,
  ...search_query_keys,
  ...talk_query_keys,
  ...tool_query_keys,
  ...trade_in_query_keys,
  ...used_query_keys,
  ...sign_in_query_keys,
}
