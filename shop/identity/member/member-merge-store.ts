import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

export interface ProvenMerge {
  member_merge_id: number
  from_customer_id: CustomerId
  into_customer_id: CustomerId
}

interface FoundMerge extends ProvenMerge {
  /** When it is made, where it waits. */
  due_at: Date | null
}

const columns = ['member_merge_id', 'from_customer_id', 'into_customer_id'] as const

/** Notes that a session has proven another account. */
export async function insertMerge(
  db: Database,
  proven: {
    from_customer_id: CustomerId
    into_customer_id: CustomerId
    session_id: number
    proven_at: Date
  },
): Promise<void> {
  await db
    .insertInto('member_merge')
    .values({ ...proven, merged_at: null, moved: null, due_at: null, ended_at: null })
    .execute()
}

/** The account that a session has proven last, since `since`. */
export async function findMerge(
  db: Database,
  session_id: number,
  since: Date,
): Promise<FoundMerge | null> {
  const row = await db
    .selectFrom('member_merge')
    .select([...columns, 'due_at'])
    .where('session_id', '=', session_id)
    .where('merged_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('proven_at', '>', since)
    .orderBy('member_merge_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Lets a merge wait. One that waited for the same account ends. That account is locked. */
export async function scheduleMerge(
  tx: Tx,
  { member_merge_id, from_customer_id, due_at }: ProvenMerge & { due_at: Date },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('member_merge')
    .set({ ended_at: now })
    .where('from_customer_id', '=', from_customer_id)
    .where('due_at', 'is not', null)
    .where('merged_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
  await tx
    .updateTable('member_merge')
    .set({ due_at })
    .where('member_merge_id', '=', member_merge_id)
    .execute()
}

/** The merge that waits for a member, as the account that goes or as the one that stays. */
export async function findWaitingMerge(
  db: Database,
  customer_id: CustomerId,
): Promise<(ProvenMerge & { due_at: Date }) | null> {
  const { rows } = await sql<ProvenMerge & { due_at: Date }>`
    select member_merge_id, from_customer_id, into_customer_id, due_at from member_merge
    where (from_customer_id = ${customer_id} or into_customer_id = ${customer_id})
      and due_at is not null and merged_at is null and ended_at is null
    order by from_customer_id = ${customer_id} desc, due_at limit 1
  `.execute(db)
  return rows[0] ?? null
}

/** Stops the merges that wait for a member: those in which they leave, or all. */
export async function endWaitingMerges(
  db: Database,
  customer_id: CustomerId,
  now: Date,
  role: 'leaving' | 'either' = 'either',
): Promise<void> {
  await sql`
    update member_merge set ended_at = ${now}
    where (from_customer_id = ${customer_id}
      or (${role} = 'either' and into_customer_id = ${customer_id}))
      and due_at is not null and merged_at is null and ended_at is null
  `.execute(db)
}

/** Stops the merges into a member that a session has begun which was ended at `ended_at`. */
export async function endMergesOfEnded(
  db: Database,
  customer_id: CustomerId,
  ended_at: Date,
): Promise<void> {
  await sql`
    update member_merge waiting set ended_at = ${ended_at}
    from session where session.session_id = waiting.session_id and session.ended_at = ${ended_at}
      and waiting.into_customer_id = ${customer_id} and waiting.due_at is not null
      and waiting.merged_at is null and waiting.ended_at is null
  `.execute(db)
}

/** Merges whose time has come. */
export async function findDueMerges(db: Database, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('member_merge')
    .select('member_merge_id')
    .where('due_at', '<=', now)
    .where('merged_at', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('due_at')
    .limit(100)
    .execute()
  return rows.map(({ member_merge_id }) => member_merge_id)
}

/** Locks a merge whose time has come. Null: it was made or stopped meanwhile. */
export async function lockDueMerge(
  tx: Tx,
  member_merge_id: number,
  now: Date,
): Promise<(ProvenMerge & { proven_at: Date }) | null> {
  const row = await tx
    .selectFrom('member_merge')
    .select([...columns, 'proven_at'])
    .where('member_merge_id', '=', member_merge_id)
    .where('due_at', '<=', now)
    .where('merged_at', 'is', null)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function endMerge(tx: Tx, member_merge_id: number, ended_at: Date): Promise<void> {
  await tx
    .updateTable('member_merge')
    .set({ ended_at })
    .where('member_merge_id', '=', member_merge_id)
    .execute()
}

/** Records that a merge was made. */
export async function recordMerge(
  tx: Tx,
  member_merge_id: number,
  moved: Record<string, number>,
  merged_at: Date,
): Promise<void> {
  await tx
    .updateTable('member_merge')
    .set({ merged_at, moved: JSON.stringify(moved) })
    .where('member_merge_id', '=', member_merge_id)
    .execute()
}

/**
 * Fills what the member that stays has not said about themselves with what the other one has said. An e-mail address
 * that was proven there is proven here from now on: it was no proof of this account yesterday.
 */
export async function fillProfile(
  tx: Tx,
  from: CustomerId,
  into: CustomerId,
  { now, by_code }: { now: Date; by_code: boolean },
): Promise<void> {
  await sql`
    update member stays set name = coalesce(stays.name, other.name), email = coalesce(stays.email, other.email),
      birthday = coalesce(stays.birthday, other.birthday),
      email_proven_at = case when stays.email is not null then stays.email_proven_at
        when other.email_proven_at is not null then ${now}::timestamptz end,
      email_by_code_at = case when stays.email is not null then stays.email_by_code_at
        when other.email is not null and ${by_code} then ${now}::timestamptz end
    from member other where stays.customer_id = ${into} and other.customer_id = ${from}
  `.execute(tx)
}
