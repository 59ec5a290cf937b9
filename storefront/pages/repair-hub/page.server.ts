import type { DeviceKind, RepairCard } from '#contracts/storefront/repair.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import { repair_hubs } from '#storefront/addresses/repair-hubs.ts'
import type { HubData, RepairModel } from '#storefront/pages/repair-hub/hub-data.ts'
import { notFound, publicPage } from '#storefront/runtime/page.ts'
import { breadcrumbList, graph } from '#storefront/seo/structured-data/graph.ts'

const max_query = 100

/** /dich-vu/sua-chua-…: kinds of repair and models. `q` finds models, `dich_vu` shows the prices of one kind. */
export const page = publicPage<HubData>({
  tags: () => ['repair'],
  structured: ({ device_kind }, shop) => graph([breadcrumbList([repair_hubs[device_kind]], shop)]),
  loader: async ({ params, url, services }) => {
    const device_kind = kindAt(`/dich-vu/${params['hub'] ?? ''}`)
    if (device_kind === null) return notFound
    const found = await services.repair.services(null, { device_kind })
    const q = (url.searchParams.get('q') ?? '').trim().slice(0, max_query)
    const kind = found.kinds.find(({ part_code }) => part_code === url.searchParams.get('dich_vu'))
    const words = fold(q).split(/\s+/).filter(Boolean)
    const cards = found.services.filter(({ name, brand_name }) =>
      words.every((word) => fold(`${brand_name} ${name}`).includes(word)),
    )
    const ofKind = cards.filter(({ part_code }) => part_code === kind?.part_code)
    return {
      device_kind,
      kinds: found.kinds,
      q,
      priced: kind ? { kind, cards: ofKind } : null,
      models: modelsOf(cards),
    }
  },
})

function kindAt(path: string): DeviceKind | null {
  const kinds = Object.keys(repair_hubs) as DeviceKind[]
  return kinds.find((kind) => repair_hubs[kind].path === path) ?? null
}

function modelsOf(cards: readonly RepairCard[]): RepairModel[] {
  const models = new Map<string, RepairModel>()
  for (const { model_name, brand_name, path, part_name, price } of cards) {
    const model = models.get(model_name) ?? { name: model_name, brand: brand_name, services: [] }
    model.services.push({ path, part_name, price })
    models.set(model_name, model)
  }
  return [...models.values()]
}
