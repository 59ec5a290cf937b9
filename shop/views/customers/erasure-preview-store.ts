import { sql } from 'kysely'
import type { OpenMatter } from '#contracts/staff/members/erasures.ts'
import type { Database, Tx } from '#db/schema.ts'

interface Erasable {
  order_count: number
  message_count: number
  note_count: number
  is_blocked: boolean
  invoice_count: number
  booking_count: number
  trade_in_count: number
  has_profile: boolean
}

/** SQL of the orders of a phone, and of the member whose phone it is. Those that were erased before have no phone. */
const ofPerson = (
  phone: string,
) => sql<boolean>`(reverse(phone) = reverse(${phone}) or phone like '+%'
  and customer_id = (select customer_id from member where member.phone = ${phone}))`

/** Locks all orders of a person, so that none goes on while they are erased. */
export async function lockOrdersOfPhone(tx: Tx, phone: string): Promise<void> {
  await sql`
    select order_id from sales_order where ${ofPerson(phone)}
    order by order_id for update
  `.execute(tx)
}

/** Counts what is known about a phone. */
export async function findErasable(db: Database, phone: string): Promise<Erasable> {
  const { rows } = await sql<Erasable>`
    with own as materialized (
      select order_id, recipient from sales_order where ${ofPerson(phone)}
    )
    select (select count(*) from own)::integer as order_count,
      (select count(*) from outbox where order_id in (select order_id from own) and recipient <> '')::integer
        as message_count,
      ((select count(*) from sales_order_staff_event
          where order_id in (select order_id from own) and kind in ('note', 'courier_note') and text <> '')
        + (select count(*) from call_attempt
          where order_id in (select order_id from own) and note is not null)
        + (select count(*) from customer_event join customer_profile using (customer_profile_id)
          where phone = ${phone} and text <> ''))::integer as note_count,
      exists (select from customer_profile where phone = ${phone} and block is not null) as is_blocked,
      (exists (select from customer_profile where phone = ${phone})
        or exists (select from member where phone = ${phone})) as has_profile,
      (select count(*) from own where jsonb_typeof(recipient->'company_invoice') = 'object')::integer
        as invoice_count,
      (select count(*) from booking where phone = ${phone} or customer_id =
        (select customer_id from member where member.phone = ${phone}))::integer as booking_count,
      ((select count(*) from trade_quote where phone = ${phone} or customer_id =
          (select customer_id from member where member.phone = ${phone}))
        + (select count(*) from trade_call where phone = ${phone}))::integer as trade_in_count
  `.execute(db)
  return rows[0] as Erasable
}

/** The returns of the orders of a phone, which are locked. */
export async function findReturnsOfPhone(tx: Tx, phone: string): Promise<number[]> {
  const { rows } = await sql<{ return_id: number }>`
    select return_id from return_request join sales_order using (order_id)
    where ${ofPerson(phone)}
  `.execute(tx)
  return rows.map(({ return_id }) => return_id)
}

const max_open = 20

/**
 * What of a phone is not over: orders, returns, refunds, requests for refunds, money that nobody has settled, and
 * devices in repair.
 */
export async function findOpenMatters(db: Database, phone: string): Promise<OpenMatter[]> {
  const { rows } = await sql<OpenMatter>`
    with own as materialized (
      select order_id, code, state from sales_order where ${ofPerson(phone)}
    )
    select 'order' as kind, code as order_code from own
    where state not in ('delivered', 'cancelled', 'expired')
    union all
    select 'return', own.code from return_request one join own using (order_id)
    where one.state not in ('done', 'rejected', 'withdrawn')
    union all
    select 'refund', own.code from refund one join own using (order_id)
    where one.state in ('due', 'requested', 'failed')
    union all
    select 'refund_request', own.code from refund_request one join own using (order_id)
    where one.state = 'asked'
    union all
    select 'money', own.code from payment_review one join own using (order_id) where one.state = 'open'
    union all
    select 'repair', code from repair_ticket where phone = ${phone} and ended_at is null
    order by order_code, kind limit ${max_open}
  `.execute(db)
  return rows
}
