import { orders as contract } from '#contracts/staff/orders.ts'
import type { Database, Tx } from '#db/schema.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import type { StaffId } from '#pure/ids.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { lockOrderByCode } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { assignOrder, findAssigned } from '#shop/order/staff-event-store.ts'
import { findAssignees } from '#shop/views/staff/people-store.ts'

interface Assignment {
  order_code: string
  /** Null: nobody. */
  staff_id: StaffId | null
}

/** Assigns an order if it is assigned as it was seen. An assignment is no move and does not change the version. */
export function assignSeenOrder(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { staff_id_seen, ...assignment }: Assignment & { staff_id_seen: StaffId | null },
): Promise<{ staff_id: StaffId | null }> {
  return assign(deps, actor, assignment, (assigned) => {
    if (assigned.staff_id === staff_id_seen) return
    throw contract.assignOrder.refuse('assignment_changed', { name: assigned.name })
  })
}

/** Assigns an order, whoever has it. */
export function assignToOrder(
  deps: StaffFlowDeps,
  actor: StaffActor,
  assignment: Assignment,
): Promise<{ staff_id: StaffId | null }> {
  return assign(deps, actor, assignment, () => undefined)
}

async function assign(
  { now, log, write }: StaffFlowDeps,
  actor: StaffActor,
  { order_code, staff_id }: Assignment,
  check: (assigned: { staff_id: StaffId | null; name: string | null }) => void,
): Promise<{ staff_id: StaffId | null }> {
  const { refuse } = contract.assignOrder
  const code = storedCode(order_code)
  await write({ actor, operation: 'orders.assignOrder' }, async (tx) => {
    const order = await lockOrderByCode(tx, code, reachOf(contract.assignOrder, actor))
    if (order === null) throw refuse('order_not_found')
    if (!(await isAssignable(tx, actor, staff_id))) throw refuse('staff_not_found')
    check(await findAssigned(tx, order.order_id))
    await assignOrder(tx, { ...order, staff_id, staff_name: actor.name }, now())
  })
  log.info({ staff: actor.name, order_code: code, staff_id }, 'staff assigned an order')
  return { staff_id }
}

/** Whether the actor may assign orders to this member of staff. */
export async function isAssignable(
  db: Database | Tx,
  actor: StaffActor,
  staff_id: StaffId | null,
): Promise<boolean> {
  if (staff_id === null) return true
  const found = await findAssignees(db, reachOf(contract.assignees, actor))
  return found.some((one) => one.staff_id === staff_id)
}
