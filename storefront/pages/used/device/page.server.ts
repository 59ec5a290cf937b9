import { Refusal } from '#pure/contract.ts'
import type { UsedDeviceData } from '#storefront/pages/used/device/page.tsx'
import { notFound, publicPage } from '#storefront/runtime/page.ts'
import { usedDeviceGraph } from '#storefront/seo/structured-data/used-graph.ts'

/** /may-cu/{imei_id}: the passport of one device, which the QR code on its shelf opens. */
export const page = publicPage<UsedDeviceData>({
  loader: async ({ params, services, province_id }) => {
    const digits = params['imei_id'] ?? ''
    if (!/^[1-9]\d{0,9}$/.test(digits)) return notFound
    try {
      const [device, { terms }] = await Promise.all([
        services.used.device(null, { imei_id: Number(digits), province_id }),
        services.returns.returnTerms(null, {}),
      ])
      return { device, terms }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not_found') return notFound
      throw error
    }
  },
  tags: ({ device: { version_id, new_product_id } }) => [
    ...[`product:${version_id}`, `product:${new_product_id}`],
    'locations',
  ],
  structured: ({ device }, shop) => usedDeviceGraph(device, shop),
})
