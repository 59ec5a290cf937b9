import { lenders as contract } from '#contracts/staff/trade/loans.ts'
import { mayCall } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { type Confirm, secondStepProblem } from '#shop/flows/staff/typed-settings.ts'
import {
  listLenderBanks,
  listLenders,
  lockLenderWay,
  updateLenderActive,
  updateLenderWay,
} from '#shop/trade/lender/lender-list-store.ts'
import { lenderLabel } from '#shop/trade/lender/open-lenders.ts'

/** Those who lend, for staff. */
export function lenderStaffService({
  db,
  log,
  write,
  box,
  now,
  confirm,
}: StaffFlowDeps & { box: SecretBox; confirm: Confirm }): Service<typeof contract> {
  return {
    lenders: async (actor) => {
      const [companies, banks] = await Promise.all([listLenders(db), listLenderBanks(db)])
      return { companies, banks, may_change: mayCall(contract.switchLender, actor) }
    },
    switchLender: async (actor, { lender, is_active }) => {
      await write({ actor, operation: 'lenders.switchLender' }, async (tx) => {
        if (!(await updateLenderActive(tx, lender, is_active))) {
          throw contract.switchLender.refuse('lender_not_found')
        }
      })
      log.info({ staff: actor.name, lender, is_active }, 'staff switched a lender')
      return {}
    },
    setWay: async (actor, { company_id, seen, way, url, contact_email, secret, ...step }) => {
      // Forms with numbers and pictures of identity cards go there.
      const proof = { code: step.second_step, passkey: step.passkey }
      const problem = await secondStepProblem({ now: now(), confirm }, actor, proof)
      if (problem !== null) throw contract.setWay.refuse(problem)
      const sealed =
        secret === '' ? {} : { sealed_secret: box.seal(secret, lenderLabel(company_id)) }
      const reached = { way, url: url || null, contact_email: contact_email || null, ...sealed }
      await write({ actor, operation: 'lenders.setWay' }, async (tx) => {
        const now_seen = await lockLenderWay(tx, company_id)
        if (now_seen === null) throw contract.setWay.refuse('lender_not_found')
        if (now_seen !== seen) throw contract.setWay.refuse('way_changed')
        await updateLenderWay(tx, company_id, reached)
      })
      return {}
    },
  }
}
