import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/**
 * Takes the demo's offers back: goods cost what their price rows say, at every hour. The shop dates only
 * windows anew that are active, so none comes back when it opens.
 */
export async function withdrawOffers(db: Database): Promise<void> {
  await db.updateTable('flash_sale').set({ is_active: false }).execute()
  await db.updateTable('promotion').set({ is_active: false }).execute()
  await db.updateTable('combo').set({ is_active: false }).execute()
}

/**
 * Dates the demo's flash sale windows so that, whatever the hour, the first runs since an hour and for
 * two days, and each of the others follows the one before for a day.
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
