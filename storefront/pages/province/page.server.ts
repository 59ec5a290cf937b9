import { returnAddress } from '#pure/own-address.ts'
import { publicPage } from '#storefront/runtime/page.ts'
import type { ProvinceData } from '#storefront/pages/province/page.tsx'

/** /chon-tinh-thanh?return_to=: the province dialog as a page, for browsers without scripts. */
export const page = publicPage<ProvinceData>({
  loader: async ({ url, services, shop }) => ({
    provinces: await services.locations.officialProvinces(null, {}),
    return_to: returnAddress(url.searchParams.get('return_to') ?? '/', shop.public_url),
  }),
})
