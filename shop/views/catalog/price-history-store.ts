import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'

export interface PriceOfDay {
  /** YYYY-MM-DD. */
  day: string
  price: number
}

const days_looked_back = 90

/**
 * The lowest nationwide price of each recorded day of the ninety before today, the oldest first. The first day has the
 * price that held then, though it was recorded earlier.
 */
export async function findPriceHistory(
  db: Database,
  item_id: number,
  now: Date,
): Promise<PriceOfDay[]> {
  const first = sql`${vietnamDay(now, -days_looked_back)}::date`
  const { rows } = await sql<PriceOfDay>`
    select greatest(day, ${first})::text as day, lowest as price from price_day
    where product_id = ${item_id} and day < ${vietnamDay(now)}::date
      and day >= coalesce((select max(held.day) from price_day held
        where held.product_id = ${item_id} and held.day <= ${first}), ${first})
    order by price_day.day
  `.execute(db)
  return rows
}
