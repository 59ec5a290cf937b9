import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'

/** Ends all sessions of staff. Returns how many. */
export async function endStaffSessions(tx: Tx, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_session')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends all sessions of members, and none of guests. Returns how many. */
export async function endMemberSessions(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql`
    update session set ended_at = ${now} from customer
    where customer.customer_id = session.customer_id and kind = 'member' and ended_at is null
      and expires_at > ${now} returning 1`.execute(tx)
  return rows.length
}

/** Makes codes that were sent and not entered worth nothing. */
export async function endCodes(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('otp')
    .set({ expires_at: now })
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

/**
 * Ends what waited in accounts at `made_at` so that its owner could refuse it: merges, changes of the phone, and ways
 * to sign in that did not count yet. Returns how many.
 */
export async function endWaitingChanges(tx: Tx, made_at: Date, now: Date): Promise<number> {
  const merges = await tx
    .updateTable('member_merge')
    .set({ ended_at: now })
    .where('merged_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const phones = await tx
    .updateTable('phone_change')
    .set({ ended_at: now, outcome: 'cancelled' })
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const passkeys = await tx
    .deleteFrom('member_passkey')
    .where('counts_from', '>', made_at)
    .executeTakeFirst()
  const identities = await tx
    .deleteFrom('linked_identity')
    .where('counts_from', '>', made_at)
    .executeTakeFirst()
  const deleted = passkeys.numDeletedRows + identities.numDeletedRows
  return Number(merges.numUpdatedRows + phones.numUpdatedRows + deleted)
}

interface Postponed {
  customer_id: number
  phone: string
  email: string | null
}

/** Puts off the erasures that members have asked for to `erase_at`. Returns whose. */
export async function postponeErasures(tx: Tx, erase_at: Date): Promise<Postponed[]> {
  const { rows } = await sql<Postponed>`
    update erasure_request set erase_at = ${erase_at} from member
    where member.customer_id = erasure_request.customer_id and state = 'waiting' and erased_at is null
    returning member.customer_id, phone, email`.execute(tx)
  return rows
}

/** Pauses the campaigns that were sending messages or were about to. Returns how many. */
export async function pauseCampaigns(tx: Tx): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('message_campaign')
    .set({ state: 'paused' })
    .where('state', 'in', ['approved', 'sending'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
