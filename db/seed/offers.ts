import { between, chance } from '#db/seed/chance.ts'
import type { DemoData, DemoShop } from '#db/seed/demo-data.ts'
import { insertRows } from '#db/seed/insert-rows.ts'
import type { PlannedColor, PlannedVersion } from '#db/seed/plan.ts'
import { seedUnits } from '#db/seed/units.ts'
import type { Tx } from '#db/schema.ts'

/** Inserts prices, with few of provinces and groups, and the stock of each shop. */
export async function seedOffers(
  trx: Tx,
  data: DemoData,
  versions: readonly PlannedVersion[],
  opened_at: Date,
): Promise<void> {
  await insertRows(trx, 'price', priceRows(data, versions))
  const shops = data.shops.filter((shop) => shop.kinds.includes('ban-hang'))
  const stock = versions.flatMap((version) =>
    version.colors.flatMap((color) => stockRows(color, version, shops, data)),
  )
  await insertRows(
    trx,
    'stock',
    stock.map(({ product_id, shop_id }) => ({ product_id, shop_id })),
  )
  // Units come on hand by a movement, as everywhere (decision 123).
  const opening = { kind: 'opening', created_at: opened_at }
  const filled = stock.filter(({ quantity }) => quantity > 0)
  await insertRows(
    trx,
    'stock_movement',
    filled.map((row) => ({ ...row, ...opening })),
  )
  await seedUnits(trx, versions, filled, opened_at)
}

function priceRows(data: DemoData, versions: readonly PlannedVersion[]) {
  const { without_price, province_offers, group_offers } = data.oddities
  return versions
    .filter((version) => !without_price.includes(version.path))
    .flatMap((version) =>
      version.colors.flatMap((color) => [
        priceRow(color, 0, {}),
        ...province_offers
          .filter((offer) => offer.models.includes(version.model.id))
          .map(({ province_id, percent_off }) => priceRow(color, percent_off, { province_id })),
        ...group_offers
          .filter((offer) => offer.categories.includes(version.model.category))
          .map(({ customer_group_id, percent_off }) =>
            priceRow(color, percent_off, { customer_group_id }),
          ),
      ]),
    )
}

function priceRow(
  color: PlannedColor,
  percent_off: number,
  where: { province_id?: number; customer_group_id?: number },
) {
  // Prices end in .000: anything else looks like a mistake on a price tag.
  const sale = Math.round((color.price * (1 - percent_off / 100)) / 10_000) * 10_000
  // A province has a list price of its own, so a model is on sale everywhere or nowhere.
  const is_on_sale = color.price < color.list_price || where.customer_group_id !== undefined
  const list_price = is_on_sale ? Math.max(color.list_price, sale) : sale
  return {
    product_id: color.product_id,
    province_id: where.province_id ?? null,
    customer_group_id: where.customer_group_id ?? null,
    list_price,
    sale_price: sale < list_price ? sale : null,
  }
}

function stockRows(
  { product_id, variant }: PlannedColor,
  version: PlannedVersion,
  shops: readonly DemoShop[],
  { oddities }: DemoData,
) {
  const { sku, sale_price } = variant
  if (version.model.launch_on !== undefined) return []
  const row = (shop: DemoShop, quantity: number) => ({ product_id, shop_id: shop.id, quantity })
  if (oddities.plentiful.includes(version.path)) {
    return shops.map((shop) => row(shop, between(`${sku} ${shop.code}`, 8, 30)))
  }
  const luck = chance(`luck ${sku}`)
  // A sold-out colour keeps its stock rows: shops that had it will have it again.
  const is_gone = oddities.sold_out.includes(version.path) || luck < 0.05
  const is_scarce = !is_gone && luck < 0.1
  const max = sale_price > 20_000_000 ? 6 : sale_price > 5_000_000 ? 10 : 20
  const stocked_shops = shops.filter((shop) => chance(`holds ${sku} ${shop.code}`) < 0.4)
  const at = is_scarce ? stocked_shops.slice(0, 1) : stocked_shops
  return at.map((shop) =>
    row(shop, is_gone ? 0 : between(`${sku} ${shop.code}`, 1, is_scarce ? 2 : max)),
  )
}
