import { sql } from 'kysely'
import type { Picture, ProductCombo } from '#contracts/storefront/catalog.ts'
import type { Database } from '#db/schema.ts'
import { type ComboOffer, comboRule } from '#shop/pricing/combo/combo-rule.ts'
import { unitRules } from '#shop/pricing/price/item-rules.ts'
import { priceUnit } from '#shop/pricing/price/price.ts'
import { priceRowsOf } from '#shop/pricing/price/price-rows.ts'
import { type PriceRow, tablePrice } from '#shop/pricing/price/table-price.ts'
import { milliseconds } from '#shop/pricing/promotion/offer-rows.ts'
import { offersIn, type OfferTable } from '#shop/pricing/promotion/promotion-table.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

/** An item that costs less together with a product, with the rows from which its price is calculated. */
export interface ComboRow extends ComboOffer {
  item_name: string
  color_name: string | null
  item_version_id: number
  /** Ids of its category and those above it, from the top down. */
  category_path: number[]
  url_path: string
  picture: Picture | null
  is_in_stock: boolean
  price_rows: PriceRow[]
}

/** Returns the combos whose main product is this version or one of its colours. */
export async function findCombos(
  db: Database,
  version_id: number,
  { province_id, now }: { province_id: number; now: Date },
): Promise<ComboRow[]> {
  const item = sql.ref('item.product_id')
  const { rows } = await sql<ComboRow>`
    select entry.combo_item_id, combo.combo_id, combo.name, combo.main_product_id, entry.product_id,
      entry.percent::float8 as percent, entry.value, entry.price, to_json(combo.excludes) as excludes,
      ${milliseconds(sql.ref('combo.starts_at'))} as starts_at,
      ${milliseconds(sql.ref('combo.ends_at'))} as ends_at,
      item.name as item_name, item.color_name, item.parent_id as item_version_id,
      to_json(item_category.path) as category_path, coalesce(slug.path, '') as url_path,
      (select json_build_object('src', media.src, 'alt', media.alt, 'width', media.width,
         'height', media.height)
       from product_media media where media.product_id = item.product_id and media.position = 0) as picture,
      exists (select from stock join shop on shop.shop_id = stock.shop_id
        where stock.product_id = item.product_id and stock.quantity > 0 and ${shopSells}) as is_in_stock,
      ${priceRowsOf(item, sql`${province_id}::integer`, [])} as price_rows
    from combo
    join combo_item entry on entry.combo_id = combo.combo_id
    join product item on item.product_id = entry.product_id and item.is_active
    join category item_category on item_category.category_id = item.category_id
    left join slug on slug.kind = 'product' and slug.entity_id = item.parent_id and slug.is_current
    where combo.is_active and (combo.ends_at is null or combo.ends_at > ${now}::timestamptz)
      and combo.main_product_id = any(array(
        select product_id from product where product_id = ${version_id} or parent_id = ${version_id}))
    order by combo.combo_id, entry.position, entry.combo_item_id
  `.execute(db)
  return rows
}

/** Returns "Mua kèm giá sốc" of a page: available items that cost less, each once with its best price. */
export function productCombos(
  rows: readonly ComboRow[],
  version_id: number,
  question: Question,
): ProductCombo[] {
  const priced = rows.flatMap((row) => comboOf(row, version_id, question) ?? [])
  const best = new Map<string, ProductCombo>()
  for (const combo of priced) {
    const key = `${combo.main_item_id} ${combo.item_id}`
    const known = best.get(key)
    if (known === undefined || combo.combo_price < known.combo_price) best.set(key, combo)
  }
  return [...best.values()]
}

interface Question {
  province_id: number
  now: Date
  table: OfferTable
}

function comboOf(
  row: ComboRow,
  version_id: number,
  { province_id, now, table }: Question,
): ProductCombo | null {
  const offers = offersIn(table, {
    product_id: row.product_id,
    version_id: row.item_version_id,
    category_ids: row.category_path.toReversed(),
  })
  const question = { province_id, customer_group_id: null, now }
  const base = tablePrice(row.price_rows, question)
  if (base === null || !row.is_in_stock) return null
  const rules = unitRules(row.price_rows, offers, question, base.amount)
  const main = {
    item: { item_id: row.main_product_id, version_id },
    item_quantity: 1,
  }
  const rule = comboRule(row, { item_id: row.product_id, item_quantity: 1 }, main, now)
  if (rule === null) return null
  const alone = priceUnit(base, rules, offers, question).price
  const together = priceUnit(base, [...rules, rule], offers, question).price
  if (together.final_price >= alone.final_price) return null
  return {
    combo_id: row.combo_id,
    combo_item_id: row.combo_item_id,
    name: row.name,
    main_item_id: row.main_product_id === version_id ? null : row.main_product_id,
    item_id: row.product_id,
    item_name: row.item_name,
    color_name: row.color_name ?? '',
    path: `/${row.url_path}`,
    picture: row.picture,
    list_price: alone.list_price,
    price: alone.final_price,
    combo_price: together.final_price,
    valid_until: rule.valid_until,
  }
}
