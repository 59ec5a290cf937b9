import { sql } from 'kysely'
import type { CallOutcome } from '#contracts/staff/calls.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { OrderId, StaffId } from '#pure/ids.ts'
import { inReach } from '#shop/order/order-rows.ts'

/** Who takes an order, and until when. */
interface Taking {
  staff_id: StaffId
  taken_until: Date
  now: Date
}

/** Locks a member of staff, so that their two windows do not take two orders. */
export async function lockCaller(tx: Tx, staff_id: StaffId): Promise<void> {
  await sql`select from staff where staff_id = ${staff_id} for no key update`.execute(tx)
}

interface OwnCall {
  order_id: OrderId
  code: string
  taken_until: Date
}

/** The pending order within reach that a member of staff has taken; null if there is none or its time is over. */
export async function findOwnCall(
  db: Database,
  staff_id: StaffId,
  reach: Reach,
  now: Date,
): Promise<OwnCall | null> {
  const { rows } = await sql<OwnCall>`
    select o.order_id, o.code, c.taken_until from order_call c join sales_order o using (order_id)
    where c.taken_by = ${staff_id} and c.taken_until > ${now} and o.state = 'pending'
      and ${inReach(reach)}
  `.execute(db)
  return rows[0] ?? null
}

/** Puts the call that a member of staff has taken back into the queue. False if there is nothing. */
export async function returnCall(db: Database, staff_id: StaffId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('order_call')
    .set({ taken_by: null, taken_until: null })
    .where('taken_by', '=', staff_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Takes the order that is due longest and that nobody has taken. 'none': there is none. 'busy': another member of staff
 * took it between the search and the write; the next try finds another one.
 */
export async function takeNext(
  tx: Tx,
  { staff_id, taken_until, now }: Taking,
  reach: Reach,
): Promise<'taken' | 'none' | 'busy'> {
  const { rows } = await sql<{ found: number; taken: number }>`
    with next as (
      select o.order_id from sales_order o left join order_call c using (order_id)
      where o.state = 'pending' and ${inReach(reach)}
        and (o.assigned_to is null or o.assigned_to = ${staff_id})
        and coalesce(c.due_at, o.created_at) <= ${now}
        and (c.taken_until is null or c.taken_until <= ${now})
      order by coalesce(c.due_at, o.created_at), o.order_id
      limit 1 for no key update of o skip locked
    ), taken as (
      insert into order_call as known (order_id, taken_by, taken_until)
      select order_id, ${staff_id}::bigint, ${taken_until}::timestamptz from next
      on conflict (order_id) do update
        set taken_by = excluded.taken_by, taken_until = excluded.taken_until
        where known.taken_until is null or known.taken_until <= ${now}
      returning order_id
    )
    select (select count(*) from next) as found, (select count(*) from taken) as taken
  `.execute(tx)
  const { found = 0, taken = 0 } = rows[0] ?? {}
  if (taken > 0) return 'taken'
  return found > 0 ? 'busy' : 'none'
}

/** Takes a locked order, from whoever has it. */
export async function takeOrder(
  tx: Tx,
  order_id: OrderId,
  { staff_id, taken_until }: Taking,
): Promise<void> {
  await sql`
    insert into order_call (order_id, taken_by, taken_until)
    values (${order_id}, ${staff_id}, ${taken_until})
    on conflict (order_id) do update
      set taken_by = excluded.taken_by, taken_until = excluded.taken_until
  `.execute(tx)
}

/** Who has taken an order now; null: nobody. */
export interface Caller {
  staff_id: StaffId
  name: string
  taken_until: Date
}

/** Finds who is calling the shopper of an order. `is_lapsed`: also whoever took it last and was too slow. */
export async function findCaller(
  db: Database,
  order_id: OrderId,
  now: Date,
  is_lapsed = false,
): Promise<Caller | null> {
  const { rows } = await sql<Caller>`
    select staff.staff_id, staff.name, c.taken_until
    from order_call c join staff on staff.staff_id = c.taken_by
    where c.order_id = ${order_id} and (${is_lapsed} or c.taken_until > ${now})
  `.execute(db)
  return rows[0] ?? null
}

/** How often an order was called, and how often nobody answered. */
export async function countCalls(
  db: Database,
  order_id: OrderId,
): Promise<{ calls: number; no_answers: number }> {
  const { rows } = await sql<{ calls: number; no_answers: number }>`
    select count(*) as calls, count(*) filter (where outcome = 'no_answer') as no_answers
    from call_attempt where order_id = ${order_id}
  `.execute(db)
  return rows[0] ?? { calls: 0, no_answers: 0 }
}

interface CallAttempt {
  order_id: OrderId
  /** From 1. */
  position: number
  staff_id: StaffId
  staff_name: string
  outcome: CallOutcome
  note: string | null
  next_at: Date | null
}

/** Writes what came of a call, and gives the order back until it is due again. */
export async function insertAttemptOfCall(
  tx: Tx,
  { order_id, position, staff_id, staff_name, outcome, note, next_at }: CallAttempt,
  now: Date,
): Promise<void> {
  await sql`
    with written as (
      insert into call_attempt
        (order_id, position, staff_id, staff_name, outcome, note, next_at, happened_at)
      values (${order_id}, ${position}, ${staff_id}, ${staff_name}, ${outcome}, ${note}, ${next_at}, ${now})
      returning order_id, next_at
    )
    update order_call c set due_at = written.next_at, taken_by = null, taken_until = null
    from written where c.order_id = written.order_id
  `.execute(tx)
}
