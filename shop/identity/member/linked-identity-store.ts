import { sql } from 'kysely'
import type { IdentityProvider } from '#contracts/member-site/identities.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

interface LinkedIdentity {
  linked_identity_id: number
  customer_id: CustomerId
  provider: IdentityProvider
  shown: string
  created_at: Date
  counts_from: Date
  used_at: Date | null
}

const columns = [
  ...(['linked_identity_id', 'customer_id', 'provider', 'shown'] as const),
  ...(['created_at', 'counts_from', 'used_at'] as const),
]

/** The link of a provider's person; null: no member has it. */
export async function findIdentity(
  db: Database,
  { provider, subject }: { provider: IdentityProvider; subject: string },
): Promise<LinkedIdentity | null> {
  const row = await db
    .selectFrom('linked_identity')
    .select(columns)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row ?? null
}

/** The identities of a member, the oldest first. */
export async function findIdentities(
  db: Database,
  customer_id: CustomerId,
): Promise<LinkedIdentity[]> {
  return db
    .selectFrom('linked_identity')
    .select(columns)
    .where('customer_id', '=', customer_id)
    .orderBy('linked_identity_id')
    .execute()
}

interface NewIdentity {
  customer_id: CustomerId
  provider: IdentityProvider
  subject: string
  shown: string
  created_at: Date
  counts_from: Date
  /** Linked by a code alone (decision 234). */
  by_code: boolean
}

/** Links an identity. Null: some member has it already. */
export async function insertIdentity(tx: Tx, identity: NewIdentity): Promise<number | null> {
  const row = await tx
    .insertInto('linked_identity')
    .values({ ...identity, used_at: null })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .returning('linked_identity_id')
    .executeTakeFirst()
  return row?.linked_identity_id ?? null
}

/** Notes that an identity signed its member in. False: it was unlinked meanwhile. */
export async function noteIdentityUse(
  tx: Tx,
  { linked_identity_id, customer_id }: Pick<LinkedIdentity, 'linked_identity_id' | 'customer_id'>,
  used_at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('linked_identity')
    .set({ used_at })
    .where('linked_identity_id', '=', linked_identity_id)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Unlinks an identity of a member. False: they have no such one. */
export async function deleteIdentity(
  db: Database,
  { customer_id, linked_identity_id }: Pick<LinkedIdentity, 'linked_identity_id' | 'customer_id'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('linked_identity')
    .where('customer_id', '=', customer_id)
    .where('linked_identity_id', '=', linked_identity_id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes the identities of a member that do not sign in yet: a stranger may have linked them. */
export async function deleteWaitingIdentities(
  db: Database,
  customer_id: CustomerId,
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('linked_identity')
    .where('customer_id', '=', customer_id)
    .where('counts_from', '>', now)
    .execute()
}

/** Deletes all identities of a member, and what sign-ins by them have left. */
export async function deleteIdentities(tx: Tx, customer_id: CustomerId): Promise<void> {
  await sql`
    delete from identity_attempt attempt using linked_identity linked
    where linked.customer_id = ${customer_id} and attempt.provider = linked.provider
      and attempt.subject = linked.subject
  `.execute(tx)
  await tx.deleteFrom('linked_identity').where('customer_id', '=', customer_id).execute()
}

/**
 * Moves the identities of one member to another, whom they sign in from `counts_from` on at the earliest. `by_code`: no
 * more than a code has merged the two.
 */
export async function moveIdentities(
  tx: Tx,
  from: CustomerId,
  into: CustomerId,
  { counts_from, by_code }: { counts_from: Date; by_code: boolean },
): Promise<void> {
  await sql`
    update linked_identity set customer_id = ${into}, counts_from = greatest(counts_from, ${counts_from}),
      by_code = by_code or ${by_code}
    where customer_id = ${from}
  `.execute(tx)
}
