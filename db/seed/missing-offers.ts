import { sql } from 'kysely'
import { type DemoData, readDemoData, withComingModels } from '#db/seed/demo-data.ts'
import { type DemoTrade, readDemoTrade } from '#db/seed/demo-trade.ts'
import { planProducts, type PlannedVersion } from '#db/seed/plan.ts'
import { seedPriceDays } from '#db/seed/price-days.ts'
import { seedTrade } from '#db/seed/trade.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'

/**
 * Adds the current offers, once, to a demo that was seeded before offers existed. It requires that there is
 * no offer of any kind and that most of the demo's products exist, under any ids: a shop with other products
 * is not a demo. Offers of missing products are skipped. Returns whether offers were added.
 */
export async function seedMissingOffers(db: Database, { now }: { now: Now }): Promise<boolean> {
  if (await hasOffers(db)) return false
  const data = withComingModels(await readDemoData(), now())
  const planned = planProducts(data)
  const existing = await findExistingIds(db)
  const versions = planned.flatMap((version) => existingVersion(version, existing.products))
  if (versions.length <= planned.length / 2) return false
  const trade = existingOffers(await readDemoTrade(), existing, data)
  const seeded = { categories: existing.categories, brands: new Map(), attributes: new Map() }
  await transaction(db, async (trx) => {
    await seedTrade(trx, trade, { data, versions, seeded, opened_at: now() })
    if (!(await hasPriceDays(trx))) {
      await seedPriceDays(trx, versions, data.oddities.without_price, now())
    }
  })
  return true
}

async function hasOffers(db: Database): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from promotion) or exists (select from flash_sale)
      or exists (select from voucher) or exists (select from combo)
      or exists (select from quota) as has`.execute(db)
  return rows[0]?.has ?? true
}

async function hasPriceDays(trx: Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from price_day limit 1`.execute(trx)
  return rows.length > 0
}

interface ExistingIds {
  /** Product ids by SKU. */
  products: Map<string, number>
  categories: Map<string, number>
  customer_groups: Set<string>
}

async function findExistingIds(db: Database): Promise<ExistingIds> {
  const [products, categories, groups] = await Promise.all([
    db.selectFrom('product').select(['sku as code', 'product_id as id']).execute(),
    db.selectFrom('category').select(['code', 'category_id as id']).execute(),
    db.selectFrom('customer_group').select('code').execute(),
  ])
  const ids = (rows: readonly { code: string; id: number }[]) =>
    new Map(rows.map(({ code, id }) => [code, id]))
  return {
    products: ids(products),
    categories: ids(categories),
    customer_groups: new Set(groups.map(({ code }) => code)),
  }
}

/** Returns the version with its ids in this database and with those of its colours that exist here. */
function existingVersion(
  version: PlannedVersion,
  products: ReadonlyMap<string, number>,
): PlannedVersion[] {
  const product_id = products.get(version.sku)
  const colors = version.colors.flatMap((color) => {
    const id = products.get(color.variant.sku)
    return id === undefined ? [] : [{ ...color, product_id: id }]
  })
  return product_id === undefined || colors.length === 0 ? [] : [{ ...version, product_id, colors }]
}

/** Returns the offers without those whose products, categories or groups do not exist here. */
function existingOffers(trade: DemoTrade, existing: ExistingIds, data: DemoData): DemoTrade {
  const hasSku = (sku: string | undefined) => sku === undefined || existing.products.has(sku)
  const areCategories = (codes: readonly string[] = []) =>
    codes.every((code) => existing.categories.has(code))
  const known = new Set(data.oddities.customer_groups.map(({ code }) => code))
  const isGroup = (code: string | undefined) =>
    code === undefined || !known.has(code) || existing.customer_groups.has(code)
  return {
    promotions: trade.promotions.filter(
      ({ gift_sku, categories }) => hasSku(gift_sku) && areCategories(categories),
    ),
    vouchers: trade.vouchers.filter(
      ({ categories, customer_group }) => areCategories(categories) && isGroup(customer_group),
    ),
    combos: trade.combos.map((combo) => ({
      ...combo,
      items: combo.items.filter(({ sku }) => hasSku(sku)),
    })),
    windows: trade.windows.map(({ items }) => ({ items: items.filter(([sku]) => hasSku(sku)) })),
  }
}
