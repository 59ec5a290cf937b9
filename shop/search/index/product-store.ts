import { sql, type RawBuilder } from 'kysely'
import type { Picture } from '#contracts/storefront/catalog.ts'
import type { Database } from '#db/schema.ts'
import { customer_group_rows } from '#shop/customer/customer-group-rows.ts'
import { type CustomerGroups, customerGroupsOf } from '#shop/customer/customer-group.ts'
import { offerTableRow } from '#shop/pricing/promotion/offer-table-rows.ts'
import { offerTable, type OfferTable } from '#shop/pricing/promotion/promotion-table.ts'
import type { Lenders } from '#shop/pricing/installment/lender.ts'
import { lenders_row } from '#shop/pricing/installment/lender-rows.ts'
import { attributesInUse } from '#shop/search/index/taxonomy-store.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

/** An active version, without its colours. */
export interface ProductRow {
  product_id: number
  family_id: number
  brand_id: number
  category_id: number
  name: string
  url_path: string
  highlights: string[]
  /** YYYY-MM-DD */
  launched_on: string | null
  position: number
  views: number
  /** How many reviews gave one star, two, … five; null: none. */
  by_stars: number[] | null
  /** Quantity sold before this shop stored its orders here, plus that of the last 30 days. */
  sold: number
}

/** A colour of a version: its price in the whole country, the provinces with stock, its first picture. */
export interface ColorRow extends Partial<Omit<Picture, 'blur'>> {
  item_id: number
  parent_id: number
  list_price: number | null
  sale_price: number | null
  /** Provinces where a shop has it in stock; null if none has. */
  provinces: number[] | null
}

/** The price of a colour in a province that differs from the country's. */
export interface ProvincePriceRow {
  item_id: number
  province_id: number
  list_price: number
  sale_price: number | null
}

/** The price of a colour for a customer group, in the whole country. */
export interface GroupPriceRow {
  item_id: number
  customer_group_id: number
  list_price: number
  sale_price: number | null
}

export interface FactRow {
  product_id: number
  attribute_id: number
  value_text: string | null
  value_number: number | null
  value_boolean: boolean | null
}

interface TagMemberRow {
  product_tag_id: number
  product_id: number
  /** In the tag's own order. */
  position: number
}

/** The rows from which prices are calculated, and the provinces with stock. */
export interface OfferedRows {
  colors: ColorRow[]
  province_prices: ProvincePriceRow[]
  group_prices: GroupPriceRow[]
  table: OfferTable
  groups: CustomerGroups
  lenders: Lenders
}

/** All product data of the read model. */
export interface ProductRows extends OfferedRows {
  products: ProductRow[]
  facts: FactRow[]
  tag_members: TagMemberRow[]
}

/** Reads products for the read model: all, or those with these version ids. */
export async function loadProducts(
  db: Database,
  product_ids: readonly number[] | null,
  { since, now }: { since: Date; now: Date },
): Promise<ProductRows> {
  const among = amongThese(product_ids)
  const products = await sql<ProductRow>`
    select version.product_id, version.family_id, version.brand_id, version.category_id,
      version.name, slug.path as url_path, version.highlights,
      version.launched_on::text as launched_on, version.position, version.views,
      version.sold_before as sold,
      array[rating.stars_1, rating.stars_2, rating.stars_3, rating.stars_4, rating.stars_5] as by_stars
    from product version
    left join product_rating rating on rating.product_id = version.product_id
    join slug on slug.kind = 'product' and slug.entity_id = version.product_id and slug.is_current
    where version.type = 'configurable' and version.is_active and version.used_of is null
      and ${among('version.product_id')}
    order by version.position, version.product_id
  `.execute(db)
  const facts = await sql<FactRow>`
    select fact.product_id, fact.attribute_id, fact.value_text,
      fact.value_number::float8 as value_number, fact.value_boolean
    from product_attribute fact
    where fact.attribute_id in (${attributesInUse}) and ${among('fact.product_id')}
  `.execute(db)
  const tag_members = await sql<TagMemberRow>`
    select product_tag_id, product_id, position from product_tag_member
    where ${among('product_id')}
    order by product_tag_id, position, product_id
  `.execute(db)
  const sold = await loadSales(db, product_ids, since)
  const offered = await loadOffered(db, product_ids, now)
  return {
    ...offered,
    products: products.rows.map((row) => ({
      ...row,
      sold: row.sold + (sold.get(row.product_id) ?? 0),
    })),
    facts: facts.rows,
    tag_members: tag_members.rows,
  }
}

