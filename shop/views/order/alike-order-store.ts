import { sql } from 'kysely'
import type { AlikeOrder } from '#contracts/staff/orders/order-parts.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { inReach } from '#shop/order/order-rows.ts'

/** An order of a pair, with what decides whether both can be joined. */
export interface StoredAlike extends Omit<AlikeOrder, 'created_at' | 'address'> {
  created_at: Date
  phone: string
  address_text: string | null
  subtotal: number
  adjustment_total: number
  shipping_fee: number
  pickup_shop_id: number | null
  customer_id: number
  is_of_member: boolean
}

const one = (
  name: string,
) => sql`jsonb_build_object('code', ${sql.ref(name)}.code, 'version', ${sql.ref(name)}.version,
  'state', ${sql.ref(name)}.state, 'created_at', ${sql.ref(name)}.created_at, 'phone', ${sql.ref(name)}.phone,
  'name', ${sql.ref(name)}.recipient->>'name', 'address_text', ${sql.ref(name)}.recipient->>'address_text',
  'delivery', ${sql.ref(name)}.recipient->>'shipping_method',
  'pickup_shop_id', (${sql.ref(name)}.recipient->>'erp_shop_id')::integer,
  'customer_id', ${sql.ref(name)}.customer_id, 'is_of_member', exists (select from member
    where member.customer_id = ${sql.ref(name)}.customer_id),
  'subtotal', ${sql.ref(name)}.subtotal, 'adjustment_total', ${sql.ref(name)}.adjustment_total,
  'shipping_fee', ${sql.ref(name)}.shipping_fee, 'grand_total', ${sql.ref(name)}.grand_total,
  'assigned_name', (select staff.name from staff where staff_id = ${sql.ref(name)}.assigned_to),
  'goods', (select jsonb_agg(jsonb_build_object('name', concat_ws(', ', line.name, line.color_name),
      'quantity', line.item_quantity, 'is_same', exists (select from sales_order_line other
        where other.order_id in (o.order_id, older.order_id) and other.order_id <> line.order_id
          and other.item_id = line.item_id)) order by line.position)
    from sales_order_line line where line.order_id = ${sql.ref(name)}.order_id and not line.is_gift))`

/** An unpaid order that waits and is in no parcel. */
const isOpen = (
  name: string,
) => sql`${sql.ref(name)}.state in ('pending', 'confirmed') and not ${sql.ref(name)}.is_paid
  and not exists (select from parcel where parcel.order_id = ${sql.ref(name)}.order_id and parcel.state <> 'cancelled')`

/**
 * Pairs of open orders of a phone that were made within a day and share an item, the newest first: each with the last
 * one before it. Both are within reach.
 * Parts of one order are no pair, and neither is an order that staff keep as it is.
 */
export async function findAlikePairs(
  db: Database,
  reach: Reach,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ older: StoredAlike; newer: StoredAlike }[]> {
  const { rows } = await sql<{ older: JsonAlike; newer: JsonAlike }>`
    select distinct on (o.created_at, o.order_id) ${one('older')} as older, ${one('o')} as newer
    from sales_order o join sales_order older on reverse(older.phone) = reverse(o.phone)
      and older.order_id < o.order_id and older.created_at > o.created_at - interval '1 day'
    where ${isOpen('o')} and ${isOpen('older')} and o.kept_apart_at is null
      and o.split_from is distinct from older.order_id and (o.split_from is null or o.split_from is distinct from older.split_from)
      and ${inReach(reach)}
      and older.order_id in (select o.order_id from sales_order o where o.order_id = older.order_id and ${inReach(reach)})
      and exists (select from sales_order_line line join sales_order_line other using (item_id)
        where line.order_id = o.order_id and other.order_id = older.order_id and not line.is_gift and not other.is_gift)
    order by o.created_at desc, o.order_id desc, older.order_id desc limit ${limit} offset ${offset}
  `.execute(db)
  return rows.map(({ older, newer }) => ({ older: dated(older), newer: dated(newer) }))
}

type JsonAlike = Omit<StoredAlike, 'created_at'> & { created_at: string }

function dated(order: JsonAlike): StoredAlike {
  return { ...order, created_at: new Date(order.created_at) }
}
