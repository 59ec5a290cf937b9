import type { LocatedShop } from '#contracts/storefront/locations.ts'
import { repair as contract, type RepairServicePage } from '#contracts/storefront/repair.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { metaOf, withOwnCanonical } from '#shop/catalog/meta.ts'
import { knownProvinces } from '#shop/location/known-provinces.ts'
import { locatedShopOf } from '#shop/location/locations.ts'
import { listOpenShops } from '#shop/location/shop-list-store.ts'
import {
  countServices,
  listClosedDays,
  findService,
  listOptions,
  listRelatedServices,
  listRepairKinds,
  listServicesOfKind,
  listStockedOptions,
  type ServiceRow,
} from '#shop/repair/repair-page-store.ts'

const related_size = 12

interface Deps {
  db: Database
  now: Now
  /** The address of the shop: canonical addresses with it are its own. */
  public_url: string
}

/** Answers the pages of repair services. */
export function repairService({ db, now, public_url }: Deps): Service<typeof contract> {
  const provinceNames = knownProvinces(db, now)
  return {
    async services(_caller, { device_kind }) {
      const [kinds, services] = await Promise.all([
        listRepairKinds(db, device_kind),
        listServicesOfKind(db, device_kind),
      ])
      return { kinds, services }
    },
    async service(_caller, { service_id }) {
      const [row, options] = await Promise.all([
        findService(db, service_id),
        listOptions(db, service_id),
      ])
      if (!row || options.length === 0) throw contract.service.refuse('not_found')
      const related = await listRelatedServices(db, row)
      return pageOf(withOwnCanonical(row, public_url), options, related)
    },
    async serviceCounts() {
      const { by_part, everywhere } = await countServices(db)
      const shops = by_part.map(({ shop_id, services }) => ({
        shop_id,
        services: services + everywhere,
      }))
      const closed_days = await listClosedDays(db, vietnamDay(now()))
      return { shops, everywhere, closed_days }
    },
    async shops(_caller, { service_id, province_id }) {
      const [row, options, stocked, shops, currentProvinceOf] = await Promise.all([
        findService(db, service_id),
        listOptions(db, service_id),
        listStockedOptions(db, service_id),
        listOpenShops(db),
        provinceNames(),
      ])
      const all = options.map(({ item_id }) => item_id)
      const by_shop = new Map(stocked.map(({ shop_id, item_ids }) => [shop_id, item_ids]))
      const able = shops.flatMap((shop) => {
        const item_ids = row?.needs_part === false ? all : (by_shop.get(shop.shop_id) ?? [])
        if (!shop.kinds.includes('sua-chua') || item_ids.length === 0) return []
        return [{ shop: locatedShopOf(shop, currentProvinceOf), item_ids }]
      })
      const here = currentProvinceOf(province_id)
      const isHere = ({ shop }: (typeof able)[number]) =>
        shop.current_province.province_id === here.province_id
      return {
        shops: able.filter(isHere),
        elsewhere: countByProvince(able.filter((each) => !isHere(each)).map(({ shop }) => shop)),
      }
    },
  }
}

function pageOf(
  row: ServiceRow,
  options: RepairServicePage['options'],
  related: RepairServicePage['of_model'],
): RepairServicePage {
  const { part_code, meta_title, meta_description, keywords, canonical_tag, ...rest } = row
  const { meta_thumbnail, meta_index, meta_follow, ...service } = rest
  const prices = options.map(({ price }) => price)
  const from = formatDong(Math.min(...prices))
  const months = Math.max(...options.map(({ warranty_months }) => warranty_months))
  const isOfModel = ({ model_name }: { model_name: string }) => model_name === row.model_name
  return {
    ...service,
    options,
    of_model: related.filter(isOfModel),
    of_part: related
      .filter((card) => !isOfModel(card) && card.part_code === part_code)
      .slice(0, related_size),
    meta: metaOf(
      {
        ...{ meta_title, meta_description, keywords, canonical_tag },
        ...{ meta_thumbnail, meta_index, meta_follow },
      },
      {
        name: `${row.name} giá từ ${from}`,
        url_path: row.path.slice(1),
        description: `${row.name} giá từ ${from}, làm khoảng ${row.minutes} phút, bảo hành đến ${months} tháng. Xem giá từng loại linh kiện, chi nhánh có sẵn hàng và đặt lịch giữ giá, không cần trả trước.`,
        image: row.thumbnail,
      },
    ),
  }
}

function countByProvince(shops: readonly LocatedShop[]) {
  const counts = new Map<string, number>()
  for (const { current_province } of shops) {
    const { name } = current_province
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .map(([name, shop_count]) => ({ name, shop_count }))
    .toSorted((one, other) => other.shop_count - one.shop_count)
}
