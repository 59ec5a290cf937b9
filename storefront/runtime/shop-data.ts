import { useRouteLoaderData } from 'react-router'
import type { CategoryLink } from '#contracts/storefront/catalog.ts'
import type { AcceptedMethod } from '#contracts/storefront/payment.ts'
import type { StaticLink } from '#contracts/storefront/static-pages.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'

/** The data of the layout of every page: the shop, the province of the prices, the top categories. */
export interface ShopData {
  shop: ShopIdentity
  province: { province_id: number; name: string }
  top_categories: CategoryLink[]
  /** The shop's policies and other static pages. */
  policies: StaticLink[]
  /** The front page of the news; null: the shop has no articles. */
  news: { name: string; path: string } | null
  /** How the shop can be paid. */
  accepted: AcceptedMethod[]
}

/** Returns the data of the layout, in layouts and pages. */
export function useShop(): ShopData {
  const data = useRouteLoaderData<ShopData>('root')
  if (!data) throw new Error('the root route has no data')
  return data
}
