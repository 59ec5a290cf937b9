import { loyalty as contract } from '#contracts/staff/members/loyalty.ts'
import { mayCall } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import {
  countMembersByTier,
  findLoyaltyRule,
  findTiers,
  sumOpenPoints,
  updateLoyaltyRule,
  updateTiers,
} from '#shop/loyalty/loyalty-store.ts'

/** The tiers of members, for staff (decision 194). */
export function loyaltyStaffService({
  db,
  now,
  log,
  write,
}: StaffFlowDeps): Service<typeof contract> {
  return {
    tiers: async (actor) => {
      const { points_last_months, max_points_percent, ...rule } = await findLoyaltyRule(db)
      const members = await countMembersByTier(db)
      const tiers = await findTiers(db)
      return {
        tiers: tiers.map((tier) => ({ ...tier, members: members.get(tier.code) ?? 0 })),
        ...{ points_last_months, max_points_percent, points_open: await sumOpenPoints(db) },
        version: rule.version,
        changed_at: rule.changed_at?.toISOString() ?? null,
        changed_by: rule.changed_by,
        may_change: mayCall(contract.setTiers, actor),
      }
    },
    setTiers: async (actor, { tiers, version, points_last_months, max_points_percent }) => {
      const { refuse } = contract.setTiers
      const wanted = new Map(tiers.map((tier) => [tier.code, tier]))
      const rule = { points_last_months, max_points_percent }
      const own = (await findTiers(db)).map((tier) => ({ ...tier, ...wanted.get(tier.code) }))
      const is_ascending = own.every(({ threshold }, n) =>
        n === 0 ? threshold === 0 : threshold > (own[n - 1]?.threshold ?? 0),
      )
      if (!is_ascending) throw refuse('tiers_out_of_order')
      const changed = { changed_at: now(), changed_by: actor.name }
      const act = { actor, operation: 'loyalty.setTiers' } as const
      const is_saved = await write(act, async (tx) => {
        if (!(await updateLoyaltyRule(tx, rule, changed, version))) return false
        await updateTiers(tx, own)
        return true
      })
      if (!is_saved) throw refuse('tiers_changed')
      log.info({ staff: actor.name, tiers: own.length }, 'staff changed the tiers of members')
      return { version: version + 1 }
    },
  }
}
