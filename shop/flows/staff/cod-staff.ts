import { cod as contract } from '#contracts/staff/cod.ts'
import { mayCall } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import { findCodRuleRow, findCodRules, updateCodRules } from '#shop/order/cod-store.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'

/** The rules of cash on delivery, for staff (decision 128). */
export function codStaffService({ db, now, log, write }: StaffFlowDeps): Service<typeof contract> {
  return {
    codRules: async (actor) => {
      const { version, changed_at, changed_by, ...rules } = await findCodRuleRow(db)
      return {
        rules,
        version,
        changed_at: changed_at?.toISOString() ?? null,
        changed_by,
        may_change: mayCall(contract.setCodRules, actor),
      }
    },
    setCodRules: async (actor, { version, ...rules }) => {
      const changed = { changed_at: now(), changed_by: actor.name }
      const act = { actor, operation: 'cod.setCodRules' } as const
      if (!(await write(act, (tx) => updateCodRules(tx, rules, changed, version)))) {
        const { changed_by } = await findCodRuleRow(db)
        const in_force = await findCodRules(db)
        throw contract.setCodRules.refuse('rules_changed', { rules: in_force, changed_by })
      }
      log.info({ staff: actor.name, ...rules }, 'staff changed the rules of cash on delivery')
      return { version: version + 1 }
    },
  }
}
