import type { DemoShop } from '#db/seed/demo-data.ts'
import { advanceSequence, insertRows } from '#db/seed/insert-rows.ts'
import type { Tx } from '#db/schema.ts'

const shop_fronts = 6

/** Inserts the shops. Their provinces exist already (migration 006). */
export async function seedShops(trx: Tx, shops: readonly DemoShop[]): Promise<void> {
  await insertRows(trx, 'shop', shops.map(shopRow))
  await advanceSequence(trx, 'shop', 'shop_id')
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
