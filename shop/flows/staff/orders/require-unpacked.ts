import { recipients } from '#contracts/staff/recipients.ts'
import type { Tx } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import { isForbiddenByLoan } from '#shop/flows/trade/application/loan-moves.ts'
import { findCaller } from '#shop/order/call-store.ts'
import { canMove } from '#shop/order/order-states.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { lockParcelOfOrder } from '#shop/shipment/parcel-store.ts'
import { findChangesSince } from '#shop/views/order/order-page-store.ts'

interface Seen {
  actor: StaffActor
  /** Of the order as it was seen. */
  version: number
  now: Date
}

// Every change of an order before it is packed is refused with these codes.
const { refuse } = recipients.changeRecipient

/** Refuses unless a locked order is as it was seen, not packed, and nobody else is calling its shopper. */
export async function requireUnpacked(
  tx: Tx,
  { order_id, state, version }: LockedOrder,
  move: 'correct_recipient' | 'move_shop' | 'remove_goods' | 'add_goods' | 'split' | 'take_in',
  seen: Seen,
): Promise<void> {
  if (version !== seen.version) {
    const changes = await findChangesSince(tx, order_id, seen.version)
    throw refuse('order_changed', { state, version, changes })
  }
  if (!canMove(move, state, 'staff') || (await isForbiddenByLoan(tx, order_id, move))) {
    throw refuse('move_not_possible', { state })
  }
  const parcel = await lockParcelOfOrder(tx, order_id)
  if (parcel !== null) throw refuse('order_has_parcel', { parcel_code: parcel.code })
  const caller = state === 'pending' ? await findCaller(tx, order_id, seen.now) : null
  if (caller !== null && caller.staff_id !== seen.actor.staff_id) {
    throw refuse('order_taken', { name: caller.name })
  }
}
