import { pickups as contract } from '#contracts/staff/pickups.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { findPickup, updateVerified, updateWrongCode } from '#shop/pickup/pickup-store.ts'
import { blockedUntil, codesLeft, isProof, presentedOf } from '#shop/pickup/pickup.ts'
import { findPickupOrder } from '#shop/views/pickup/pickup-list-store.ts'

type Verified =
  | { outcome: 'right' }
  | { outcome: 'wrong'; left: number }
  | { outcome: 'blocked'; blocked_until: Date }

/**
 * Compares what the shopper shows with a ready order. A wrong code is counted in a transaction that is committed; only
 * then it is refused. Returns the code of the order.
 */
export async function verifyShopper(
  { now: clock, log, write }: StaffFlowDeps,
  actor: StaffActor,
  input: { order_code?: string | undefined; presented: string },
): Promise<string> {
  const { refuse } = contract.verify
  const presented = presentedOf(input.presented)
  const named = input.order_code === undefined ? null : storedCode(input.order_code)
  const order_code = named ?? presented?.order_code ?? null
  if (presented === null || order_code === null) throw refuse('code_not_readable')
  if (presented.order_code !== null && presented.order_code !== order_code) {
    throw refuse('code_names_other_order')
  }
  const act = { actor, operation: 'pickups.verify', reason: presented.way } as const
  const verified = await write(act, async (tx): Promise<Verified> => {
    const now = clock()
    const found = await findPickupOrder(tx, order_code, reachOf(contract.verify, actor))
    const order = found && (await lockOrderById(tx, found.order_id))
    const pickup = order && (await findPickup(tx, order.order_id))
    if (!found || !order || !pickup) throw refuse('pickup_not_found')
    const { order_id, state } = order
    if (state !== 'ready_for_pickup') throw refuse('pickup_not_possible', { state })
    const { code, blocked_until } = pickup
    if (blocked_until !== null && blocked_until > now) return { outcome: 'blocked', blocked_until }
    if (isProof(presented, { code, phones: found.phones })) {
      await updateVerified(tx, order_id, presented.way, now)
      return { outcome: 'right' }
    }
    const wrong_codes = pickup.wrong_codes + 1
    const until = blockedUntil(wrong_codes, now)
    await updateWrongCode(tx, order_id, wrong_codes, until)
    return until === null
      ? { outcome: 'wrong', left: codesLeft(wrong_codes) }
      : { outcome: 'blocked', blocked_until: until }
  })
  const { outcome } = verified
  log.info({ staff: actor.name, order_code, way: presented.way, outcome }, 'a shopper was verified')
  if (verified.outcome === 'wrong') throw refuse('code_wrong', { left: verified.left })
  if (verified.outcome === 'blocked') {
    throw refuse('code_blocked', { blocked_until: verified.blocked_until.toISOString() })
  }
  return order_code
}
