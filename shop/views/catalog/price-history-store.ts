import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'

export interface PriceOfDay {
  /** YYYY-MM-DD. */
  day: string
  price: number
}

const days_looked_back = 90

/** The lowest nationwide price of each recorded day before today, the oldest first. */
export async function findPriceHistory(
  db: Database,
  item_id: number,
  now: Date,
): Promise<PriceOfDay[]> {
  const { rows } = await sql<PriceOfDay>`
    select day::text as day, lowest as price from price_day
    where product_id = ${item_id} and day >= ${vietnamDay(now, -days_looked_back)}::date
      and day < ${vietnamDay(now)}::date
    order by day
  `.execute(db)
  return rows
}
