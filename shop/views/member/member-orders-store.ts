import { sql } from 'kysely'
import type { MemberOrder, OrderTab, PointEntry, Warranty } from '#contracts/storefront/member.ts'
import type { OrderState } from '#contracts/storefront/order.ts'
import type { Database } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import { paidTotal } from '#shop/order/order-rows.ts'

/** The states of each tab. */
const tab_states: Readonly<Record<OrderTab, readonly OrderState[]>> = {
  unpaid: ['awaiting_payment'],
  waiting: ['pending'],
  confirmed: ['confirmed', 'ready_for_pickup'],
  shipping: ['shipping'],
  delivered: ['delivered'],
  ended: ['cancelled', 'expired'],
}

type OrderRow = Omit<MemberOrder, 'created_at'> & { created_at: Date }

/** Orders of a member, the newest first. */
export async function findMemberOrderList(
  db: Database,
  customer_id: CustomerId,
  { tab, offset, limit }: { tab: OrderTab | undefined; offset: number; limit: number },
): Promise<OrderRow[]> {
  const states = tab === undefined ? null : tab_states[tab]
  const { rows } = await sql<OrderRow>`
    select o.code, o.state, o.payment_method, o.created_at, o.grand_total,
      ${paidTotal} as paid_total,
      (select coalesce(sum(item_quantity), 0)::int from sales_order_line line
        where line.order_id = o.order_id and not is_gift) as item_quantity,
      coalesce(first.name, '') as name, first.thumbnail,
      case when jsonb_typeof(o.recipient->'company_invoice') = 'object' then jsonb_build_object(
        'name', o.recipient->'company_invoice'->>'name',
        'tax_code', o.recipient->'company_invoice'->>'tax_code') end as company
    from sales_order o
      left join lateral (select concat_ws(', ', line.name, line.color_name) as name, line.thumbnail
        from sales_order_line line where line.order_id = o.order_id order by line.position limit 1) first on true
    where o.customer_id = ${customer_id} and (${states}::text[] is null or o.state = any(${states}::text[]))
    order by o.order_id desc limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

export async function countMemberOrders(db: Database, customer_id: CustomerId): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(*)::int as orders from sales_order where customer_id = ${customer_id}`.execute(db)
  return rows[0]?.orders ?? 0
}

type EntryRow = Omit<PointEntry, 'happened_at'> & { happened_at: Date }

const newest = 50

/** The latest changes of a member's points. */
export async function findPointEntries(
  db: Database,
  customer_id: CustomerId,
  { limit, offset }: { limit: number | null; offset: number } = { limit: newest, offset: 0 },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select entry.kind, case when put_into = 'member' then points else -points end as points,
      o.code as order_code, o.payment_method, entry.happened_at
    from point_entry entry left join sales_order o using (order_id)
    where entry.customer_id = ${customer_id}
    order by point_entry_id desc limit ${limit}::integer offset ${offset}
  `.execute(db)
  return rows
}

/** The devices with a code that a member bought and has, with their warranty. `today` is a day of Vietnam. */
export async function findWarranties(
  db: Database,
  customer_id: CustomerId,
  today: string,
): Promise<Warranty[]> {
  const { rows } = await sql<Warranty>`
    select concat_ws(', ', product.name, product.color_name) as name,
      (select media.src from product_media media where media.product_id = product.product_id
        order by media.position limit 1) as thumbnail,
      coalesce(slug.path, '') as url_path, coalesce(unit.imei1, unit.serial, '') as code,
      unit.order_code, unit.warranty_from::text as from, unit.warranty_until::text as until,
      unit.warranty_until < ${today}::date as is_over
    from sales_order o
      join unit on unit.order_code = o.code and unit.state = 'sold' and unit.warranty_until is not null
      join product on product.product_id = unit.product_id
      left join slug on slug.kind = 'product' and slug.entity_id = product.parent_id and slug.is_current
    where o.customer_id = ${customer_id}
    order by unit.warranty_until desc, unit.unit_id desc limit 200
  `.execute(db)
  return rows
}
