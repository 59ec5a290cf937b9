import { loadComments, talkTag } from '#storefront/commerce/talk/load-comments.ts'
import { repairFaq } from '#storefront/pages/repair-service/repair-faq.ts'
import type { RepairData } from '#storefront/pages/repair-service/repair-data.ts'
import { notFound, type PublicContext, publicPage } from '#storefront/runtime/page.ts'
import { repairGraph } from '#storefront/seo/structured-data/repair-graph.ts'

/** Loads a repair service and the shops of the province that have its part. */
export async function loadRepair(service_id: number, context: PublicContext): Promise<RepairData> {
  const { province_id, services } = context
  const [service, { shops, elsewhere }] = await Promise.all([
    services.repair.service(null, { service_id }),
    services.repair.shops(null, { service_id, province_id }),
  ])
  const labels = new Map(service.options.map(({ item_id, label }) => [item_id, label]))
  return {
    service,
    faq: repairFaq(service),
    comments: await loadComments(context, {
      subject_kind: 'repair_service',
      subject_id: service_id,
    }),
    shops: shops.map(({ shop, item_ids }) => {
      const { id, name, address, time_opening, phone, google_link, google_map_address } = shop
      const link = google_link ?? google_map_address
      const map_link = link?.startsWith('https://') ? link : null
      const grades = item_ids.flatMap((item_id) => labels.get(item_id) ?? [])
      return { id, name, address, time_opening, phone, map_link, grades }
    }),
    elsewhere: elsewhere.slice(0, 5),
  }
}

/** Services have root slugs: this page is only shown by the page `slug`. */
export const page = publicPage<RepairData>({
  loader: () => Promise.resolve(notFound),
  tags: ({ service: { service_id } }) => [
    'repair',
    'locations',
    talkTag('repair_service', service_id),
  ],
  structured: ({ service, faq }, shop) => repairGraph(service, faq, shop),
})
