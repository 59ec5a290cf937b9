import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

export interface OpenPhoneChange {
  phone_change_id: number
  customer_id: CustomerId
  session_id: number | null
  old_phone: string
  new_phone: string
  old_proven_at: Date | null
  due_at: Date | null
}

const columns = [
  ...(['phone_change_id', 'customer_id', 'session_id', 'old_phone', 'new_phone'] as const),
  ...(['old_proven_at', 'due_at'] as const),
]

/** The change that a member has begun and not ended. */
export async function findPhoneChange(
  db: Database,
  customer_id: CustomerId,
): Promise<OpenPhoneChange | null> {
  const row = await db
    .selectFrom('phone_change')
    .select(columns)
    .where('customer_id', '=', customer_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

interface NewPhoneChange {
  customer_id: CustomerId
  session_id: number
  old_phone: string
  new_phone: string
  new_proven_at: Date
}

/** Begins a change. The member is locked, and has none open. */
export async function insertPhoneChange(tx: Tx, change: NewPhoneChange): Promise<void> {
  const begun = { old_proven_at: null, due_at: null, ended_at: null, outcome: null }
  await tx
    .insertInto('phone_change')
    .values({ ...change, ...begun })
    .execute()
}

/** Notes what was proven, or when the change takes effect by itself. */
export async function updatePhoneChange(
  db: Database,
  phone_change_id: number,
  changed: { old_proven_at: Date } | { due_at: Date },
): Promise<void> {
  await db
    .updateTable('phone_change')
    .set(changed)
    .where('phone_change_id', '=', phone_change_id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends the open change of a member. False: there is none. */
export async function endPhoneChange(
  db: Database,
  customer_id: CustomerId,
  outcome: 'done' | 'cancelled' | 'taken',
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('phone_change')
    .set({ ended_at: now, outcome })
    .where('customer_id', '=', customer_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Cancels the open change of a member if the session that began it was ended at `ended_at`. */
export async function cancelChangeOfEnded(
  db: Database,
  customer_id: CustomerId,
  ended_at: Date,
): Promise<void> {
  await sql`
    update phone_change change set ended_at = ${ended_at}, outcome = 'cancelled'
    from session where session.session_id = change.session_id and session.ended_at = ${ended_at}
      and change.customer_id = ${customer_id} and change.ended_at is null
  `.execute(db)
}

/** Changes whose time has come. */
export async function findDuePhoneChanges(db: Database, now: Date): Promise<OpenPhoneChange[]> {
  return db
    .selectFrom('phone_change')
    .select(columns)
    .where('ended_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(100)
    .execute()
}

/**
 * Gives a member another phone. False: somebody else has it. The lock is that of registrations, so that one phone has
 * one member.
 */
export async function updatePhone(
  tx: Tx,
  { customer_id, old_phone, new_phone }: OpenPhoneChange,
  phone_proven_at: Date,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('member:' || ${new_phone}, 0))`.execute(
    tx,
  )
  const { rows } = await sql`
    update member set phone = ${new_phone}, phone_proven_at = ${phone_proven_at}
    where customer_id = ${customer_id} and phone = ${old_phone} and erased_at is null
      and not exists (select from member other where other.phone = ${new_phone})
    returning 1
  `.execute(tx)
  return rows.length > 0
}

/** Deletes changes that ended before `before`: they name phones. */
export async function deleteOldPhoneChanges(
  db: Database,
  before: Date,
  batch: number,
): Promise<number> {
  const { rows } = await sql`
    delete from phone_change where phone_change_id in (
      select phone_change_id from phone_change where ended_at < ${before} limit ${batch}
      for update skip locked
    ) returning 1
  `.execute(db)
  return rows.length
}
