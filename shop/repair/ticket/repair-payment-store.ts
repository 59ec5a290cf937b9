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

/** Inserts a payment of a locked ticket. Returns its id. A form that was known already breaks the transaction. */
export async function insertPayment(
  tx: Tx,
  payment: Omit<StoredPayment, 'repair_payment_id'>,
): Promise<number> {
  const { repair_payment_id } = await tx
    .insertInto('repair_payment')
    .values(payment)
    .returning('repair_payment_id')
    .executeTakeFirstOrThrow()
  return repair_payment_id
}

/** Notes that a transfer or slip pays with this payment; false: it has paid already. */
export async function claimReference(
  tx: Tx,
  {
    way,
    reference: typed,
    repair_payment_id,
  }: { way: 'transfer' | 'card'; reference: string; repair_payment_id: number },
): Promise<boolean> {
  const reference = typed.replaceAll(/\s/g, '').toUpperCase()
  const row = await tx
    .insertInto('repair_reference')
    .values({ way, reference, repair_payment_id })
    .onConflict((conflict) => conflict.columns(['way', 'reference']).doNothing())
    .returning('repair_payment_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Lets the transfer or slip of a payment pay again: the payment was entered by mistake. */
export async function freeReference(tx: Tx, repair_payment_id: number): Promise<void> {
  await tx
    .deleteFrom('repair_reference')
    .where('repair_payment_id', '=', repair_payment_id)
    .execute()
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
