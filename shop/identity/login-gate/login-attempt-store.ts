import type { Database } from '#db/schema.ts'

interface NewAttempt {
  state_hash: Buffer
  browser_hash: Buffer
  created_at: Date
  expires_at: Date
}

export async function insertAttempt(db: Database, attempt: NewAttempt): Promise<void> {
  await db
    .insertInto('login_attempt')
    .values({ ...attempt, used_at: null })
    .execute()
}

/** Uses a sign-in up: one guarded statement, so that of many requests at once one wins. */
export async function takeAttempt(
  db: Database,
  { state_hash, browser_hash }: Pick<NewAttempt, 'state_hash' | 'browser_hash'>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('login_attempt')
    .set({ used_at: now })
    .where('state_hash', '=', state_hash)
    .where('browser_hash', '=', browser_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes sign-ins that cannot be finished any more. */
export async function deleteOldAttempts(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('login_attempt').where('expires_at', '<', before).execute()
}
