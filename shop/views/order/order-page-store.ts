import { sql } from 'kysely'
import type { OrderChange, StaffOrder } from '#contracts/staff/orders.ts'
import type { OrderState } from '#contracts/storefront/order.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { OrderId } from '#pure/ids.ts'
import { inReach } from '#shop/order/order-rows.ts'

/** The parts of an order that its shopper's view lacks. */
interface StaffPartOfOrder {
  order_id: OrderId
  version: number
  is_paid: boolean
  phone: string
  province: string
  shop: string | null
}

/** Finds what the shopper's view of an order lacks; null if there is no such order within reach. */
export async function findStaffPart(
  db: Database,
  code: string,
  reach: Reach,
): Promise<StaffPartOfOrder | null> {
  const { rows } = await sql<StaffPartOfOrder>`
    select o.order_id, o.version, o.is_paid, o.phone, province.name as province, shop.name as shop
    from sales_order o join province using (province_id) left join shop using (shop_id)
    where o.code = ${code} and ${inReach(reach)}
  `.execute(db)
  return rows[0] ?? null
}

/** The units that an order has or had reserved, per item and shop. */
export async function findReservations(
  db: Database,
  order_id: OrderId,
): Promise<StaffOrder['reservations']> {
  const { rows } = await sql<StaffOrder['reservations'][number]>`
    select reservation.product_id as item_id, reservation.shop_id, shop.name as shop,
      sum(reservation.quantity) as quantity, reservation.released_at is null as is_active
    from reservation join shop on shop.shop_id = reservation.shop_id
    where order_id = ${order_id} and kind = 'stock'
    group by 1, 2, 3, 5 order by is_active desc, item_id, shop_id
  `.execute(db)
  return rows
}

interface StoredPayment {
  method: string
  state: StaffOrder['payments'][number]['state']
  amount: number
  reference: string | null
  failure: string | null
  is_held: boolean
  has_money: boolean
  card_plan: StaffOrder['payments'][number]['card_plan']
  updated_at: Date
}

/** The payment attempts of an order, oldest first. */
export async function findPayments(db: Database, order_id: OrderId): Promise<StoredPayment[]> {
  const { rows } = await sql<StoredPayment>`
    select method, state, amount, reference, failure,
      held_since is not null and state <> 'paid' as is_held, updated_at,
      exists (select from payment_message message where message.payment_id = payment.payment_id
        and message.status = 'paid') as has_money,
      (select jsonb_build_object('bank_name', bank_name, 'card_brand', card_brand, 'months', months)
        from card_plan where card_plan.card_plan_id = payment.card_plan_id) as card_plan
    from payment where order_id = ${order_id} order by payment_id
  `.execute(db)
  return rows
}

/** The refunds of an order, oldest first. */
export async function findRefundsOfOrder(db: Database, order_id: OrderId) {
  return db
    .selectFrom('refund')
    .select(['number', 'gateway', 'amount', 'state', 'reason', 'updated_at'])
    .where('order_id', '=', order_id)
    .orderBy('refund_id')
    .execute()
}

interface StoredEntry {
  at: Date
  kind: StaffOrder['timeline'][number]['kind']
  what: string
  actor: StaffOrder['timeline'][number]['actor']
  who: string | null
  reason: string | null
  note: string | null
  amount: number | null
}

