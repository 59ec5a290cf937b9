import { sql } from 'kysely'
import type { Added } from '#contracts/member-site/added-by-code.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

type StoredAdded = Omit<Added, 'added_at'> & { added_at: Date }

/** What a code alone has added to an account since `since`, the newest first. */
export async function findAdded(
  db: Database,
  customer_id: CustomerId,
  since: Date,
): Promise<StoredAdded[]> {
  const { rows } = await sql<StoredAdded>`
    select 'passkey' as kind, name, created_at as added_at from member_passkey
    where customer_id = ${customer_id} and by_code and created_at > ${since}
    union all
    select 'identity', shown, created_at from linked_identity
    where customer_id = ${customer_id} and by_code and created_at > ${since}
    union all
    select 'email', email, email_by_code_at from member
    where customer_id = ${customer_id} and email is not null and email_by_code_at > ${since}
    union all
    select 'password', '', password_set_at from member
    where customer_id = ${customer_id} and password_hash is not null and password_by_code and password_set_at > ${since}
    order by added_at desc
  `.execute(db)
  return rows
}

/** Removes what a code alone has added since `since`. The member is locked. */
export async function deleteAdded(tx: Tx, customer_id: CustomerId, since: Date): Promise<void> {
  for (const table of ['member_passkey', 'linked_identity'] as const) {
    await tx
      .deleteFrom(table)
      .where('customer_id', '=', customer_id)
      .where('by_code', '=', true)
      .where('created_at', '>', since)
      .execute()
  }
  await tx
    .updateTable('member')
    .set({ email: null, email_proven_at: null, email_by_code_at: null })
    .where('customer_id', '=', customer_id)
    .where('email_by_code_at', '>', since)
    .execute()
  await tx
    .updateTable('member')
    .set({ password_hash: null, password_set_at: null, password_by_code: false })
    .where('customer_id', '=', customer_id)
    .where('password_by_code', '=', true)
    .where('password_set_at', '>', since)
    .execute()
}

/** Keeps what a code alone has added: it is the member's own from now on. The member is locked. */
export async function updateToOwn(tx: Tx, customer_id: CustomerId): Promise<void> {
  for (const table of ['member_passkey', 'linked_identity'] as const) {
    await tx
      .updateTable(table)
      .set({ by_code: false })
      .where('customer_id', '=', customer_id)
      .where('by_code', '=', true)
      .execute()
  }
  await tx
    .updateTable('member')
    .set({ email_by_code_at: null, password_by_code: false })
    .where('customer_id', '=', customer_id)
    .execute()
}

/** Deletes the passkeys of a member that do not sign in yet: a stranger may have added them. */
export async function deleteWaitingPasskeys(
  db: Database,
  customer_id: CustomerId,
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('member_passkey')
    .where('customer_id', '=', customer_id)
    .where('counts_from', '>', now)
    .execute()
}
