import { sql } from 'kysely'
import type { OrderState } from '#contracts/storefront/order.ts'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { OrderId, StaffId } from '#pure/ids.ts'
import { inReach } from '#shop/order/order-rows.ts'

interface Queue {
  waiting: number
  next_due_at: Date | null
}

const max_waiting = 1_000

/** Counts the orders that a member of staff could take now, and finds when the next one is due. */
export async function findQueue(
  db: Database,
  staff_id: StaffId,
  reach: Reach,
  now: Date,
): Promise<Queue> {
  const { rows } = await sql<Queue>`
    select count(*) filter (where due_at <= ${now}) as waiting,
      min(due_at) filter (where due_at > ${now}) as next_due_at
    from (
      select coalesce(c.due_at, o.created_at) as due_at
      from sales_order o left join order_call c using (order_id)
      where o.state = 'pending' and ${inReach(reach)}
        and (o.assigned_to is null or o.assigned_to = ${staff_id})
        and (c.taken_until is null or c.taken_until <= ${now})
      order by coalesce(c.due_at, o.created_at) limit ${max_waiting}
    ) found
  `.execute(db)
  return rows[0] ?? { waiting: 0, next_due_at: null }
}

interface LookAlike {
  code: string
  state: OrderState
  created_at: Date
  grand_total: number
  is_same_phone: boolean
}

/** Finds orders within reach and 48 hours that have goods of this order, and its phone or its address. */
export async function findLookAlikes(
  db: Database,
  order_id: OrderId,
  reach: Reach,
): Promise<LookAlike[]> {
  const { rows } = await sql<LookAlike>`
    select o.code, o.state, o.created_at, o.grand_total, o.phone = this.phone as is_same_phone
    from sales_order this join sales_order o
      on o.created_at between this.created_at - interval '48 hours' and this.created_at + interval '48 hours'
      and o.province_id = this.province_id and o.order_id <> this.order_id
    where this.order_id = ${order_id} and ${inReach(reach)}
      and (o.phone = this.phone
        or (this.recipient->>'shipping_method' = 'home_delivery'
          and lower(o.recipient->>'address_text') = lower(this.recipient->>'address_text')))
      and exists (select from sales_order_line mine join sales_order_line theirs using (item_id)
        where mine.order_id = this.order_id and theirs.order_id = o.order_id and not mine.is_gift)
    order by o.created_at desc, o.order_id desc limit 10
  `.execute(db)
  return rows
}

/** Counts the other orders of a phone that were cancelled, and of these the ones that came back from delivery. */
export async function countRefusals(
  db: Database,
  phone: string,
  order_id: OrderId,
): Promise<{ cancelled_count: number; came_back_count: number }> {
  const { rows } = await sql<{ cancelled_count: number; came_back_count: number }>`
    select count(*) as cancelled_count,
      count(*) filter (where exists (select from sales_order_event event
        where event.order_id = found.order_id and event.move = 'come_back')) as came_back_count
    from (select o.order_id from sales_order o
      where reverse(o.phone) = reverse(${phone}) and o.order_id <> ${order_id}
        and o.state = 'cancelled' limit 100) found
  `.execute(db)
  return rows[0] ?? { cancelled_count: 0, came_back_count: 0 }
}

interface Ownership {
  shop_id: number | null
  assigned_to: StaffId | null
  is_paid: boolean
  /** As it is compared. */
  phone: string
  recipient: Recipient
}

/** Who answers for an order, and its phone. For orders that were found within reach. */
export async function findOwnership(db: Database, order_id: OrderId): Promise<Ownership | null> {
  const found = await db
    .selectFrom('sales_order')
    .select(['shop_id', 'assigned_to', 'is_paid', 'phone', 'recipient'])
    .where('order_id', '=', order_id)
    .executeTakeFirst()
  return found === undefined ? null : { ...found, recipient: found.recipient as Recipient }
}
