import type { StaffOperationName } from '#contracts/staff/all.ts'
import { orders as contract, type StaffMove } from '#contracts/staff/orders.ts'
import type { OrderState } from '#contracts/storefront/order.ts'
import type { Reach } from '#pure/access.ts'
import type { StaffId } from '#pure/ids.ts'
import { findCaller } from '#shop/order/call-store.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import { UnitsNotOnHand } from '#shop/flows/units/ship-units.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { isForbiddenByLoan } from '#shop/flows/trade/application/loan-moves.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { isCallNeeded } from '#shop/order/cod-store.ts'
import { canMove, moveOf } from '#shop/order/order-states.ts'
import { findOrderCodes, lockOrderByCode } from '#shop/order/order-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { locationOf, storedCode } from '#shop/order/order.ts'
import { lockParcelOfOrder } from '#shop/shipment/parcel-store.ts'
import { findChangesSince } from '#shop/views/order/order-page-store.ts'

/** The moves that an order makes with its parcel, if it has one. */
const with_parcel: readonly StaffMove[] = ['ship', 'deliver', 'come_back']

/** The order as the member of staff saw it. */
interface SeenOrder {
  order_code: string
  version: number
}

/** Who moves orders, and which orders they may move. */
interface Mover {
  staff_id: StaffId
  name: string
  reach: Reach
}

interface WantedMove {
  operation: StaffOperationName
  move: StaffMove
  /** The code of the reason, and its text for the shopper. */
  reason?: { code: string; text: string }
  /** For staff only. */
  note?: string | undefined
}

/**
 * Moves an order for a member of staff, if it is still in the version that was seen. Before an order is cancelled, its
 * provider is queried: money that it has not reported yet raises the version.
 */
export async function moveOrder(
  deps: StaffFlowDeps,
  mover: Mover,
  seen: SeenOrder,
  wanted: WantedMove,
): Promise<Moved> {
  if (wanted.move === 'cancel') await askProvider(deps, seen, mover)
  return moveSeen(deps, mover, seen, wanted)
}

interface Moved {
  state: OrderState
  version: number
}

async function moveSeen(
  { now, log, write }: StaffFlowDeps,
  mover: Mover,
  { order_code, version }: SeenOrder,
  { operation, move, reason, note }: WantedMove,
): Promise<Moved> {
  const { refuse } = contract.cancelOrder
  const code = storedCode(order_code)
  const act = { actor: mover, operation, reason: reason?.code }
  const moved = await write(act, async (tx) => {
    const order = await lockOrderByCode(tx, code, mover.reach)
    if (!order) throw refuse('order_not_found')
    const { order_id, state } = order
    if (order.version !== version) {
      const changes = await findChangesSince(tx, order_id, version)
      throw refuse('order_changed', { state, version: order.version, changes })
    }
    const is_collected = move === 'ship' && locationOf(order.recipient).shop_id !== null
    const is_held = await isForbiddenByLoan(tx, order_id, move)
    if (is_held || is_collected || !canMove(move, state, 'staff')) {
      throw refuse('move_not_possible', { state })
    }
    const parcel = with_parcel.includes(move) ? await lockParcelOfOrder(tx, order_id) : null
    if (parcel !== null) {
      throw contract.shipOrder.refuse('order_has_parcel', { parcel_code: parcel.code })
    }
    const caller = state === 'pending' ? await findCaller(tx, order_id, now()) : null
    if (caller !== null && caller.staff_id !== mover.staff_id) {
      throw refuse('order_taken', { name: caller.name })
    }
    if (move === 'confirm' && (await isCallNeeded(tx, order_id, cashOnDelivery.code))) {
      throw contract.confirmOrder.refuse('call_needed')
    }
    const staff = { name: mover.name, reason: reason?.code ?? null, note: note || null }
    const change = { actor: 'staff', staff, reason: reason?.text } as const
    try {
      await transition(tx, order, move, change, now())
    } catch (error) {
      if (!(error instanceof UnitsNotOnHand)) throw error
      throw contract.shipOrder.refuse('units_not_on_hand', { units: error.missing })
    }
    const { to } = moveOf(move)
    return { state: to === 'same' ? state : to, version: version + 1 }
  })
  log.info({ staff: mover.name, order_code: code, move }, 'staff moved an order')
  return moved
}

async function askProvider(
  deps: StaffFlowDeps,
  { order_code }: SeenOrder,
  { reach }: Mover,
): Promise<void> {
  const found = await findOrderCodes(deps.db, [storedCode(order_code)], reach)
  await Promise.all(found.map(({ order_id }) => askAboutOrder(deps, order_id, 5_000)))
}
