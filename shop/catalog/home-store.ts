import { sql } from 'kysely'
import type { ProductCard } from '#contracts/catalog.ts'
import type { Database } from '#db/schema.ts'
import { jsonRows } from '#shop/catalog/json-rows.ts'
import { cards, offers } from '#shop/catalog/listing-store.ts'

/** Which row of the home page (or panel of the menu) the goods of a shelf stand in. */
export interface RowOfShelf {
  category_id: number
  row_id: number
}

/** The first `size` products of each row, in the order of the shelf, those in stock first. */
export async function listRows(
  db: Database,
  shelves: readonly RowOfShelf[],
  province_id: number,
  size: number,
): Promise<Map<number, ProductCard[]>> {
  const { rows } = await sql<{ products: (ProductCard & { row_id: number })[] }>`
    with place as (
      select * from unnest(${shelves.map((shelf) => shelf.category_id)}::bigint[],
        ${shelves.map((shelf) => shelf.row_id)}::bigint[]) as place (category_id, row_id)
    ), ranked as (
      select place.row_id, version.product_id, offer.*,
        row_number() over (partition by place.row_id
          order by offer.shelf, version.position, version.product_id) as turn
      from (${offers(sql`color.category_id in (select category_id from place)`, province_id)}) offer
      join product version on version.product_id = offer.parent_id and version.is_active
      join place using (category_id)
    )
    select ${jsonRows<ProductCard & { row_id: number }>(sql`
      select card.*, ranked.row_id from ranked
      join (${cards(sql`select * from ranked where turn <= ${size}`, sql`found.turn`)}) card
        using (product_id)
      order by ranked.row_id, ranked.turn`)} as products
  `.execute(db)
  const products = rows[0]?.products ?? []
  const by_row = Map.groupBy(products, (product) => product.row_id)
  return new Map([...by_row].map(([row_id, row]) => [row_id, row.map(withoutRow)]))
}

function withoutRow({ row_id: _row_id, ...card }: ProductCard & { row_id: number }): ProductCard {
  return card
}
