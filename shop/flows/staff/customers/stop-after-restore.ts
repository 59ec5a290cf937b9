import type { Tx } from '#db/schema.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import {
  endCodes,
  endMemberSessions,
  endStaffSessions,
  endWaitingChanges,
  pauseCampaigns,
  postponeErasures,
} from '#shop/flows/staff/customers/stop-after-restore-store.ts'
import { waiting_days } from '#shop/flows/member/account/erase-account.ts'
import { notifyMember } from '#shop/notification/notify-store.ts'

/** What a restore has stopped. */
export interface Stopped {
  staff_sessions: number
  member_sessions: number
  /** Changes of accounts that waited for a time in which their owners could refuse them. */
  changes: number
  erasures: number
  campaigns: number
}

/**
 * Stops what a backup of `made_at` would otherwise bring back to life, or do a second time (decision 364): whoever
 * signed out or was dismissed since, whatever was refused since, and messages that have been sent since.
 */
export async function stopAfterRestore(tx: Tx, made_at: Date, now: Date): Promise<Stopped> {
  const staff_sessions = await endStaffSessions(tx, now)
  const member_sessions = await endMemberSessions(tx, now)
  await endCodes(tx, now)
  const changes = await endWaitingChanges(tx, made_at, now)
  const campaigns = await pauseCampaigns(tx)
  const erase_at = new Date(now.getTime() + waiting_days * day_ms)
  const postponed = await postponeErasures(tx, erase_at)
  for (const { customer_id, phone, email } of postponed) {
    const key = `${String(customer_id)}:${now.toISOString()}`
    const notice = { about: 'erasure_asked', due_at: erase_at.toISOString() } as const
    await notifyMember(tx, { phone, email, key }, notice, now)
  }
  return { staff_sessions, member_sessions, changes, campaigns, erasures: postponed.length }
}
