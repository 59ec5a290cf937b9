import { orders as contract, type Receipt } from '#contracts/staff/orders.ts'
import type { Database, Tx } from '#db/schema.ts'
import { reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import type { StaffId } from '#pure/ids.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { lockOrderByCode } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { assignOrder, findAssigned } from '#shop/order/staff-event-store.ts'
import { findAssignees } from '#shop/views/staff/people-store.ts'

type Assigning = Pick<Service<typeof contract>, 'assignees' | 'assignOrder' | 'assignOrders'>

/** Assigns orders to members of staff. An assignment is no move of the order and does not change its version. */
export function assigning({ db, now, log, write }: StaffFlowDeps): Assigning {
  return {
    assignees: (actor) => findAssignees(db, reachOf(contract.assignees, actor)),
    assignOrder: async (actor, { order_code, staff_id, staff_id_seen }) => {
      const { refuse } = contract.assignOrder
      const code = storedCode(order_code)
      await write({ actor, operation: 'orders.assignOrder' }, async (tx) => {
        const order = await lockOrderByCode(tx, code, reachOf(contract.assignOrder, actor))
        if (order === null) throw refuse('order_not_found')
        if (!(await isAssignable(tx, actor, staff_id))) throw refuse('staff_not_found')
        const assigned = await findAssigned(tx, order.order_id)
        if (assigned.staff_id !== staff_id_seen) {
          throw refuse('assignment_changed', { name: assigned.name })
        }
        await assignOrder(tx, { ...order, staff_id, staff_name: actor.name }, now())
      })
      log.info({ staff: actor.name, order_code: code, staff_id }, 'staff assigned an order')
      return { staff_id }
    },
    assignOrders: async (actor, { order_codes, staff_id }) => {
      if (!(await isAssignable(db, actor, staff_id))) {
        throw contract.assignOrders.refuse('staff_not_found')
      }
      const receipt: Receipt = []
      for (const order_code of order_codes) {
        const code = storedCode(order_code)
        const state = await write({ actor, operation: 'orders.assignOrders' }, async (tx) => {
          const order = await lockOrderByCode(tx, code, reachOf(contract.assignOrders, actor))
          if (order === null) return null
          await assignOrder(tx, { ...order, staff_id, staff_name: actor.name }, now())
          return order.state
        })
        receipt.push({ code, outcome: state === null ? 'order_not_found' : 'done', state })
      }
      log.info({ staff: actor.name, count: receipt.length, staff_id }, 'staff assigned orders')
      return receipt
    },
  }
}

async function isAssignable(
  db: Database | Tx,
  actor: StaffActor,
  staff_id: StaffId | null,
): Promise<boolean> {
  if (staff_id === null) return true
  const found = await findAssignees(db, reachOf(contract.assignees, actor))
  return found.some((one) => one.staff_id === staff_id)
}
