import type { PatchRoutesOnNavigationFunctionArgs } from 'react-router'
import { layouts } from '#storefront/addresses/address.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import { layoutRouteId, pageRoutes, type RouteSource } from '#storefront/runtime/routes.tsx'

/** Adds the routes of all pages to those of the first page. React Router leaves out the one that it has. */
export function addOtherPages(
  { patch }: PatchRoutesOnNavigationFunctionArgs,
  source: RouteSource,
): void {
  const all = Object.values(addresses)
  for (const layout of layouts) patch(layoutRouteId(layout), pageRoutes(layout, all, source))
}
