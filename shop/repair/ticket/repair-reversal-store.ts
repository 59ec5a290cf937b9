import { type Selectable, sql } from 'kysely'
import type { Database, Tables, Tx } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { StaffId } from '#pure/ids.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'

type Stored = Selectable<Tables['repair_reversal']>
export type StoredReversal = Stored & { asked_by_name: string }

/** What was asked to go back of the payments of a ticket, the oldest first. */
export async function listReversals(db: Database, ticket_id: number): Promise<StoredReversal[]> {
  return db
    .selectFrom('repair_reversal')
    .innerJoin('staff', 'staff.staff_id', 'repair_reversal.asked_by')
    .selectAll('repair_reversal')
    .select('staff.name as asked_by_name')
    .where('ticket_id', '=', ticket_id)
    .orderBy('repair_reversal_id')
    .execute()
}

/** Reversals at shops within reach that wait for a decision, the oldest first. */
export async function listAskedReversals(
  db: Database,
  reach: Reach,
  limit: number,
): Promise<(StoredReversal & { code: string; device: string; shop_id: number })[]> {
  const { rows } = await sql<StoredReversal & { code: string; device: string; shop_id: number }>`
    select reversal.*, asker.name as asked_by_name, ticket.code, ticket.device, ticket.shop_id
    from repair_reversal reversal join repair_ticket ticket using (ticket_id)
      join staff asker on asker.staff_id = reversal.asked_by
    where reversal.state = 'asked' and ${ofShopInReach('ticket.shop_id', reach)}
    order by asked_at, repair_reversal_id limit ${limit}
  `.execute(db)
  return rows
}

/** Asks for a reversal of a locked ticket's payment. */
export async function insertReversal(
  tx: Tx,
  reversal: Pick<
    Stored,
    'ticket_id' | 'repair_payment_id' | 'reversal' | 'amount' | 'reason' | 'asked_by'
  >,
  asked_at: Date,
): Promise<void> {
  await tx
    .insertInto('repair_reversal')
    .values({ ...reversal, state: 'asked', asked_at })
    .execute()
}

interface Decision {
  state: Exclude<Stored['state'], 'asked'>
  decided_by: StaffId
  decided_at: Date
  decision_note: string | null
}

/** Notes what became of a reversal of a locked ticket. */
export async function decideReversal(
  tx: Tx,
  repair_reversal_id: number,
  decision: Decision,
): Promise<void> {
  await tx
    .updateTable('repair_reversal')
    .set(decision)
    .where('repair_reversal_id', '=', repair_reversal_id)
    .execute()
}
