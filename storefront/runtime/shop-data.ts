import { useRouteLoaderData } from 'react-router'
import type { CategoryLink } from '#contracts/storefront/catalog.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'

/** What every page's frame shows: who we are, for which province prices are, the top categories. */
export interface ShopData {
  shop: ShopIdentity
  province: { province_id: number; name: string }
  top_categories: CategoryLink[]
}

/** The frame's data, in layouts and pages. */
export function useShop(): ShopData {
  const data = useRouteLoaderData<ShopData>('root')
  if (!data) throw new Error('the root route has no data')
  return data
}
