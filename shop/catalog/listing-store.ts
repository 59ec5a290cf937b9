import { sql, type RawBuilder } from 'kysely'
import type { ProductCard, Sort } from '#contracts/catalog.ts'
import type { Database } from '#db/schema.ts'
import { jsonRows } from '#shop/catalog/json-rows.ts'
import type { Among, ListQuestion } from '#shop/catalog/listing.ts'
import { guestPrice, joinGuestPrice } from '#shop/price/price-store.ts'
import { shopSells } from '#shop/stock/item-store.ts'

/** One page of a list of versions, each in its cheapest colour that can be bought now. */
export async function listCards(
  db: Database,
  question: ListQuestion,
): Promise<{ total: number; products: ProductCard[] }> {
  const { among, page, size, min_price, max_price } = question
  const found = sql`
    select version.product_id, version.position, version.views, offer.*,
      ${rank(among)} as rank
    from product version
    join (${offers(colorsAmong(among), question.province_id)}) offer
      on offer.parent_id = version.product_id
    where version.is_active
      ${min_price === undefined ? sql`` : sql`and offer.final_price >= ${min_price}`}
      ${max_price === undefined ? sql`` : sql`and offer.final_price <= ${max_price}`}`
  const shown = sql`
    select * from found order by ${order(question)} limit ${size} offset ${(page - 1) * size}`
  const { rows } = await sql<{ total: number; products: ProductCard[] }>`
    with found as materialized (${found})
    select (select count(*) from found) as total, ${jsonRows(cards(shown, order(question)))} as products
  `.execute(db)
  return rows[0] ?? { total: 0, products: [] }
}

/**
 * Cards of the versions in `found`, a query that has product_id and the columns of `offers`; `by` may
 * use these columns too.
 */
export function cards(found: RawBuilder<unknown>, by: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select found.product_id, version.name, slug.path as url_path, version.highlights,
      case when picture.src is not null then json_build_object('src', picture.src, 'alt', picture.alt,
        'width', picture.width, 'height', picture.height) end as thumbnail,
      found.list_price as price,
      case when found.final_price < found.list_price then found.final_price end as special_price,
      found.is_in_stock
    from (${found}) found
    join product version on version.product_id = found.product_id
    join slug on slug.kind = 'product' and slug.entity_id = found.product_id and slug.is_current
    left join product_media picture on picture.product_id = found.item_id and picture.position = 0
    order by ${by}`
}

/** For each version its cheapest colour in stock, else its cheapest: what a card stands for. */
export function offers(colors: RawBuilder<unknown>, province_id: number): RawBuilder<unknown> {
  return sql`
    select distinct on (parent_id) parent_id, item_id, list_price, final_price, is_in_stock, shelf
    from (${colorOffers(colors, province_id)}) colors
    order by parent_id, shelf, final_price, item_id`
}

/** What each colour costs in a province and whether it can be had; `shelf`: 0 yes, 1 sold out, 2 no price. */
export function colorOffers(colors: RawBuilder<unknown>, province_id: number): RawBuilder<unknown> {
  return sql`
    select color.parent_id, color.product_id as item_id, piece.there is not null as is_in_stock,
      ${guestPrice.list_price} as list_price, ${guestPrice.final_price} as final_price,
      case when coalesce(here.price_id, country.price_id) is null then 2
        when piece.there is null then 1 else 0 end as shelf
    from product color
    ${joinGuestPrice('color.product_id', province_id)}
    left join lateral (
      select true as there from stock join shop on shop.shop_id = stock.shop_id
      where stock.product_id = color.product_id and stock.quantity > 0 and ${shopSells}
      limit 1
    ) piece on true
    where color.type = 'simple' and color.is_active and ${colors}`
}

function colorsAmong(among: Among): RawBuilder<unknown> {
  if ('words' in among) {
    const holds_all = among.words.map((word) => sql`match.search_text like ${`%${literal(word)}%`}`)
    return sql`color.parent_id = any(array(
      select match.product_id from product match
      where match.type = 'configurable' and match.is_active and ${sql.join(holds_all, sql` and `)}))`
  }
  const { category_ids, brand_id } = among
  return sql`color.category_id = any(${category_ids}::bigint[])
    ${brand_id === null ? sql`` : sql`and color.brand_id = ${brand_id}`}`
}

/** How well the words fit: alike for all versions of a family, which keep their order. */
function rank(among: Among): RawBuilder<unknown> {
  if (!('words' in among)) return sql`0`
  const fit = sql`word_similarity(${among.phrase}, version.search_text)`
  return sql`round((max(${fit}) over (partition by version.family_id))::numeric, 2)`
}

/** A word for `like`, whose own signs count as letters. */
function literal(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}

function order({ sort, among }: ListQuestion): RawBuilder<unknown> {
  const by: Record<Sort, RawBuilder<unknown>> = {
    hot: 'words' in among ? sql`found.rank desc, found.position` : sql`found.position`,
    'price-asc': sql`found.final_price`,
    'price-desc': sql`found.final_price desc`,
    views: sql`found.views desc`,
  }
  return sql`found.shelf, ${by[sort]}, found.product_id`
}
