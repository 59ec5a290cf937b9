import type { z } from 'zod'
import { drafts } from '#contracts/staff/orders/drafts.ts'
import { orders } from '#contracts/staff/orders.ts'
import { askRefusals } from '#contracts/staff/refund-requests.ts'
import { returnExchanges as contract } from '#contracts/staff/return-exchanges.ts'
import type { Tx } from '#db/schema.ts'
import { reachOf } from '#pure/access.ts'
import { declared, type StaffActor } from '#pure/contract.ts'
import type { DraftOrder } from '#shop/draft/draft-store.ts'
import { askRefund, countCodCash, leftToRefund } from '#shop/flows/refund-order/ask-refund.ts'
import { releaseOrderLimits } from '#shop/flows/release-reservations.ts'
import { bookOrders } from '#shop/flows/member/book-orders.ts'
import { payByExchange } from '#shop/flows/returns/pay-by-exchange.ts'
import { isAllReturned } from '#shop/flows/returns/returned-goods.ts'
import { atShop, byStaff, takeBack } from '#shop/flows/returns/settle-return.ts'
import { lockOpenDraft } from '#shop/flows/staff/drafts/open-draft.ts'
import { placeLocked, placeWithRetries } from '#shop/flows/staff/drafts/place-draft.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { UnitsNotMovable } from '#shop/flows/units/move-units.ts'
import { findOrderCodes, type LockedOrder, lockOrderById } from '#shop/order/order-store.ts'
import { sumAsked } from '#shop/payment/ledger/refund-request-store.ts'
import { returnMoveOf } from '#shop/return/return-states.ts'
import { paysFor } from '#shop/return/return-value.ts'
import {
  findReturnById,
  lockReturn,
  type StoredReturn,
  updateReturn,
} from '#shop/return/return-store.ts'

type Placing = z.output<typeof contract.placeExchange.input>

const { refuse } = contract.placeExchange

/**
 * Exchanges the goods of a return for those of its draft: the goods come back, and their value pays the new order. The
 * customer pays what is missing; what is left is asked for as a refund. All of it happens, or nothing.
 */
export async function placeExchange(
  deps: StaffFlowDeps,
  actor: StaffActor,
  input: Placing,
): Promise<{ order_code: string; is_in_reach: boolean }> {
  const { db, log, write } = deps
  const act = { actor, operation: 'returnExchanges.placeExchange' } as const
  const order_code = await placeWithRetries(() =>
    write(act, (tx) => exchangeGoods(tx, deps, actor, input)),
  )
  log.info({ staff: actor.name, order_code, way: input.way }, 'goods were exchanged for others')
  const in_reach = await findOrderCodes(db, [order_code], reachOf(orders.order, actor))
  return { order_code, is_in_reach: in_reach.length > 0 }
}

async function exchangeGoods(
  tx: Tx,
  deps: StaffFlowDeps,
  actor: StaffActor,
  { return_version, way, grand_total, scanned, ...seen }: Placing,
): Promise<string> {
  const now = deps.now()
  const draft = await lockOpenDraft(tx, seen, reachOf(drafts.placeDraft, actor), now)
  const { order, request } = await lockReturnOf(tx, draft, actor, return_version)
  const worth = paysFor(request)
  if (worth <= 0) throw refuse('nothing_to_exchange')
  await bringBack(tx, order, request, actor, now)
  await requireReceived(tx, order, worth, actor, now)
  const pay = async (to: LockedOrder) => {
    const paid = { from: order, to, document: request.code, worth, staff_name: actor.name }
    const used = await payByExchange(tx, paid, now)
    const rest = { amount: worth - used, reason: `Đổi hàng ${request.code}, phần còn lại` }
    const asked = { ...rest, kind: 'return' } as const
    const refund_request_id = rest.amount > 0 ? await askRefund(tx, order, actor, asked, now) : null
    const outcome = { outcome: 'other_goods', exchange_order_id: to.order_id } as const
    const change = { ...outcome, refund_request_id }
    await updateReturn(tx, request.return_id, 'exchange_other', change, byStaff(actor, now))
    await bookOrders(tx, [order.order_id], now)
  }
  const ahead = { amount: worth, pay }
  const code = await placeLocked(tx, deps, actor, { draft, way, grand_total, scanned, ahead })
  if (await isAllReturned(tx, order.order_id)) await releaseOrderLimits(tx, order.order_id, now)
  return code
}

/** Locks the return of a draft and its order; both must be as they were seen, and within reach. */
async function lockReturnOf(
  tx: Tx,
  { return_id }: DraftOrder,
  actor: StaffActor,
  version: number,
): Promise<{ order: LockedOrder; request: StoredReturn }> {
  const reach = reachOf(contract.placeExchange, actor)
  const found = return_id === null ? null : await findReturnById(tx, return_id, reach)
  if (found === null) throw refuse('return_not_found')
  const order = await lockOrderById(tx, found.order_id)
  const request = await lockReturn(tx, found.return_id)
  if (order === null || request?.version !== version) throw refuse('return_changed')
  if (!returnMoveOf('exchange_other').from.includes(request.state)) throw refuse('return_changed')
  return { order, request }
}

async function bringBack(
  tx: Tx,
  order: LockedOrder,
  request: StoredReturn,
  actor: StaffActor,
  now: Date,
): Promise<void> {
  try {
    await takeBack(tx, order, atShop(request), actor, now)
  } catch (error) {
    // Its unit was sent or exchanged elsewhere meanwhile.
    if (error instanceof UnitsNotMovable) throw refuse('return_changed')
    throw error
  }
}

/** Refuses goods that are worth more than what came for their order and does not go back yet. */
async function requireReceived(
  tx: Tx,
  order: LockedOrder,
  worth: number,
  { name }: StaffActor,
  now: Date,
): Promise<void> {
  await countCodCash(tx, order, name, now)
  const { order_id } = order
  const left = (await leftToRefund(tx, order_id)) - (await sumAsked(tx, order_id))
  if (worth > left) {
    throw declared(askRefusals).refuse('above_received', { left: Math.max(0, left) })
  }
}
