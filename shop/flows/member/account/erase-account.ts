import { memberAccount as contract } from '#contracts/member-site/account.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import type { Service } from '#pure/contract.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import type { WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import { requireConfirmed, requireMember } from '#shop/flows/member/account/require-member.ts'
import { type ErasureDeps, erasePerson } from '#shop/flows/staff/customers/erase-person.ts'
import { newRecordName } from '#shop/flows/staff/customers/erasure-records.ts'
import {
  endErasureRequest,
  findDueErasures,
  findErasureRequest,
  insertErasureRequest,
  requestNumber,
} from '#shop/identity/member/erasure-request-store.ts'
import { notifyMember } from '#shop/notification/notify-store.ts'
import {
  findErasable,
  findOpenMatters,
  lockOrdersOfPhone,
} from '#shop/views/customers/erasure-preview-store.ts'

/** How long a request can be taken back. The law wants the erasure within 20 days. */
export const waiting_days = 7

interface Deps {
  db: Database
  now: Now
}

type Erasing = Pick<Service<typeof contract>, 'erasure' | 'askErasure' | 'withdrawErasure'>

/** Members have their account and data erased (decision 181). */
export function accountErasure(deps: Deps): Erasing {
  const { db, now } = deps
  return {
    erasure: async (_caller, { token }) => {
      const { customer_id, phone } = await requireMember(deps, token, contract.erasure)
      const { order_count, invoice_count, booking_count } = await findErasable(db, phone)
      const asked = await findErasureRequest(db, customer_id)
      const open = (await findOpenMatters(db, phone)).map(({ order_code }) => order_code)
      const erase_at = asked?.erase_at.toISOString() ?? null
      const counts = { order_count, invoice_count, booking_count }
      return { ...counts, open: [...new Set(open)], erase_at, waiting_days }
    },
    askErasure: async (_caller, { token }) => {
      const member = await requireConfirmed(deps, token, contract.askErasure)
      const { customer_id, phone, email } = member
      const asked_at = now()
      const erase_at = new Date(asked_at.getTime() + waiting_days * day_ms)
      await transaction(db, async (tx) => {
        if (!(await insertErasureRequest(tx, customer_id, { asked_at, erase_at }))) return
        const key = `${String(customer_id)}:${asked_at.toISOString()}`
        const due_at = erase_at.toISOString()
        await notifyMember(tx, { phone, email, key }, { about: 'erasure_asked', due_at }, asked_at)
      })
      return {}
    },
    withdrawErasure: async (_caller, { token }) => {
      const { customer_id } = await requireMember(deps, token, contract.withdrawErasure)
      await endErasureRequest(db, customer_id, 'withdrawn', now())
      return {}
    },
  }
}

interface JobDeps extends ErasureDeps, Deps {
  log: Log
  write: WriteAsStaff
}

/** Erases the members whose time is over. Whoever has something open waits until it is done. Returns how many. */
export async function eraseDueMembers({ db, now, log, write, ...deps }: JobDeps): Promise<number> {
  let erased = 0
  for (const { erasure_request_id, customer_id, phone } of await findDueErasures(db, now())) {
    const request_number = requestNumber(erasure_request_id)
    const act = {
      actor: 'command',
      operation: 'command.eraseMember',
      reason: request_number,
    } as const
    const facts = {
      erased_at: now(),
      staff_name: null,
      channel: 'account',
      request_number,
    } as const
    const record = { name: newRecordName(facts.erased_at), is_stored: false }
    const is_done = await write(act, async (tx) => {
      await lockOrdersOfPhone(tx, phone)
      // Taken back, or something was ordered, since the list was read.
      if ((await findErasureRequest(tx, customer_id)) === null) return false
      if ((await findOpenMatters(tx, phone)).length > 0) return false
      await erasePerson(tx, phone, facts, { ...deps, record })
      return true
    })
    if (is_done) erased += 1
  }
  if (erased > 0) log.info({ erased }, 'members were erased as they asked')
  return erased
}

export function eraseMembersJob(deps: JobDeps): Job {
  return {
    name: 'erase-members',
    every_ms: 3_600_000,
    run: async () => void (await eraseDueMembers(deps)),
  }
}
