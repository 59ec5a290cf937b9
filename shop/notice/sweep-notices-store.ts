import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'

/** Deletes what ended, or was asked and never came true, before `before`. Returns how many. */
export async function deleteOldNotices(db: Database, before: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    delete from product_notice where product_notice_id in (
      select product_notice_id from product_notice where coalesce(ended_at, created_at) < ${before}
      order by product_notice_id limit ${batch} for update skip locked) returning 1
  `.execute(db)
  return rows.length
}

/** Deletes what was asked before `before` and not confirmed. Returns how many. */
export async function deleteUnconfirmed(
  db: Database,
  before: Date,
  batch: number,
): Promise<number> {
  const { rows } = await sql`
    delete from product_notice where product_notice_id in (
      select product_notice_id from product_notice where state = 'unconfirmed' and created_at < ${before}
      order by product_notice_id limit ${batch} for update skip locked) returning 1
  `.execute(db)
  return rows.length
}

/**
 * Deletes the notices of a person with their messages: those of the phone, of its member, and of the guests and
 * addresses of its orders.
 */
export async function deleteNoticesOfPhone(tx: Tx, phone: string): Promise<void> {
  await sql`
    with own as (
      select customer_id, lower(recipient ->> 'email') as email from sales_order
      where reverse(phone) = reverse(${phone})
      union all select customer_id, lower(email) from member where phone = ${phone}
    ), browsers as (
      delete from push_subscription where customer_id in (select customer_id from own)
    ), gone as (
      delete from product_notice where recipient = ${phone} or customer_id in (select customer_id from own)
        or recipient in (select email from own)
      returning product_notice_id
    )
    delete from outbox where template in ('notice_confirm', 'notice_stock', 'notice_price', 'notice_start')
      and (facts ->> 'product_notice_id')::bigint in (select product_notice_id from gone)
  `.execute(tx)
}
