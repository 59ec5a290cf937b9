import { sql } from 'kysely'
import type { Customer } from '#contracts/staff/customers.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { inReach } from '#shop/order/order-rows.ts'

/** Rows of each list of the page. */
const max_rows = 50

/** SQL of the orders of some phones. */
const ofPhones = (phones: readonly string[]) =>
  sql<boolean>`reverse(o.phone) = any(array(select reverse(phone) from unnest(${phones}::text[]) phone))`

/** Finds the phone of an order within reach; null if there is none. */
export async function findPhoneOf(
  db: Database,
  order_code: string,
  reach: Reach,
): Promise<string | null> {
  const { rows } = await sql<{ phone: string }>`
    select o.phone from sales_order o where o.code = ${order_code} and ${inReach(reach)}
  `.execute(db)
  return rows[0]?.phone ?? null
}

/** The newest order of a phone: it names the customer. */
export async function findNewestOrderOf(db: Database, phone: string): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select code from sales_order where reverse(phone) = reverse(${phone})
    order by order_id desc limit 1`.execute(db)
  return rows[0]?.code ?? null
}

interface Sums {
  names: string[]
  provinces: string[]
  is_member: boolean
  order_count: number
  delivered_count: number
  delivered_total: number
  came_back_count: number
  first_at: Date
}

/**
 * Sums up the orders of phones within reach, those of guests and of members together. Names of the first phone come
 * first.
 */
export async function findSums(
  db: Database,
  phones: readonly string[],
  reach: Reach,
): Promise<Sums | null> {
  const { rows } = await sql<Sums>`
    with own as materialized (
      select o.order_id, o.code, o.customer_id, o.phone = ${phones[0]} as is_first, o.state, o.created_at, o.grand_total, o.province_id,
        o.recipient->>'name' as name
      from sales_order o where ${ofPhones(phones)} and ${inReach(reach)}
    )
    select array(select name from own where name is not null group by name
        order by bool_or(is_first) desc, max(created_at) desc limit 5) as names,
      array(select province.name from own join province using (province_id)
        group by province.name order by count(*) desc limit 3) as provinces,
      exists (select from own join customer using (customer_id) where customer.kind = 'member') as is_member,
      count(*)::integer as order_count,
      (count(*) filter (where state = 'delivered'))::integer as delivered_count,
      coalesce(sum(grand_total) filter (where state = 'delivered'), 0)::bigint as delivered_total,
      (count(*) filter (where state = 'cancelled' and exists (select from sales_order_event event
        where event.order_id = own.order_id and event.move = 'come_back')))::integer as came_back_count,
      min(created_at) as first_at
    from own having count(*) > 0
  `.execute(db)
  return rows[0] ?? null
}

type At<T extends { at: string }> = Omit<T, 'at'> & { at: Date }
type Stored<T extends { created_at: string }> = Omit<T, 'created_at'> & { created_at: Date }

/** The orders of phones within reach, newest first. */
export async function findOrdersOfCustomer(db: Database, phones: readonly string[], reach: Reach) {
  const { rows } = await sql<Stored<Customer['orders'][number]>>`
    select o.code, o.state, o.created_at, o.grand_total, shop.name as shop, line.first_item, line.item_quantity,
      coalesce((select json_agg(json_build_object('code', parcel.code, 'state', parcel.state) order by parcel_id desc)
        from parcel where parcel.order_id = o.order_id and parcel.state <> 'cancelled'), '[]') as parcels
    from sales_order o left join shop using (shop_id)
      cross join lateral (
        select coalesce((array_agg(name order by position))[1], '') as first_item,
          coalesce(sum(item_quantity) filter (where not is_gift), 0)::integer as item_quantity
        from sales_order_line where order_id = o.order_id) line
    where ${ofPhones(phones)} and ${inReach(reach)}
    order by o.created_at desc, o.order_id desc limit ${max_rows}
  `.execute(db)
  return rows
}

/** The devices that were sold with orders of phones within reach, the latest first. */
export async function findUnitsOfCustomer(
  db: Database,
  phones: readonly string[],
  reach: Reach,
): Promise<Customer['units']> {
  const { rows } = await sql<Customer['units'][number]>`
    select coalesce(unit.imei1, unit.serial) as code, product.name, product.color_name, unit.order_code,
      unit.state, unit.warranty_until
    from sales_order o join unit on unit.order_code = o.code join product using (product_id)
    where ${ofPhones(phones)} and ${inReach(reach)}
    order by o.created_at desc, unit.unit_id limit ${max_rows}
  `.execute(db)
  return rows
}

/** Parcels of phones within reach that were not accepted, newest first. */
export async function findRefusedParcels(db: Database, phones: readonly string[], reach: Reach) {
  const { rows } = await sql<At<Customer['refused_parcels'][number]>>`
    select parcel.code, o.code as order_code, parcel.state, parcel.updated_at as at
    from sales_order o join parcel using (order_id)
    where ${ofPhones(phones)} and ${inReach(reach)}
      and parcel.state in ('delivery_failed', 'returning', 'received_back')
    order by parcel.parcel_id desc limit ${max_rows}
  `.execute(db)
  return rows
}

/** Refunds of orders of phones within reach, newest first. */
export async function findRefundsOfCustomer(db: Database, phones: readonly string[], reach: Reach) {
  const { rows } = await sql<At<Customer['refunds'][number]>>`
    select refund.number, o.code as order_code, refund.amount, refund.state, refund.updated_at as at
    from sales_order o join refund using (order_id)
    where ${ofPhones(phones)} and ${inReach(reach)}
    order by refund.refund_id desc limit ${max_rows}
  `.execute(db)
  return rows
}

/** Notifications about orders of phones within reach, newest first. */
export async function findMessagesOfCustomer(
  db: Database,
  phones: readonly string[],
  reach: Reach,
) {
  const { rows } = await sql<At<Customer['messages'][number]>>`
    select outbox.channel, outbox.template, o.code as order_code, outbox.state,
      coalesce(outbox.sent_at, outbox.created_at) as at
    from sales_order o join outbox using (order_id)
    where ${ofPhones(phones)} and ${inReach(reach)}
    order by outbox.outbox_id desc limit ${max_rows}
  `.execute(db)
  return rows
}

interface StoredConsent {
  email: string
  is_given: boolean
  at: Date
}

/** What was ticked about offers in the newest order with each e-mail address, of phones and within reach. */
export async function findConsents(
  db: Database,
  phones: readonly string[],
  reach: Reach,
): Promise<StoredConsent[]> {
  const { rows } = await sql<StoredConsent>`
    select * from (
      select distinct on (lower(o.recipient->>'email')) o.recipient->>'email' as email,
        coalesce(o.recipient->>'promotion_announcement' = 'true', false) as is_given, o.created_at as at
      from sales_order o
      where ${ofPhones(phones)} and ${inReach(reach)} and o.recipient->>'email' is not null
      order by lower(o.recipient->>'email'), o.created_at desc, o.order_id desc
    ) newest order by at desc limit 5
  `.execute(db)
  return rows
}

/**
 * The newest choice about each purpose, the latest first: of the accounts of these phones, and of guests who ordered
 * with them within reach. A member who ordered for this phone agreed to messages to their own.
 */
export async function findChoicesOfCustomer(db: Database, phones: readonly string[], reach: Reach) {
  const { rows } = await sql<At<Customer['choices'][number]>>`
    with own as (
      select customer_id from member where phone = any(${phones}::text[]) and erased_at is null
      union
      select o.customer_id from sales_order o join customer using (customer_id)
      where ${ofPhones(phones)} and ${inReach(reach)} and customer.kind = 'guest'
    ), newest as (
      select distinct on (purpose) consent_id, purpose, is_granted, place, chosen_at,
        bool_or(is_granted) over (partition by purpose) as was_granted
      from consent join own using (customer_id)
      order by purpose, chosen_at desc, consent_id desc
    )
    select purpose, place, chosen_at as at,
      case when is_granted then 'given' when was_granted then 'withdrawn' else 'refused' end as state
    from newest order by chosen_at desc, purpose
  `.execute(db)
  return rows
}

/** Whether one of these phones is among those that want no advertising. */
export async function wantsNoAds(db: Database, phones: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from do_not_call join unnest(${phones}::text[]) phone
      on phone_hash = sha256(convert_to(phone, 'UTF8')) limit 1`.execute(db)
  return rows.length > 0
}

/** The newest order within reach of each of these phones. A phone without one is not found. */
export async function findNewestOrders(
  db: Database,
  phones: readonly string[],
  reach: Reach,
): Promise<{ phone: string; order_code: string }[]> {
  const { rows } = await sql<{ phone: string; order_code: string }>`
    select wanted.phone, newest.code as order_code from unnest(${phones}::text[]) wanted (phone)
      cross join lateral (select o.code from sales_order o
        where reverse(o.phone) = reverse(wanted.phone) and ${inReach(reach)}
        order by o.created_at desc, o.order_id desc limit 1) newest
  `.execute(db)
  return rows
}
