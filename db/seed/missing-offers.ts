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
 * Gives a demo that was filled before there were offers the ones of today, once: where no offer of any kind
 * stands and most of the demo's goods do, by whatever numbers they have here. Whoever took the goods away
 * runs a shop of their own, and an offer that names what is gone is left out. Returns whether it did.
 */
export async function seedMissingOffers(db: Database, { now }: { now: Now }): Promise<boolean> {
  if (await hasOffers(db)) return false
  const data = withComingModels(await readDemoData(), now())
  const planned = planProducts(data)
  const here = await findHere(db)
  const versions = planned.flatMap((version) => versionHere(version, here.products))
  if (versions.length <= planned.length / 2) return false
  const trade = tradeHere(await readDemoTrade(), here, data)
  const { categories } = here
  const shelves = { categories, brands: new Map(), attributes: new Map() }
  await transaction(db, async (trx) => {
    await seedTrade(trx, trade, { data, versions, shelves, opened_at: now() })
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

interface Here {
  /** Numbers by sku and by code. */
  products: Map<string, number>
  categories: Map<string, number>
  customer_groups: Set<string>
}

async function findHere(db: Database): Promise<Here> {
  const [products, categories, groups] = await Promise.all([
    db.selectFrom('product').select(['sku as code', 'product_id as number']).execute(),
    db.selectFrom('category').select(['code', 'category_id as number']).execute(),
    db.selectFrom('customer_group').select('code').execute(),
  ])
  const numbers = (rows: readonly { code: string; number: number }[]) =>
    new Map(rows.map(({ code, number }) => [code, number]))
  return {
    products: numbers(products),
    categories: numbers(categories),
    customer_groups: new Set(groups.map(({ code }) => code)),
  }
}

/** A version under its numbers here, with those of its colours that are here. */
function versionHere(
  version: PlannedVersion,
  products: ReadonlyMap<string, number>,
): PlannedVersion[] {
  const product_id = products.get(version.sku)
  const colors = version.colors.flatMap((color) => {
    const number = products.get(color.variant.sku)
    return number === undefined ? [] : [{ ...color, product_id: number }]
  })
  return product_id === undefined || colors.length === 0 ? [] : [{ ...version, product_id, colors }]
}

/** The offers without what names goods, shelves or groups that are not here. */
function tradeHere(trade: DemoTrade, here: Here, data: DemoData): DemoTrade {
  const hasSku = (sku: string | undefined) => sku === undefined || here.products.has(sku)
  const areShelves = (codes: readonly string[] = []) =>
    codes.every((code) => here.categories.has(code))
  const known = new Set(data.oddities.customer_groups.map(({ code }) => code))
  const isGroup = (code: string | undefined) =>
    code === undefined || !known.has(code) || here.customer_groups.has(code)
  return {
    promotions: trade.promotions.filter(
      ({ gift_sku, categories }) => hasSku(gift_sku) && areShelves(categories),
    ),
    vouchers: trade.vouchers.filter(
      ({ categories, customer_group }) => areShelves(categories) && isGroup(customer_group),
    ),
    combos: trade.combos.map((combo) => ({
      ...combo,
      items: combo.items.filter(({ sku }) => hasSku(sku)),
    })),
    windows: trade.windows.map(({ items }) => ({ items: items.filter(([sku]) => hasSku(sku)) })),
  }
}
