import { returnRules as contract } from '#contracts/staff/return-rules.ts'
import type { Service } from '#pure/contract.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { findFees, findReturnRules, updateReturnRules } from '#shop/return/return-rule-store.ts'

/** The rules of returns, for staff (decision 154). */
export function returnRuleStaffService({
  db,
  now,
  log,
  write,
}: StaffFlowDeps): Service<typeof contract> {
  return {
    rules: async () => {
      const { changed_at, ...rules } = await findReturnRules(db)
      return {
        ...rules,
        changed_at: changed_at?.toISOString() ?? null,
        fees: await findFees(db),
      }
    },
    setRules: async (actor, { version, ...rules }) => {
      const { refuse } = contract.setRules
      const terms = new Set(rules.fees.map(({ reason, up_to_day }) => `${reason} ${up_to_day}`))
      if (terms.size < rules.fees.length) throw refuse('return_term_twice')
      const changed = { changed_at: now(), changed_by: actor.name }
      const act = { actor, operation: 'returnRules.setRules' } as const
      if (!(await write(act, (tx) => updateReturnRules(tx, rules, changed, version)))) {
        throw refuse('return_rules_changed')
      }
      log.info({ staff: actor.name, ...rules }, 'staff changed the rules of returns')
      return { version: version + 1 }
    },
  }
}
