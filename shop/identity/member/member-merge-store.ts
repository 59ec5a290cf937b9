import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

interface ProvenMerge {
  member_merge_id: number
  from_customer_id: CustomerId
  into_customer_id: CustomerId
}

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
    .values({ ...proven, merged_at: null, moved: null })
    .execute()
}

/** The account that a session has proven last, since `since`. */
export async function findMerge(
  db: Database,
  session_id: number,
  since: Date,
): Promise<ProvenMerge | null> {
  const row = await db
    .selectFrom('member_merge')
    .select(['member_merge_id', 'from_customer_id', 'into_customer_id'])
    .where('session_id', '=', session_id)
    .where('merged_at', 'is', null)
    .where('proven_at', '>', since)
    .orderBy('member_merge_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
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

/** Fills what the member that stays has not said about themselves with what the other one has said. */
export async function fillProfile(tx: Tx, from: CustomerId, into: CustomerId): Promise<void> {
  await sql`
    update member stays set name = coalesce(stays.name, other.name), email = coalesce(stays.email, other.email),
      birthday = coalesce(stays.birthday, other.birthday)
    from member other where stays.customer_id = ${into} and other.customer_id = ${from}
  `.execute(tx)
}
