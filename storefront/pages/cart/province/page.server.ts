import type { ProvinceChanges } from '#contracts/storefront/quote.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import { moved, personalPage } from '#storefront/runtime/page.ts'
import { changesAt } from '#storefront/runtime/province-change.ts'
import { ownPath } from '#storefront/runtime/province-endpoint.ts'

export interface ProvinceChangeData {
  changes: ProvinceChanges
  /** Where the shopper was: only ever an address of this shop is followed back. */
  return_to: string
}

/** /cart/province?province_id=&return_to=: what another province changes, asked without scripts. */
export const page = personalPage<ProvinceChangeData>({
  loader: async ({ services, caller, url, province_id, shop }) => {
    const wanted = url.searchParams.get('return_to') ?? addresses.cart.path
    const return_to = ownPath(wanted, shop.public_url)
    const to = Number(url.searchParams.get('province_id'))
    const provinces = await services.locations.provinces(null, {})
    if (!provinces.some((one) => one.province_id === to)) return moved(return_to)
    const path = return_to.split('?')[0] ?? '/'
    const changes = await changesAt(services, caller, { path, from: province_id, to })
    return changes ? { changes, return_to } : moved(return_to)
  },
})
