import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { PriceQuestion } from '#shop/price/piece-rules.ts'
import { priceAt, type Price } from '#shop/price/price.ts'
import type { PriceRow } from '#shop/price/table-price.ts'
import { no_offers } from '#shop/promotion/offers.ts'

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
    const price = priceAt(rows, no_offers, question)
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
 * `priceAt` for a guest as SQL joins, for sorting and filtering whole shelves: after it, `guestPrice`
 * gives list_price and final_price of the product that the column `product_id` names, null without a
 * price. A test holds it to the rule.
 */
export function joinGuestPrice(product_id: string, province_id: number): RawBuilder<unknown> {
  const product = sql.ref(product_id)
  return sql`
    left join price country on country.product_id = ${product}
      and country.province_id is null and country.customer_group_id is null
    left join price here on here.product_id = ${product}
      and here.province_id = ${province_id} and here.customer_group_id is null`
}

/** The columns that `joinGuestPrice` makes possible. */
export const guestPrice = {
  list_price: sql<number | null>`coalesce(here.list_price, country.list_price)`,
  final_price: sql<number | null>`case when here.price_id is null
    then coalesce(country.sale_price, country.list_price)
    else coalesce(here.sale_price, here.list_price) end`,
}
