import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

interface StaffEvent {
  order_code: string
  kind: 'note' | 'courier_note' | 'phone_shown'
  text: string | null
  staff_name: string
}

/** Writes what staff did with an order without moving it. False if there is no such order. */
export async function insertStaffEvent(
  db: Database,
  { order_code, kind, text, staff_name }: StaffEvent,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into sales_order_staff_event (order_id, kind, text, staff_name, happened_at)
    select order_id, ${kind}, ${text}::text, ${staff_name}, ${now}::timestamptz
    from sales_order where code = ${order_code}
    returning 1
  `.execute(db)
  return rows.length > 0
}
