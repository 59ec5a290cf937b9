import type { Insertable } from 'kysely'
import type { Tables, Tx } from '#db/schema.ts'

/** Writes how the bank of a card splits an order, as its shopper chose it. */
export async function insertCardPlan(tx: Tx, plan: Insertable<Tables['card_plan']>): Promise<void> {
  await tx.insertInto('card_plan').values(plan).execute()
}
