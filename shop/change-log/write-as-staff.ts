import { sql } from 'kysely'
import type { StaffOperationName } from '#contracts/staff/all.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import { requestId } from '#platform/observe/request-id.ts'
import type { StaffId } from '#pure/ids.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import { sealPersonal } from '#shop/change-log/personal-store.ts'

/** What the ledger says about every change of one transaction: who makes it, by which operation and why. */
interface StaffAct {
  /** `token`: the holder of STAFF_TOKEN, before there are accounts. `command`: whoever has the server. */
  actor: { staff_id: StaffId } | 'token' | 'command'
  operation:
    | StaffOperationName
    | 'signIn.acceptInvite'
    | 'signIn.createFirstAccount'
    | 'signIn.enrolPasskey'
    | 'command.recover'
    | 'command.redoErasures'
    | 'command.stopAfterRestore'
    | 'command.eraseMember'
    | 'command.publishArticle'
  /** A code, or what was typed as the reason. Never personal data of a customer. */
  reason?: string | null | undefined
  /** Forms of this operation that one person sends wait for each other: the second finds what the first made (325). */
  one_by_one?: true
}

/**
 * Runs `work` in one transaction whose changes are written into the ledger. Every write of a staff operation goes
 * through it. `work` is repeated after a deadlock, so it must not have effects outside of the database.
 */
export type WriteAsStaff = <T>(act: StaffAct, work: (tx: Tx) => Promise<T>) => Promise<T>

interface Deps {
  db: Database
  now: Now
  person_keys: PersonKeys
}

export function openStaffWrites({ db, now, person_keys }: Deps): WriteAsStaff {
  return (act, work) =>
    transaction(db, async (tx) => {
      const at = now()
      if (act.one_by_one) await waitForOwn(tx, act)
      await nameAct(tx, act, at)
      const result = await work(tx)
      await sealPersonal(tx, person_keys, at)
      return result
    })
}

async function waitForOwn(tx: Tx, { actor, operation }: StaffAct): Promise<void> {
  const person = typeof actor === 'string' ? actor : actor.staff_id
  const name = `${operation} ${person}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Says who acts until the transaction ends. The trigger `log_change` reads it; without it nothing is written down. */
async function nameAct(tx: Tx, { actor, operation, reason }: StaffAct, at: Date): Promise<void> {
  const act = {
    actor: typeof actor === 'string' ? actor : 'staff',
    staff_id: typeof actor === 'string' ? null : actor.staff_id,
    operation,
    reason: reason || null,
    request_id: requestId() ?? null,
    at,
  }
  await sql`select set_config('tiem.change', ${JSON.stringify(act)}, true)`.execute(tx)
}
