import type { ProvinceChanges } from '#contracts/storefront/quote.ts'
import { returnAddress } from '#pure/own-address.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { moved, personalPage } from '#storefront/runtime/page.ts'
import { changesAt } from '#storefront/runtime/province-change.ts'

export interface ProvinceChangeData {
  changes: ProvinceChanges
  /** The address that the shopper came from. Only addresses of this shop are accepted. */
  return_to: string
}

/** /cart/province?province_id=&return_to=: what another province changes, for browsers without scripts. */
export const page = personalPage<ProvinceChangeData>({
  loader: async ({ services, caller, url, province_id, shop }) => {
    const requested = url.searchParams.get('return_to') ?? cart_addresses.cart.path
    const return_to = returnAddress(requested, shop.public_url)
    const to = Number(url.searchParams.get('province_id'))
    const provinces = await services.locations.provinces(null, {})
    if (!provinces.some((province) => province.province_id === to)) return moved(return_to)
    const path = return_to.split('?')[0] ?? '/'
    const changes = await changesAt(services, caller, { path, from: province_id, to })
    return changes ? { changes, return_to } : moved(return_to)
  },
})
