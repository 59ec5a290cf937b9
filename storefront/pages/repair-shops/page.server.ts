import type { LocatedShop } from '#contracts/storefront/locations.ts'
import { formatTime, vietnamDay } from '#pure/vietnam-time.ts'
import { type ClosedDays, openNow } from '#storefront/pages/repair-shops/open-now.ts'
import {
  repair_shops_title,
  type RepairShopRow,
  type RepairShopsData,
} from '#storefront/pages/repair-shops/repair-shops-data.ts'
import { repair_addresses } from '#storefront/addresses/repair.ts'
import { offeredProvinces } from '#storefront/commerce/province/offered-provinces.ts'
import { chosenProvince, districtsOf } from '#storefront/commerce/province/chosen-province.ts'
import { publicPage } from '#storefront/runtime/page.ts'
import { breadcrumbList, graph } from '#storefront/seo/structured-data/graph.ts'

const max_district_length = 100

/**
 * The shops that repair, of one province (`province`), of a district in it (`district`) or of all. Whether they are
 * open is of the minute of rendering: a cached page is rendered again after a minute.
 */
export const page = publicPage<RepairShopsData>({
  tags: () => ['locations', 'repair'],
  structured: (_data, shop) =>
    graph([
      breadcrumbList([{ name: repair_shops_title, path: repair_addresses.repairShops.path }], shop),
    ]),
  loader: async ({ url, services, now }) => {
    const text = url.searchParams.get('province') ?? ''
    const asked_province = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null
    const asked = (url.searchParams.get('district') ?? '').slice(0, max_district_length)
    // The slug of a district is only unique in its province.
    const district = asked_province === null || asked === '' ? null : asked
    const [directory, provinces, found, counts, free] = await Promise.all([
      services.locations.shopDirectory(null, { kind: 'sua-chua' }),
      services.locations.officialProvinces(null, {}),
      services.locations.findShops(null, {
        kind: 'sua-chua',
        province_id: asked_province ?? undefined,
        district: district ?? undefined,
        page: 1,
        size: 1_000,
      }),
      services.repair.serviceCounts(null, {}),
      services.booking.nextFreeTimes(null, {}),
    ])
    const count_of = new Map(counts.shops.map(({ shop_id, services: count }) => [shop_id, count]))
    const free_of = new Map(
      free.map(({ shop_id, starts_at }) => [shop_id, freeText(starts_at, now)]),
    )
    return {
      total: directory.total,
      provinces: offeredProvinces(directory),
      districts: districtsOf(directory.provinces, asked_province),
      chosen: { ...chosenProvince(provinces, asked_province), district },
      shops: found.data.map((shop) =>
        rowOf(shop, count_of.get(shop.id) ?? counts.everywhere, {
          time: formatTime(now),
          closed: closedDays(counts.closed_days, shop.id, now),
          free: free_of.get(shop.id) ?? null,
        }),
      ),
    }
  },
})

/** Why a shop is closed today, and until which day. */
function closedDays(
  closed_days: readonly { shop_id: number | null; day: string; name: string }[],
  shop_id: number,
  now: Date,
): ClosedDays | null {
  const own = closed_days.filter((one) => one.shop_id === null || one.shop_id === shop_id)
  const nameOn = (days: number) => own.find(({ day }) => day === vietnamDay(now, days))?.name
  const name = nameOn(0) ?? null
  if (name === null && nameOn(1) === undefined) return null
  return { name, reopens: openDay(own, now, name === null ? 1 : 0) }
}

/** The first day from so many days ahead on which the shop is open: YYYY-MM-DD. */
function openDay(own: readonly { day: string }[], now: Date, from: number): string {
  let days = from
  while (own.some(({ day }) => day === vietnamDay(now, days))) days += 1
  return vietnamDay(now, days)
}

/** The free times of the first day that has any. */
function freeText(starts_at: readonly string[], now: Date): string | null {
  const times = starts_at.map((at) => new Date(at))
  const [first] = times
  if (first === undefined) return null
  const day = vietnamDay(first)
  const of_day = times.filter((at) => vietnamDay(at) === day).map((at) => formatTime(at))
  return `Trống ${day === vietnamDay(now) ? 'hôm nay' : 'ngày mai'}: ${of_day.join(' · ')}`
}

function rowOf(
  shop: LocatedShop,
  service_count: number,
  { time, closed, free }: { time: string; closed: ClosedDays | null; free: string | null },
): RepairShopRow {
  const { id, code, name, address, time_opening, phone } = shop
  const { image, zalo_link, latitude, longitude } = shop
  return {
    ...{ id, code, name, address, time_opening, phone, image, zalo_link, latitude, longitude },
    province: shop.current_province.name,
    open: openNow(time_opening, time, closed),
    free,
    service_count,
  }
}
