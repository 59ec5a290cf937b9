import { type Selectable, sql } from 'kysely'
import type { Database, Tables, Tx } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'

export type StoredPayment = Selectable<Tables['repair_payment']>

export async function listPayments(db: Database, ticket_id: number): Promise<StoredPayment[]> {
  return db
    .selectFrom('repair_payment')
    .selectAll()
    .where('ticket_id', '=', ticket_id)
    .orderBy('repair_payment_id')
    .execute()
}

/** What was paid for a ticket, less what was given back, in đồng. */
export async function findPaid(db: Database, ticket_id: number): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select coalesce(sum(amount), 0)::bigint as paid from repair_payment where ticket_id = ${ticket_id}
  `.execute(db)
  return rows[0]?.paid ?? 0
}

/** Inserts a payment of a locked ticket once; false: the form, the reversal or the reference was known already. */
export async function insertPayment(
  tx: Tx,
  payment: Omit<StoredPayment, 'repair_payment_id'>,
): Promise<boolean> {
  const row = await tx
    .insertInto('repair_payment')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .returning('repair_payment_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether this form has taken its money already. */
export async function isFormPaid(db: Database, form_key: string): Promise<boolean> {
  const row = await db
    .selectFrom('repair_payment')
    .select('repair_payment_id')
    .where('form_key', '=', form_key)
    .executeTakeFirst()
  return row !== undefined
}

/** What the counters of shops took in a period, by way, in đồng. */
export async function sumTaken(
  db: Database,
  { shop_id, from, reach }: { shop_id: number | null; from: Date; reach: Reach },
): Promise<{ way: StoredPayment['way']; amount: number }[]> {
  const { rows } = await sql<{ way: StoredPayment['way']; amount: number }>`
    select way, sum(amount)::bigint as amount from repair_payment payment
    where paid_at >= ${from} and ${ofShopInReach('payment.shop_id', reach)}
      and (${shop_id}::integer is null or payment.shop_id = ${shop_id})
    group by way order by way
  `.execute(db)
  return rows
}