/** Everything that happened to an order, newest first: moves, notes, money, refunds and notifications. */
export async function findTimeline(db: Database, order_id: OrderId): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select * from (
      select happened_at as at, 'move' as kind, coalesce(move, state) as what, actor, staff_name as who,
        reason, coalesce(staff_note, case when reason is null then note end) as note,
        null::bigint as amount, 1 as rank, event_id as id
      from sales_order_event where order_id = ${order_id}
      union all
      select happened_at, kind, '', 'staff', staff_name, null, text, null, 2, staff_event_id
      from sales_order_staff_event where order_id = ${order_id}
      union all
      select happened_at, 'call', outcome, 'staff', staff_name, null, note, null, 2, call_attempt_id
      from call_attempt where order_id = ${order_id}
      union all
      select received_at, 'transfer', outcome, 'money', relay, null, content, amount, 3, bank_message_id
      from bank_message where order_id = ${order_id}
      union all
      select received_at, 'gateway', case when gateway = 'exchange' then 'exchanged' when gateway in ('trade_in', 'trade_in_bonus') then 'traded_in'
          when source = 'shop' then 'taken' else message.status end,
        case source when 'shop' then 'staff' else 'money' end, coalesce(message.detail->>'staff_name', gateway),
        null, case when gateway in ('exchange', 'trade_in', 'trade_in_bonus') then message_id end, message.amount, 4, payment_message_id
      from payment join payment_message message using (payment_id)
      where payment.order_id = ${order_id} and message.outcome <> 'ignored'
      union all
      select updated_at, 'refund', case reason when 'exchange' then 'exchanged' else state end, 'money',
        case when reason <> 'exchange' then gateway end, null, coalesce(note, case reason when 'exchange' then provider_reference end),
        amount, 5, refund_id
      from refund where order_id = ${order_id}
      union all
      select coalesce(sent_at, created_at), channel, template, 'system', null, null,
        case when state in ('failed', 'dropped') then state end, null, 6, outbox_id
      from outbox where order_id = ${order_id}
    ) entry
    order by at desc, rank desc, id desc
  `.execute(db)
  return rows
}

/** The moves of an order after a version of it, oldest first. */
export async function findChangesSince(
  db: Database,
  order_id: OrderId,
  version: number,
): Promise<OrderChange[]> {
  const { rows } = await sql<{
    happened_at: Date
    what: string
    actor: OrderChange['actor']
    staff_name: string | null
  }>`
    select happened_at, coalesce(move, state) as what, actor, staff_name from sales_order_event
    where order_id = ${order_id} and version > ${version} order by event_id
  `.execute(db)
  return rows.map(({ happened_at, what, actor, staff_name }) => ({
    at: happened_at.toISOString(),
    what,
    actor,
    who: staff_name,
  }))
}

interface OtherOrder {
  code: string
  state: OrderState
  created_at: Date
  grand_total: number
}

/** The latest other orders of a phone within reach. */
export async function findOrdersOfPhone(
  db: Database,
  phone: string,
  order_id: OrderId,
  reach: Reach,
): Promise<OtherOrder[]> {
  const { rows } = await sql<OtherOrder>`
    select code, state, created_at, grand_total from sales_order o
    where reverse(phone) = reverse(${phone}) and order_id <> ${order_id} and ${inReach(reach)}
    order by created_at desc, order_id desc limit 20
  `.execute(db)
  return rows
}

/** The orders within reach that came out of an order, that it came out of, or that it was joined to. */
export async function findRelatedOrders(
  db: Database,
  order_id: OrderId,
  reach: Reach,
): Promise<StaffOrder['related']> {
  const { rows } = await sql<StaffOrder['related'][number]>`
    with found as (
      select o.order_id, 'addition' as kind from draft_order d join sales_order o using (quote_id)
        where d.follows_order_id = ${order_id}
      union all
      select d.follows_order_id, 'addition_of' from sales_order this join draft_order d using (quote_id)
        where this.order_id = ${order_id} and d.follows_order_id is not null
      union all
      select order_id, 'part' from sales_order where split_from = ${order_id}
      union all
      select split_from, 'part_of' from sales_order where order_id = ${order_id} and split_from is not null
      union all
      select order_id, 'joined' from sales_order where joined_to = ${order_id}
      union all
      select joined_to, 'joined_to' from sales_order where order_id = ${order_id} and joined_to is not null
    )
    select o.code, found.kind from found join sales_order o using (order_id)
    where ${inReach(reach)} order by o.order_id
  `.execute(db)
  return rows
}

/** The pending order within reach that was made next after this one; after the last one, the oldest. */
export async function findNextPending(
  db: Database,
  order_id: OrderId,
  reach: Reach,
): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    (select o.code, 1 as turn from sales_order this join sales_order o
        on (o.created_at, o.order_id) > (this.created_at, this.order_id)
      where this.order_id = ${order_id} and o.state = 'pending' and ${inReach(reach)}
      order by o.created_at, o.order_id limit 1)
    union all
    (select code, 2 from sales_order o
      where state = 'pending' and order_id <> ${order_id} and ${inReach(reach)}
      order by created_at, order_id limit 1)
    order by turn limit 1
  `.execute(db)
  return rows[0]?.code ?? null
}
