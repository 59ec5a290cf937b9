import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import { lengthHint } from '#platform/database/id-list.ts'
import type { OrderId } from '#pure/ids.ts'
import type { CodRules } from '#shop/order/cod-rules.ts'

const rule_columns = [
  'max_total',
  'max_quantity',
  'max_open_orders',
  'max_came_back',
  'max_per_network',
  'call_from',
  'release_after_h',
] as const

/** The rules in force. */
export async function findCodRules(db: Database): Promise<CodRules> {
  return db.selectFrom('cod_rule').select(rule_columns).executeTakeFirstOrThrow()
}

/** The rules with who changed them last. */
export async function findCodRuleRow(
  db: Database,
): Promise<CodRules & { version: number; changed_at: Date | null; changed_by: string | null }> {
  return db
    .selectFrom('cod_rule')
    .select(rule_columns)
    .select(['version', 'changed_at', 'changed_by'])
    .executeTakeFirstOrThrow()
}

/** Replaces the rules. False if they are not in this version. */
export async function updateCodRules(
  db: Database,
  rules: CodRules,
  changed: { changed_at: Date; changed_by: string },
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cod_rule')
    .set({ ...rules, ...changed, version: version + 1 })
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Locks phones and networks until the transaction ends, so that two orders of one are not counted without each other.
 */
export async function lockCounted(tx: Tx, counted: readonly string[]): Promise<void> {
  // Locked in one sequence, so that two transactions never wait for each other.
  await sql`
    select pg_advisory_xact_lock(hashtextextended('cod ' || one, 0))
    from (select distinct one from unnest(${counted}::text[]) one order by one) wanted
  `.execute(tx)
}

interface CodHistory {
  /** A phone or the hash of a network. */
  counted: string
  open_orders: number
  came_back: number
  of_network: number
}

interface Counted {
  phones: readonly string[]
  networks: readonly string[]
  /** An order that is not counted. */
  except: OrderId | null
  /** The payment method of the orders of a network. */
  method: string
}

/**
 * Condition on a pending `sales_order o`: it is confirmed by a call only. `method` is that of orders paid on delivery.
 */
export function needsCall(method: string): RawBuilder<boolean> {
  return sql<boolean>`(o.state = 'pending' and not o.is_paid and o.payment_method = ${method}
    and o.grand_total >= coalesce((select call_from from cod_rule), 9e18))`
}

/** Whether an order is confirmed by a call only. */
export async function isCallNeeded(tx: Tx, order_id: OrderId, method: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sales_order as o')
    .select(needsCall(method).as('is_needed'))
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow()
  return row.is_needed
}

/**
 * Counts the unconfirmed orders paid on delivery and the parcels that came back, by phone, and the orders paid on
 * delivery, by network.
 */
export async function findCodHistories(
  db: Database,
  { phones, networks, except, method }: Counted,
): Promise<Map<string, CodHistory>> {
  const { rows } = await sql<CodHistory>`
    select wanted.phone as counted,
      count(*) filter (where known.state = 'pending' and not known.is_paid) as open_orders,
      count(*) filter (where known.state = 'cancelled' and exists (
        select from sales_order_event event
        where event.order_id = known.order_id and event.move = 'come_back')) as came_back,
      0 as of_network
    from (select phone from unnest(${phones}::text[]) as list (phone) ${lengthHint(phones)}) wanted
    cross join lateral (
      select o.order_id, o.state, o.is_paid from sales_order o
      where reverse(o.phone) = reverse(wanted.phone) and o.order_id is distinct from ${except}::bigint
        and (o.state = 'cancelled' or (o.state = 'pending' and not o.is_paid))
      order by o.order_id desc limit 200) known
    group by wanted.phone
    union all
    select wanted.network, 0, 0, (select count(*) from sales_order o
      where o.network_hash = wanted.network and o.payment_method = ${method}
        and o.order_id is distinct from ${except}::bigint)
    from (select network from unnest(${networks}::text[]) as list (network)
      ${lengthHint(networks)}) wanted
  `.execute(db)
  return new Map(rows.map((row) => [row.counted, row]))
}

/** Units of an order, gifts included, as they are reserved too; and the network that it came from, if known. */
export async function findCodFacts(
  db: Database,
  order_id: OrderId,
): Promise<{ quantity: number; network: string | null }> {
  const { rows } = await sql<{ quantity: number; network: string | null }>`
    select (select coalesce(sum(item_quantity), 0)::bigint from sales_order_line line
      where line.order_id = o.order_id) as quantity, o.network_hash as network
    from sales_order o where order_id = ${order_id}
  `.execute(db)
  return rows[0] ?? { quantity: 0, network: null }
}

/**
 * Unpaid orders that nobody confirmed since `before`, oldest first. Orders that somebody calls at `now`, or that are
 * called again later, are left out.
 */
export async function findUnconfirmed(
  db: Database,
  before: Date,
  now: Date,
  batch: number,
): Promise<{ order_id: OrderId; code: string }[]> {
  const { rows } = await sql<{ order_id: OrderId; code: string }>`
    select o.order_id, o.code from sales_order o left join order_call c using (order_id)
    where o.state = 'pending' and not o.is_paid and o.created_at <= ${before}
      and (c.taken_until is null or c.taken_until <= ${now}) and (c.due_at is null or c.due_at <= ${now})
    order by o.created_at limit ${batch}
  `.execute(db)
  return rows
}

/** Deletes the networks of orders that were placed before `before`. Returns how many. */
export async function deleteNetworkHashes(
  db: Database,
  before: Date,
  batch: number,
): Promise<number> {
  const { rows } = await sql`
    with old as (
      select order_id from sales_order where network_hash is not null and created_at <= ${before}
      order by order_id limit ${batch} for update skip locked
    )
    update sales_order set network_hash = null from old where sales_order.order_id = old.order_id
    returning 1
  `.execute(db)
  return rows.length
}
