import { publicPage } from '#storefront/runtime/page.ts'
import type { ProvinceData } from '#storefront/pages/province/page.tsx'

/** /chon-tinh-thanh?return_to=: the province dialog as a page, for who has no JavaScript. */
export const page = publicPage<ProvinceData>({
  loader: async ({ url, services }) => ({
    provinces: await services.locations.provinces(null, {}),
    return_to: url.searchParams.get('return_to') ?? '/',
  }),
})
