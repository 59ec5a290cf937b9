import { type RawBuilder, sql } from 'kysely'
import type { CustomerBlock } from '#contracts/staff/customers.ts'
import type { Tx } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { inReach } from '#shop/order/order-rows.ts'

/** A customer of a list, as stored. */
interface ListedCustomer {
  phone: string
  order_code: string
  name: string
  order_count: number
  last_at: Date
  block: CustomerBlock | null
}

/** What customers are found by; null: not by this. Both null: whoever ordered last. */
interface Wanted {
  phone_end: string | null
  names: string | null
}

/** Orders with one end of a phone that are read for a list. */
const max_orders = 5_000
/** So many times as many orders of a name are read as customers are wanted. */
const orders_per_customer = 10
const newest_orders = 1_000
/** Among so many newest orders a name is found by the indexes of names and of times together. */
const recent_orders = 30_000

/**
 * Finds customers by their orders within reach, who ordered last first. The index of names returns a large part of
 * the table for a frequent name. So a name is looked for among the newest orders, then the recent ones, then all.
 */
export async function findCustomers(
  tx: Tx,
  reach: Reach,
  { phone_end, names }: Wanted,
  limit: number,
): Promise<ListedCustomer[]> {
  if (phone_end !== null) return listed(tx, reach, byPhone(phone_end, reach), limit)
  const newest = await listed(tx, reach, byTime(names, reach), limit)
  if (names === null || newest.length === limit) return newest
  const named = { names, reach, limit: limit * orders_per_customer }
  const since = await timeOfNewest(tx, recent_orders)
  if (since !== null) {
    const recent = await listed(tx, reach, byName({ ...named, since }), limit)
    if (recent.length === limit) return recent
  }
  return listed(tx, reach, byName({ ...named, since: null }), limit)
}

/** When the oldest of so many newest orders was made; null: there are fewer. */
async function timeOfNewest(tx: Tx, count: number): Promise<Date | null> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from sales_order order by created_at desc, order_id desc offset ${count - 1} limit 1
  `.execute(tx)
  return rows[0]?.created_at ?? null
}

/**
 * Finds the customers whose phone, read from its end, follows `after`: all of them in parts, as no list shows them. The
 * index of phones gives the sequence.
 */
export async function findCustomersAfter(
  tx: Tx,
  reach: Reach,
  { phone_end, names }: Wanted,
  { after, limit }: { after: string | null; limit: number },
): Promise<ListedCustomer[]> {
  const { rows } = await sql<ListedCustomer>`
    with phones as materialized (
      select reverse(o.phone) as reversed from sales_order o
      where (${after}::text is null or reverse(o.phone) ~>~ reverse(${after}))
        and (${phone_end}::text is null or reverse(o.phone) like ${phone_end})
        and (${names}::text is null or names_of_order(o.recipient) @@ to_tsquery('simple'::regconfig, ${names}))
        and ${inReach(reach)}
      group by reverse(o.phone) order by reverse(o.phone) using ~<~ limit ${limit}
    )
    select reverse(phones.reversed) as phone, newest.order_code, newest.name,
      counted.order_count::integer as order_count, newest.created_at as last_at,
      ${blockOf(sql`reverse(phones.reversed)`)} as block
    from phones
      cross join lateral (${newestOf(sql`phones.reversed`, reach)}) newest
      cross join lateral (${countOf(sql`phones.reversed`, reach)}) counted
    order by phones.reversed using ~<~
  `.execute(tx)
  return rows
}

/** The strictest block of the phones of a person, as `findBlocks` has it. */
function blockOf(phone: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select min(one.block) from customer_profile own cross join lateral (
      select own.block
      union all
      select other.block from customer_profile other where other.person = own.person) one
    where own.phone = ${phone})`
}

/** The newest order of a phone within reach. */
function newestOf(reversed: RawBuilder<unknown>, reach: Reach): RawBuilder<unknown> {
  return sql`
    select o.code as order_code, o.recipient->>'name' as name, o.created_at from sales_order o
    where reverse(o.phone) = ${reversed} and ${inReach(reach)}
    order by o.created_at desc, o.order_id desc limit 1`
}

