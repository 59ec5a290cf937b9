import type { Database, Tx } from '#db/schema.ts'
import type { StaffId } from '#pure/ids.ts'

/** Inserts an invitation. Older ones of the same person cannot be used any more. */
export async function insertInvite(
  tx: Tx,
  invite: { token_hash: Buffer; staff_id: StaffId; created_at: Date; expires_at: Date },
): Promise<void> {
  await tx
    .updateTable('staff_invite')
    .set({ consumed_at: invite.created_at })
    .where('staff_id', '=', invite.staff_id)
    .where('consumed_at', 'is', null)
    .execute()
  await tx
    .insertInto('staff_invite')
    .values({ ...invite, consumed_at: null })
    .execute()
}

/** Whose invitation this is, while it can be used. */
export async function findInvite(
  db: Database,
  token_hash: Buffer,
  now: Date,
): Promise<{ staff_id: StaffId; name: string; login_name: string } | null> {
  const found = await db
    .selectFrom('staff_invite')
    .innerJoin('staff', 'staff.staff_id', 'staff_invite.staff_id')
    .select(['staff.staff_id', 'name', 'login_name'])
    .where('token_hash', '=', token_hash)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('locked_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

/** Uses an invitation up. False if it was used before: of many requests at once one wins. */
export async function consumeInvite(tx: Tx, token_hash: Buffer, now: Date): Promise<boolean> {
  const consumed = await tx
    .updateTable('staff_invite')
    .set({ consumed_at: now })
    .where('token_hash', '=', token_hash)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return consumed.numUpdatedRows === 1n
}
