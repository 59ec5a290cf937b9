import type { Insertable } from 'kysely'
import type { Database, Tables, Tx } from '#db/schema.ts'
import type { OrderId, PaymentId } from '#pure/ids.ts'

/** Writes how the bank of a card splits an order, as its shopper chose it. The newest plan counts. */
export async function insertCardPlan(tx: Tx, plan: Insertable<Tables['card_plan']>): Promise<void> {
  await tx.insertInto('card_plan').values(plan).execute()
}

/** The newest plan of an order; null: none was chosen. */
export async function findCardPlan(
  db: Database,
  order_id: OrderId,
): Promise<{ card_plan_id: number; rest: number } | null> {
  const plan = await db
    .selectFrom('card_plan')
    .select(['card_plan_id', 'rest'])
    .where('order_id', '=', order_id)
    .orderBy('card_plan_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return plan ?? null
}

/** What is paid at the hand-over by the plan of an attempt; 0 without a plan. */
export async function findRestOf(db: Database, payment_id: PaymentId): Promise<number> {
  const plan = await db
    .selectFrom('payment')
    .innerJoin('card_plan', 'card_plan.card_plan_id', 'payment.card_plan_id')
    .select('rest')
    .where('payment_id', '=', payment_id)
    .executeTakeFirst()
  return plan?.rest ?? 0
}

/** Sets what an attempt asks for that was not started yet. */
export async function updateUnstarted(tx: Tx, order_id: OrderId, amount: number): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ amount })
    .where('order_id', '=', order_id)
    .where('state', '=', 'started')
    .where('reference', 'is', null)
    .execute()
}

/** Whether a card has paid its part of an order, and the rest is paid at the hand-over. */
export async function isPartPaidByCard(db: Database, order_id: OrderId): Promise<boolean> {
  const found = await db
    .selectFrom('sales_order_event')
    .select('order_id')
    .where('order_id', '=', order_id)
    .where('move', '=', 'pay_part')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
