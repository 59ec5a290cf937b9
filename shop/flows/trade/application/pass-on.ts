import { transaction } from '#platform/database/postgres.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import { lockLoan, moveApplication } from '#shop/flows/trade/application/move-application.ts'
import { sentApplication } from '#shop/flows/trade/application/sent-application.ts'
import {
  claimPassOn,
  findToPassOn,
  type StoredApplication,
  updatePassedOn,
  updatePassOn,
} from '#shop/trade/application/application-store.ts'
import type { PassedOn } from '#shop/trade/lender/lender.ts'
import { findLender } from '#shop/trade/lender/lender-row-store.ts'
import { signedLender } from '#shop/trade/lender/signed-lender.ts'

const batch = 20
/** Longer than a call may take. */
const sending_ms = 60_000
/** Pauses between attempts, in minutes. Afterwards staff see that the company does not answer. */
const pauses_min = [1, 2, 5, 15, 30, 60]

type Deps = Pick<ApplicationDeps, 'db' | 'now' | 'log' | 'lenders' | 'person_keys'>

/** Hands applications over to companies with an interface. Returns how many were taken. */
export async function passOnDue(deps: Deps): Promise<number> {
  let taken = 0
  for (const application_id of await findToPassOn(deps.db, deps.now(), batch)) {
    try {
      if (await passOn(deps, application_id)) taken += 1
    } catch (error) {
      deps.log.error({ application_id, err: error }, 'an application was not handed over')
    }
  }
  return taken
}

/** Hands one application over, if it is due. The company may get it twice: it knows it by its code. */
async function passOn(deps: Deps, application_id: number): Promise<boolean> {
  const { db, log } = deps
  const until = new Date(deps.now().getTime() + sending_ms)
  const claimed = await claimPassOn(db, application_id, { now: deps.now(), until })
  if (claimed === null) return false
  const answer = await sendTo(deps, claimed)
  const now = deps.now()
  const is_taken = await transaction(db, async (tx) => {
    if (answer.outcome !== 'ok') {
      const minutes = pauses_min[claimed.pass_on_attempts]
      const is_over = answer.outcome === 'rejected' || minutes === undefined
      const again_at = is_over ? null : new Date(now.getTime() + minutes * 60_000)
      await updatePassOn(tx, application_id, again_at)
      return false
    }
    const loan = await lockLoan(tx, application_id)
    if (loan === null) return false
    const reference = answer.reference === null ? {} : { reference: answer.reference }
    const values = { passed_on_at: now, pass_on_at: null, ...reference }
    if (await moveApplication(tx, loan, 'pass_on', { actor: 'clock', values, now })) return true
    // Its answer was faster than that of the call.
    await updatePassedOn(tx, application_id, values)
    return false
  })
  const { code, company_id } = claimed
  log.info({ application: code, company_id, outcome: answer.outcome }, 'handed over to a company')
  return is_taken
}

async function sendTo(deps: Deps, application: StoredApplication): Promise<PassedOn> {
  const lender = await findLender(deps.db, application.company_id)
  const tools = lender && deps.lenders.toolsOf(lender)
  if (tools === null) return { outcome: 'unknown', reason: 'Chưa cài kết nối với công ty' }
  const sent = await sentApplication(deps, application)
  if (sent === null) return { outcome: 'rejected', reason: 'Hồ sơ đã được xóa' }
  return signedLender.send(sent, tools)
}
