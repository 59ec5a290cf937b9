import type { Insertable } from 'kysely'
import type { CardPlanTable } from '#db/installment-tables.ts'
import type { Tx } from '#db/schema.ts'

/** Writes how the bank of a card splits an order, as its shopper chose it. */
export async function insertCardPlan(tx: Tx, plan: Insertable<CardPlanTable>): Promise<void> {
  await tx.insertInto('card_plan').values(plan).execute()
}
