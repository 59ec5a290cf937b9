import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { OrderId, StaffId } from '#pure/ids.ts'
import { inReach } from '#shop/order/order-rows.ts'

interface StaffEvent {
  order_code: string
  kind: 'note' | 'courier_note' | 'phone_shown'
  text: string | null
  staff_name: string
}

/** Writes what staff did with an order without moving it. False if there is no such order within reach. */
export async function insertStaffEvent(
  db: Database,
  { order_code, kind, text, staff_name }: StaffEvent,
  reach: Reach,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into sales_order_staff_event (order_id, kind, text, staff_name, happened_at)
    select order_id, ${kind}, ${text}::text, ${staff_name}, ${now}::timestamptz
    from sales_order o where code = ${order_code} and ${inReach(reach)}
    returning 1
  `.execute(db)
  return rows.length > 0
}

interface Assignment {
  order_id: OrderId
  /** Null: nobody. */
  staff_id: StaffId | null
  staff_name: string
}

/** Assigns a locked order, and writes who did it. Nothing is written if it is assigned so already. */
export async function assignOrder(
  tx: Tx,
  { order_id, staff_id, staff_name }: Assignment,
  now: Date,
): Promise<void> {
  await sql`
    with changed as (
      update sales_order set assigned_to = ${staff_id}::bigint
      where order_id = ${order_id} and assigned_to is distinct from ${staff_id}::bigint
      returning order_id, assigned_to
    )
    insert into sales_order_staff_event (order_id, kind, text, staff_name, happened_at)
    select order_id, case when assigned_to is null then 'unassigned' else 'assigned' end,
      (select name from staff where staff_id = assigned_to), ${staff_name}, ${now}::timestamptz
    from changed
  `.execute(tx)
}

/** Who a locked order is assigned to. */
export async function findAssigned(
  db: Database,
  order_id: OrderId,
): Promise<{ staff_id: StaffId | null; name: string | null }> {
  const { rows } = await sql<{ staff_id: StaffId | null; name: string | null }>`
    select o.assigned_to as staff_id, staff.name
    from sales_order o left join staff on staff.staff_id = o.assigned_to
    where order_id = ${order_id}
  `.execute(db)
  return rows[0] ?? { staff_id: null, name: null }
}
