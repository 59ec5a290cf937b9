import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId, OrderId } from '#pure/ids.ts'
import type { ApplicationState } from '#contracts/storefront/trade/application.ts'
import {
  type ApplicationActor,
  type ApplicationMoveName,
  applicationMoveOf,
  isExamined,
} from '#shop/trade/application/application-states.ts'
import { insertApplicationEvent } from '#shop/trade/application/application-event-store.ts'

/** The state of the application that an order was placed with; null: it was placed without one. */
async function findLoanState(db: Database, order_id: OrderId): Promise<ApplicationState | null> {
  const row = await db
    .selectFrom('loan_application')
    .select('state')
    .where('order_id', '=', order_id)
    .executeTakeFirst()
  return row?.state ?? null
}

/** The orders of a customer's applications. */
export async function findOrdersOfLoans(db: Database, customer_id: CustomerId): Promise<OrderId[]> {
  const rows = await db
    .selectFrom('loan_application')
    .select('order_id')
    .where('customer_id', '=', customer_id)
    .execute()
  return rows.flatMap(({ order_id }) => order_id ?? [])
}

/** Whether the company has not decided about the loan of an order, or its contract is not signed. */
export async function isLoanExamined(db: Database, order_id: OrderId): Promise<boolean> {
  const state = await findLoanState(db, order_id)
  return state !== null && isExamined(state)
}

/** Until when goods are held for the application of an order; null: they are not. */
export async function findLoanDeadline(db: Database, order_id: OrderId): Promise<Date | null> {
  const row = await db
    .selectFrom('loan_application')
    .select('expires_at')
    .where('order_id', '=', order_id)
    .executeTakeFirst()
  return row?.expires_at ?? null
}

/** Whether the company and the shopper have signed: only the shop ends such an order, with the company. */
export async function isLoanSigned(db: Database, order_id: OrderId): Promise<boolean> {
  return (await findLoanState(db, order_id)) === 'signed'
}

/**
 * Notes that the phone of an order belongs to whoever applied: the goods are held as long as the company examines.
 * Returns until when; null: the order has no application that waits for this.
 */
export async function proveLoanPhone(tx: Tx, order_id: OrderId, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ expires_at: Date }>`
    update loan_application a set phone_proven_at = ${now}, version = version + 1,
      expires_at = greatest(a.expires_at, a.submitted_at + make_interval(hours => company.reserve_hours))
    from installment_company company
    where company.company_id = a.company_id and a.order_id = ${order_id} and a.phone_proven_at is null
      and a.expires_at is not null
    returning a.expires_at`.execute(tx)
  return rows[0]?.expires_at ?? null
}

const ends_without_order: readonly ApplicationState[] = ['refused', 'lapsed', 'withdrawn']

/** Whether the loan of an order fixes what the order costs. */
export async function isLoanBinding(db: Database, order_id: OrderId): Promise<boolean> {
  const state = await findLoanState(db, order_id)
  return state !== null && !ends_without_order.includes(state)
}

/** Lets the application of a locked order follow it: it was cancelled, or given to its shopper. */
export async function followOrder(
  tx: Tx,
  order_id: OrderId,
  move: Extract<ApplicationMoveName, 'withdraw' | 'deliver'>,
  { actor, staff_name, now }: { actor: ApplicationActor; staff_name: string | null; now: Date },
): Promise<void> {
  const { from, to } = applicationMoveOf(move)
  const moved = await tx
    .updateTable('loan_application')
    .set(({ eb }) => ({
      ...{ state: to, version: eb('version', '+', 1), expires_at: null },
      // With the delivery the loan is between the shopper and the company.
      ended_at: now,
    }))
    .where('order_id', '=', order_id)
    .where('state', 'in', from)
    .returning('application_id')
    .executeTakeFirst()
  if (moved === undefined) return
  const { application_id } = moved
  await insertApplicationEvent(tx, { application_id, state: to, move, actor, staff_name }, now)
}
