import { delivery as contract } from '#contracts/staff/delivery.ts'
import { mayCall } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import {
  deleteClosedDay,
  findDeliveryRuleRow,
  findNamedClosedDays,
  insertClosedDay,
  updateDeliveryRules,
} from '#shop/delivery/delivery-store.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { listShops } from '#shop/location/locations-store.ts'

/** The rules of delivery and the closed days, for staff (decision 143). */
export function deliveryStaffService({
  db,
  now,
  log,
  write,
}: StaffFlowDeps): Service<typeof contract> {
  return {
    deliveryRules: async (actor) => {
      const [row, closed_days, shops] = await Promise.all([
        findDeliveryRuleRow(db),
        findNamedClosedDays(db, vietnamDay(now())),
        listShops(db),
      ])
      const { version, changed_at, changed_by, ...rules } = row
      return {
        rules,
        version,
        changed_at: changed_at?.toISOString() ?? null,
        changed_by,
        closed_days: closed_days.map(({ shop_id: _shop_id, ...closed }) => closed),
        shops: shops.map(({ shop_id, name }) => ({ shop_id, name })),
        may_change: mayCall(contract.setDeliveryRules, actor),
      }
    },
    setDeliveryRules: async (actor, { version, ...rules }) => {
      const changed = { changed_at: now(), changed_by: actor.name }
      const act = { actor, operation: 'delivery.setDeliveryRules' } as const
      if (!(await write(act, (tx) => updateDeliveryRules(tx, rules, changed, version)))) {
        const { changed_by } = await findDeliveryRuleRow(db)
        throw contract.setDeliveryRules.refuse('delivery_rules_changed', { changed_by })
      }
      log.info({ staff: actor.name, ...rules }, 'staff changed the rules of delivery')
      return { version: version + 1 }
    },
    addClosedDay: async (actor, closed) => {
      const shops = closed.shop_id === null ? [] : await listShops(db)
      if (closed.shop_id !== null && !shops.some(({ shop_id }) => shop_id === closed.shop_id)) {
        throw contract.addClosedDay.refuse('shop_unknown')
      }
      const act = { actor, operation: 'delivery.addClosedDay' } as const
      const is_new = await write(act, (tx) => insertClosedDay(tx, closed))
      log.info({ staff: actor.name, ...closed }, 'staff closed a day')
      return { is_new }
    },
    removeClosedDay: async (actor, { closed_day_id }) => {
      const act = { actor, operation: 'delivery.removeClosedDay' } as const
      await write(act, (tx) => deleteClosedDay(tx, closed_day_id))
      return {}
    },
  }
}
