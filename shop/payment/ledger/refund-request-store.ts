import { sql } from 'kysely'
import type { RefundRequestKind, RefundRequestState } from '#contracts/staff/refund-requests.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { OrderId, StaffId } from '#pure/ids.ts'

/** A request that waits for a decision, locked. */
export interface OpenRequest {
  refund_request_id: number
  order_id: OrderId
  amount: number
  kind: RefundRequestKind
  reason: string
  asked_by: StaffId
  /** The lost parcel whose goods go off the order with it. */
  parcel_id: number | null
}

interface NewRequest {
  order_id: OrderId
  amount: number
  kind: RefundRequestKind
  reason: string
  asked_by: StaffId
  parcel_id?: number
}

export async function insertRequest(tx: Tx, request: NewRequest, now: Date): Promise<number> {
  const { refund_request_id } = await tx
    .insertInto('refund_request')
    .values({ ...request, state: 'asked', asked_at: now })
    .returning('refund_request_id')
    .executeTakeFirstOrThrow()
  return refund_request_id
}

/** The id of an equal request of the same person that still waits and was made since an instant. */
export async function findTwin(
  tx: Tx,
  { order_id, amount, kind, reason, asked_by }: NewRequest,
  since: Date,
): Promise<number | null> {
  const row = await tx
    .selectFrom('refund_request')
    .select('refund_request_id')
    .where('order_id', '=', order_id)
    .where('state', '=', 'asked')
    .where('amount', '=', amount)
    .where('kind', '=', kind)
    .where('reason', '=', reason)
    .where('asked_by', '=', asked_by)
    .where('asked_at', '>', since)
    .executeTakeFirst()
  return row?.refund_request_id ?? null
}

/** Locks a request that waits for a decision; null if somebody decided it. */
export async function lockRequest(tx: Tx, refund_request_id: number): Promise<OpenRequest | null> {
  const row = await tx
    .selectFrom('refund_request')
    .select(['refund_request_id', 'order_id', 'amount', 'kind', 'reason', 'asked_by', 'parcel_id'])
    .where('refund_request_id', '=', refund_request_id)
    .where('state', '=', 'asked')
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

interface Decision {
  state: Exclude<RefundRequestState, 'asked'>
  decided_by: StaffId
  decided_at: Date
  decision_note: string | null
}

export async function decideRequest(
  tx: Tx,
  refund_request_id: number,
  decision: Decision,
): Promise<void> {
  await tx
    .updateTable('refund_request')
    .set(decision)
    .where('refund_request_id', '=', refund_request_id)
    .execute()
}

/** Finds the request that waits for the loss of a parcel to be approved; null if there is none. */
export async function findRequestOfParcel(
  db: Database,
  parcel_id: number,
): Promise<{ refund_request_id: number; asked_by: string } | null> {
  const row = await db
    .selectFrom('refund_request')
    .innerJoin('staff', 'staff.staff_id', 'refund_request.asked_by')
    .select(['refund_request_id', 'staff.name as asked_by'])
    .where('parcel_id', '=', parcel_id)
    .where('state', '=', 'asked')
    .executeTakeFirst()
  return row ?? null
}

/** The sum of an order's requests that wait, in đồng. */
export async function sumAsked(db: Database, order_id: OrderId): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::bigint as sum from refund_request
    where order_id = ${order_id} and state = 'asked'
  `.execute(db)
  return rows[0]?.sum ?? 0
}

/** What is left of this Vietnamese month's budget for goodwill, in đồng. Requests that wait count too. */
export async function findGoodwillLeft(db: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select greatest(goodwill_per_month - coalesce((
      select sum(amount) from refund_request
      where kind = 'goodwill' and state in ('asked', 'approved')
        and asked_at >= date_trunc('month', ${now}::timestamptz, 'Asia/Ho_Chi_Minh')), 0), 0)::bigint as left
    from return_rule
  `.execute(db)
  return rows[0]?.left ?? 0
}

/** Makes askers for goodwill take turns until the transaction ends, so that two do not spend the same budget. */
export async function lockGoodwill(tx: Tx): Promise<void> {
  await tx.selectFrom('return_rule').select('version').forUpdate().execute()
}