/** Reads only prices, offers and stock: of all products, or of these versions. */
export async function loadOffered(
  db: Database,
  product_ids: readonly number[] | null,
  now: Date,
): Promise<OfferedRows> {
  const among = amongThese(product_ids)
  const colors = await sql<ColorRow>`
    select color.product_id as item_id, color.parent_id, price.list_price, price.sale_price,
      picture.src, picture.alt, picture.width, picture.height, available.provinces
    from product color
    left join price on price.product_id = color.product_id
      and price.province_id is null and price.customer_group_id is null
    left join product_media picture on picture.product_id = color.product_id and picture.position = 0
    left join lateral (
      select array_agg(distinct shop.province_id) as provinces
      from stock join shop on shop.shop_id = stock.shop_id
      where stock.product_id = color.product_id and stock.quantity > 0 and ${shopSells}
    ) available on true
    where color.type = 'simple' and color.is_active and color.used_of is null and ${among('color.parent_id')}
  `.execute(db)
  const province_prices = await sql<ProvincePriceRow>`
    select color.product_id as item_id, price.province_id, price.list_price, price.sale_price
    from price join product color on color.product_id = price.product_id
    where price.province_id is not null and price.customer_group_id is null
      and color.type = 'simple' and color.is_active and color.used_of is null and ${among('color.parent_id')}
  `.execute(db)
  const group_prices = await sql<GroupPriceRow>`
    select color.product_id as item_id, price.customer_group_id, price.list_price, price.sale_price
    from price join product color on color.product_id = price.product_id
    where price.province_id is null and price.customer_group_id is not null
      and color.type = 'simple' and color.is_active and color.used_of is null and ${among('color.parent_id')}
  `.execute(db)
  const offers = await offerTableRow(product_ids, now).execute(db)
  const groups = await customer_group_rows.execute(db)
  const lenders = await lenders_row.execute(db)
  return {
    colors: colors.rows,
    province_prices: province_prices.rows,
    group_prices: group_prices.rows,
    table: offerTable(offers.rows[0] ?? { targets: [], promotions: [], flash: [] }),
    groups: customerGroupsOf(groups.rows),
    lenders: lenders.rows[0] ?? { companies: [], banks: [] },
  }
}

function amongThese(product_ids: readonly number[] | null) {
  return (column: string): RawBuilder<unknown> =>
    product_ids === null ? sql`true` : sql`${sql.ref(column)} = any(${product_ids}::bigint[])`
}

/** Returns the quantity of each version in orders since `since` that are neither cancelled nor expired. */
async function loadSales(
  db: Database,
  product_ids: readonly number[] | null,
  since: Date,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ product_id: number; sold: number }>`
    select color.parent_id as product_id, sum(line.item_quantity)::bigint as sold
    from sales_order
    join sales_order_line line using (order_id)
    join product color on color.product_id = line.item_id
    where sales_order.created_at >= ${since} and sales_order.state not in ('cancelled', 'expired')
      and color.parent_id is not null
      ${product_ids === null ? sql`` : sql`and color.parent_id = any(${product_ids}::bigint[])`}
    group by color.parent_id
  `.execute(db)
  return new Map(rows.map((row) => [row.product_id, row.sold]))
}

/** How often a version was viewed and sold. */
export interface Demand {
  views: number
  sold: number
}

/** Counts the demand for all versions. Views and sales send no change notices, so they are counted at intervals. */
export async function countDemand(db: Database, since: Date): Promise<Map<number, Demand>> {
  const { rows } = await sql<{ product_id: number; views: number; sold_before: number }>`
    select product_id, views, sold_before from product
    where type = 'configurable' and is_active and used_of is null
  `.execute(db)
  const sales = await loadSales(db, null, since)
  return new Map(
    rows.map(({ product_id, views, sold_before }) => [
      product_id,
      { views, sold: sold_before + (sales.get(product_id) ?? 0) },
    ]),
  )
}

/** Sets the statement timeout of the transaction: reading a large shop takes longer than the limit for requests. */
export async function limitStatements(db: Database, limit_ms: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(limit_ms)}, true)`.execute(db)
}
