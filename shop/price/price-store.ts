import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#db/schema.ts'
import { priceAt, type Price, type PriceQuestion, type PriceRow } from '#shop/price/price.ts'

/**
 * The prices of many products at once, by product_id; a product without a price is not in the map.
 * Takes the pool or a transaction: an order asks inside its own (house §5.2).
 */
export async function pricesAt(
  db: Database,
  product_ids: readonly number[],
  question: PriceQuestion,
): Promise<Map<number, Price>> {
  const prices = new Map<number, Price>()
  for (const [product_id, rows] of await priceRows(db, product_ids, question)) {
    const price = priceAt(rows, question)
    if (price) prices.set(product_id, price)
  }
  return prices
}

async function priceRows(
  db: Database,
  product_ids: readonly number[],
  { province_id, customer_group_id }: PriceQuestion,
): Promise<Map<number, PriceRow[]>> {
  const { rows } = await sql<PriceRow>`
    select product_id, province_id, customer_group_id, list_price, sale_price
    from price
    where product_id = any(${product_ids}::bigint[])
      and (province_id is null or province_id = ${province_id})
      and (customer_group_id is null or customer_group_id = ${customer_group_id}::smallint)
  `.execute(db)
  return Map.groupBy(rows, (row) => row.product_id)
}

/**
 * `priceAt` for a guest as SQL, for sorting and filtering whole shelves: to be joined laterally, gives
 * list_price and final_price of the product that the expression `product_id` names, or no row.
 * A test holds it to the rule.
 */
export function guestPrice(product_id: string, province_id: number): RawBuilder<unknown> {
  return sql`(
    select p.list_price, coalesce(p.sale_price, p.list_price) as final_price
    from price p
    where p.product_id = ${sql.ref(product_id)} and p.customer_group_id is null
      and (p.province_id is null or p.province_id = ${province_id})
    order by p.province_id nulls last
    limit 1
  )`
}
