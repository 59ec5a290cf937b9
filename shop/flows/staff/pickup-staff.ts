import { type PickupRow, pickups as contract } from '#contracts/staff/pickups.ts'
import { mayCall, reachOf } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { findCashDue } from '#shop/flows/shipment/pickup/cash-due.ts'
import { collectOrder } from '#shop/flows/shipment/pickup/collect-order.ts'
import { preparePickup } from '#shop/flows/shipment/pickup/prepare-pickup.ts'
import { verifyShopper } from '#shop/flows/shipment/pickup/verify-shopper.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { canMove } from '#shop/order/order-states.ts'
import { storedCode } from '#shop/order/order.ts'
import { findPickup, findPickupUnits } from '#shop/pickup/pickup-store.ts'
import { isProven } from '#shop/pickup/pickup.ts'
import { findUnitsToPack } from '#shop/views/parcel/packing-store.ts'
import {
  countPickups,
  findPickupOrder,
  findPickups,
  type ListedPickup,
} from '#shop/views/pickup/pickup-list-store.ts'

const page_size = 50
/** How many days after their last day lapsed pick-ups stay in the list. */
export const lapsed_days = 7

/** Orders that are picked up in a shop, for staff (decision 142). */
export function pickupStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now } = deps
  return {
    pickups: async (actor, { state = null, q = '', page = 1 }) => {
      const filter = {
        reach: reachOf(contract.pickups, actor),
        code: q === '' ? null : storedCode(q),
        lapsed_since: vietnamDay(now(), -lapsed_days),
      }
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const [rows, counts] = await Promise.all([
        findPickups(db, state ?? null, filter, part),
        countPickups(db, filter),
      ])
      return {
        rows: rows.slice(0, page_size).map(pickupRow),
        has_next: rows.length > page_size,
        counts,
        may_collect: mayCall(contract.verify, actor),
      }
    },
    pickup: async (actor, { order_code }) => {
      const code = storedCode(order_code)
      const order = await findPickupOrder(db, code, reachOf(contract.pickup, actor))
      if (order === null) throw contract.pickup.refuse('pickup_not_found')
      const { order_id, shop_id: _shop_id, phones: _phones, ...shown } = order
      const [pickup, units, prepared, cash] = await Promise.all([
        findPickup(db, order_id),
        findUnitsToPack(db, order_id),
        findPickupUnits(db, order_id),
        findCashDue(db, order),
      ])
      const verified_at = pickup?.verified_at ?? null
      const is_proven = isProven(verified_at, now())
      return {
        ...shown,
        ...cash,
        order_code: code,
        units,
        prepared: [...Map.groupBy(prepared, ({ unit_id }) => unit_id).values()].map((codes) => ({
          sku: codes[0]?.sku ?? '',
          codes: codes.map((one) => one.code),
        })),
        ready_at: pickup?.ready_at.toISOString() ?? null,
        keep_until: pickup?.keep_until ?? null,
        verified_at: is_proven && verified_at ? verified_at.toISOString() : null,
        verified_by: is_proven ? (pickup?.verified_by ?? null) : null,
        blocked_until: pickup?.blocked_until?.toISOString() ?? null,
        may: {
          prepare: canMove('make_ready', order.state, 'staff') && mayCall(contract.prepare, actor),
          replace: order.state === 'ready_for_pickup' && mayCall(contract.prepare, actor),
          collect: canMove('collect', order.state, 'staff') && mayCall(contract.collect, actor),
        },
      }
    },
    prepare: async (actor, input) => ({ keep_until: await preparePickup(deps, actor, input) }),
    verify: async (actor, input) => ({ order_code: await verifyShopper(deps, actor, input) }),
    collect: async (actor, input) => ({ amount: await collectOrder(deps, actor, input) }),
  }
}

export function pickupRow({ order_id: _order_id, since, ...row }: ListedPickup): PickupRow {
  return { ...row, since: since.toISOString() }
}
