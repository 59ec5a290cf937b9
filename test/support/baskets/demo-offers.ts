import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/**
 * Withdraws the demo's offers: products cost what their price rows say, at every hour. When the shop opens
 * it moves only active flash sales to new dates, so none comes back.
 */
export async function withdrawOffers(db: Database): Promise<void> {
  await db.updateTable('flash_sale').set({ is_active: false }).execute()
  await db.updateTable('promotion').set({ is_active: false }).execute()
  await db.updateTable('combo').set({ is_active: false }).execute()
}

/** Ends the demo's popups, which would come over any page that a journey looks at for 7 seconds. */
export async function withdrawPopups(db: Database): Promise<void> {
  await db.updateTable('popup').set({ is_active: false }).execute()
}

/**
 * Moves the demo's flash sales: the first one began an hour ago and ends in two days; each of the others
 * follows the one before and runs for a day.
 */
export async function openFirstWindow(db: Database, now: Date): Promise<void> {
  await sql`
    with turn as (
      select flash_sale_id, row_number() over (order by starts_at, flash_sale_id) - 1 as number
      from flash_sale
    )
    update flash_sale
    set starts_at = ${now}::timestamptz
          + case number when 0 then interval '-1 hour' else interval '1 day' * (number + 1) end,
        ends_at = ${now}::timestamptz + interval '1 day' * (number + 2)
    from turn where turn.flash_sale_id = flash_sale.flash_sale_id`.execute(db)
}
