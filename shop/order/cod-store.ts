import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import type { CodRules } from '#shop/order/cod-rules.ts'

/** The rules in force. */
export async function findCodRules(db: Database): Promise<CodRules> {
  return db
    .selectFrom('cod_rule')
    .select(['max_total', 'max_quantity', 'max_open_orders', 'max_came_back', 'release_after_h'])
    .executeTakeFirstOrThrow()
}

/** The rules with who changed them last. */
export async function findCodRuleRow(
  db: Database,
): Promise<CodRules & { version: number; changed_at: Date | null; changed_by: string | null }> {
  return db
    .selectFrom('cod_rule')
    .select(['max_total', 'max_quantity', 'max_open_orders', 'max_came_back', 'release_after_h'])
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

/** Locks phones until the transaction ends, so that two orders of one phone are not counted without each other. */
export async function lockPhones(tx: Tx, phones: readonly string[]): Promise<void> {
  // Locked in one sequence, so that two transactions never wait for each other.
  await sql`
    select pg_advisory_xact_lock(hashtextextended('cod ' || phone, 0))
    from (select distinct phone from unnest(${phones}::text[]) phone order by phone) wanted
  `.execute(tx)
}

interface PhoneHistory {
  phone: string
  open_orders: number
  came_back: number
}

/** Counts the unconfirmed orders paid on delivery and the parcels that came back, by phone, without `except`. */
export async function findPhoneHistories(
  db: Database,
  phones: readonly string[],
  except: OrderId | null,
): Promise<Map<string, PhoneHistory>> {
  const { rows } = await sql<PhoneHistory>`
    select wanted.phone,
      count(*) filter (where known.state = 'pending' and not known.is_paid) as open_orders,
      count(*) filter (where known.state = 'cancelled' and exists (
        select from sales_order_event event
        where event.order_id = known.order_id and event.move = 'come_back')) as came_back
    from unnest(${phones}::text[]) wanted (phone) cross join lateral (
      select o.order_id, o.state, o.is_paid from sales_order o
      where reverse(o.phone) = reverse(wanted.phone) and o.order_id is distinct from ${except}::bigint
        and (o.state = 'cancelled' or (o.state = 'pending' and not o.is_paid))
      order by o.order_id desc limit 200) known
    group by wanted.phone
  `.execute(db)
  return new Map(rows.map((row) => [row.phone, row]))
}

/** Units of an order, gifts included: they are reserved too. */
export async function countUnits(db: Database, order_id: OrderId): Promise<number> {
  const { rows } = await sql<{ quantity: number }>`
    select coalesce(sum(item_quantity), 0)::bigint as quantity
    from sales_order_line where order_id = ${order_id}
  `.execute(db)
  return rows[0]?.quantity ?? 0
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
