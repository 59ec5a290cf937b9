import type { DemoShop } from '#db/seed/demo-data.ts'
import { advanceSequence, insertRows } from '#db/seed/insert-rows.ts'
import type { Tx } from '#db/schema.ts'

const shop_fronts = 6

/** Inserts the shops. Their provinces exist already (migration 006). */
export async function seedShops(trx: Tx, shops: readonly DemoShop[]): Promise<void> {
  await insertRows(trx, 'shop', shops.map(shopRow))
  await advanceSequence(trx, 'shop', 'shop_id')
  await insertRows(trx, 'shop_skill', shops.flatMap(skillRows))
}

/** Everybody changes batteries and screens; fewer repair boards and notebooks, and one opens watches. */
function skillRows({ id: shop_id, kinds, repair_slots_per_half_hour: all = 0 }: DemoShop) {
  if (!kinds.includes('sua-chua') || all === 0) return []
  const technicians = {
    any: all,
    'phan-cung': Math.ceil(all / 3),
    laptop: Math.ceil(all / 2),
    'dong-ho': 1,
  }
  return Object.entries(technicians).map(([skill, count]) => ({
    shop_id,
    skill,
    technicians: count,
  }))
}

function shopRow(shop: DemoShop) {
  const fronts = [0, 1, 2].map(
    (turn) => `/media/shops/cua-hang-${1 + ((shop.id + turn) % shop_fronts)}.webp`,
  )
  return {
    shop_id: shop.id,
    external_id: shop.external_id,
    code: shop.code,
    name: shop.name,
    company_id: 1,
    address: shop.address,
    street: shop.street,
    ward_name: shop.ward,
    district_name: shop.district,
    province_id: shop.province_id,
    time_opening: shop.time_opening,
    phone: shop.phone,
    image: fronts[0],
    gallery: fronts,
    zalo_link: `https://zalo.me/demo-${shop.code.toLowerCase()}`,
    google_link: `https://www.google.com/maps/search/?api=1&query=${shop.lat},${shop.lng}`,
    note: shop.note,
    latitude: shop.lat,
    longitude: shop.lng,
    kinds: shop.kinds,
  }
}