function countOf(reversed: RawBuilder<unknown>, reach: Reach): RawBuilder<unknown> {
  return sql`
    select count(*) as order_count from (select from sales_order o
      where reverse(o.phone) = ${reversed} and ${inReach(reach)} limit 100) own`
}

async function listed(
  tx: Tx,
  reach: Reach,
  found: RawBuilder<unknown>,
  limit: number,
): Promise<ListedCustomer[]> {
  const { rows } = await sql<ListedCustomer>`
    with found as materialized (${found}), phones as materialized (
      select phone, max(created_at) as last_at from found group by phone order by last_at desc limit ${limit}
    )
    select phones.phone, newest.order_code, newest.name, counted.order_count::integer as order_count,
      newest.created_at as last_at, ${blockOf(sql`phones.phone`)} as block
    from phones
      cross join lateral (${newestOf(sql`reverse(phones.phone)`, reach)}) newest
      cross join lateral (${countOf(sql`reverse(phones.phone)`, reach)}) counted
    order by newest.created_at desc, newest.order_code
  `.execute(tx)
  return rows
}

/** Each notation of the pattern has its own index: one condition with "or" would read the table. */
function byPhone(phone_end: string, reach: Reach): RawBuilder<unknown> {
  return sql`
    (select o.phone, o.created_at from sales_order o
      where reverse(o.phone) like ${phone_end} and ${inReach(reach)} limit ${max_orders})
    union all
    (select o.phone, o.created_at from sales_order o
      where o.recipient->>'recipient_phone' is not null
        and reverse(o.recipient->>'recipient_phone') like ${phone_end} and ${inReach(reach)}
      limit ${max_orders})`
}

interface NamedOrders {
  names: string
  reach: Reach
  since: Date | null
  limit: number
}

function byTime(names: string | null, reach: Reach): RawBuilder<unknown> {
  const newest = reach.is_everything
    ? newestOfAll(newest_orders)
    : newestInReach(reach, newest_orders)
  return sql`
    select o.phone, o.created_at from (
      ${newest} order by o.created_at desc, o.order_id desc limit ${newest_orders}
    ) o where ${inReach(reach)} and (${names}::text is null
      or names_of_order(o.recipient) @@ to_tsquery('simple'::regconfig, ${names}))`
}

function newestOfAll(limit: number): RawBuilder<unknown> {
  return sql`
    select * from (select * from sales_order order by created_at desc, order_id desc limit ${limit}) o`
}

/** The newest orders of each shop by its own index: the orders of all shops would be read until there are enough. */
function newestInReach({ shops, staff_id }: Reach, limit: number): RawBuilder<unknown> {
  return sql`
    select * from (
      select o.* from unnest(${shops}::integer[]) own (shop_id) cross join lateral (
        select * from sales_order where sales_order.shop_id = own.shop_id
        order by created_at desc, order_id desc limit ${limit}) o
      union all
      (select * from sales_order where assigned_to = ${staff_id}::bigint
        and not coalesce(shop_id = any(${shops}::integer[]), false)
        order by created_at desc, order_id desc limit ${limit})
    ) o`
}

/**
 * The newest orders of a name, of all or of those since a time. All are read first: PostgreSQL takes reading the names
 * of newer orders one by one for cheap.
 */
function byName({ names, reach, since, limit }: NamedOrders): RawBuilder<unknown> {
  const is_recent = since === null ? sql`true` : sql`o.created_at >= ${since}`
  return sql`
    with matching as materialized (
      select o.phone, o.created_at, o.order_id from sales_order o
      where names_of_order(o.recipient) @@ to_tsquery('simple'::regconfig, ${names}) and ${is_recent}
        and ${inReach(reach)}
    )
    select phone, created_at from matching order by created_at desc, order_id desc limit ${limit}`
}
