import type { z } from 'zod'
import { drafts as contract } from '#contracts/staff/orders/drafts.ts'
import { orders } from '#contracts/staff/orders.ts'
import type { Tx } from '#db/schema.ts'
import { everything, mayCall, reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { held_ms } from '#shop/draft/draft.ts'
import type { DraftOrder } from '#shop/draft/draft-store.ts'
import { placeBatch } from '#shop/flows/place-order/place-batch.ts'
import { lockOpenDraft } from '#shop/flows/staff/drafts/open-draft.ts'
import { type PaidAhead, swapAhead } from '#shop/flows/staff/drafts/swap-ahead.ts'
import { requireCounter, sellAtCounter } from '#shop/flows/staff/drafts/sell-at-counter.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { CodeTaken } from '#shop/order/order-insert-store.ts'
import { findOrderCodes, type LockedOrder, lockOrderByCode } from '#shop/order/order-store.ts'
import { assignOrder } from '#shop/order/staff-event-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'

type Placing = z.output<typeof contract.placeDraft.input>

const max_attempts = 3

/**
 * Makes the order of a draft: by the same rules and in the same way as its shopper would. Paid on delivery it is
 * confirmed at once, because somebody has just spoken to the shopper; held, it waits 24 hours for its payment; at the
 * counter, its goods leave with the shopper.
 */
export async function placeDraft(
  deps: StaffFlowDeps,
  actor: StaffActor,
  input: Placing,
): Promise<{ order_code: string; is_in_reach: boolean }> {
  const { db, log } = deps
  const act = { actor, operation: 'drafts.placeDraft' } as const
  const order_code = await placeWithRetries(() =>
    deps.write(act, (tx) => place(tx, deps, actor, input)),
  )
  log.info({ staff: actor.name, order_code, way: input.way }, 'staff made an order')
  const in_reach = await findOrderCodes(db, [order_code], reachOf(orders.order, actor))
  return { order_code, is_in_reach: in_reach.length > 0 }
}

/** Another order may have drawn the same code. */
export async function placeWithRetries(place: () => Promise<string>): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await place()
    } catch (error) {
      if (!(error instanceof CodeTaken) || attempt >= max_attempts) throw error
    }
  }
}

async function place(
  tx: Tx,
  deps: StaffFlowDeps,
  actor: StaffActor,
  { way, grand_total, scanned, ...seen }: Placing,
): Promise<string> {
  const reach = reachOf(contract.placeDraft, actor)
  const draft = await lockOpenDraft(tx, seen, reach, deps.now())
  if (draft.return_id !== null) throw contract.placeDraft.refuse('draft_of_return')
  const ahead = await swapAhead(tx, deps.now(), actor, draft)
  return placeLocked(tx, deps, actor, { draft, way, grand_total, scanned, ahead })
}

interface LockedPlacing extends Pick<Placing, 'way' | 'grand_total' | 'scanned'> {
  draft: DraftOrder
  ahead?: PaidAhead | undefined
}

/** Makes the order of a locked draft; returns its code. */
export async function placeLocked(
  tx: Tx,
  { gateways, now: clock }: StaffFlowDeps,
  actor: StaffActor,
  { draft, way, grand_total, scanned = '', ahead }: LockedPlacing,
): Promise<string> {
  const { refuse } = contract.placeDraft
  const now = clock()
  const { customer_id, quote_id } = draft
  if (quote_id === null) throw refuse('draft_empty')
  const shop_id = way === 'counter' ? requireCounter(actor, pickupShopOf(draft)) : null
  const payment_method = way === 'hold' ? undefined : cashOnDelivery.code
  const input = { quote_id, grand_total, payment_method }
  const payment_deadline = way === 'hold' ? new Date(now.getTime() + held_ms) : null
  const paid_ahead = ahead?.amount ?? 0
  const staff = { staff_id: actor.staff_id, name: actor.name, payment_deadline, paid_ahead }
  // Only one order: that the rows of its goods are locked costs nobody much, and no other takes them meanwhile.
  const context = { gateways: gateways.all, now, all_stock_rows: true }
  const [placed] = await placeBatch(tx, context, [{ customer_id, input, staff }])
  if (placed?.kind === 'refused') throw placed.refusal
  if (placed?.kind !== 'placed') throw new RangeError(`draft ${draft.draft_id} was ordered before`)
  const { code } = placed.order
  await keepInReach(tx, actor, code, now)
  if (way === 'on_delivery' && mayCall(orders.confirmOrder, actor)) {
    await confirm(tx, actor, code, now)
  }
  if (shop_id !== null) await confirm(tx, actor, code, now)
  await ahead?.pay(await lockedOrder(tx, code))
  if (shop_id !== null) {
    await sellAtCounter(tx, actor, await lockedOrder(tx, code), { shop_id, scanned }, now)
  }
  return code
}

/** Assigns the order to its maker, if they may only go on with what is assigned to them. */
async function keepInReach(tx: Tx, actor: StaffActor, code: string, now: Date): Promise<void> {
  const { is_everything, staff_id } = reachOf(orders.confirmOrder, actor)
  if (is_everything || staff_id === null) return
  const { order_id } = await lockedOrder(tx, code)
  await assignOrder(tx, { order_id, staff_id, staff_name: actor.name }, now)
}

function pickupShopOf({ address }: DraftOrder): number | null {
  return address?.goes_to.method === 'store_pickup' ? address.goes_to.shop_id : null
}

async function confirm(tx: Tx, actor: StaffActor, code: string, now: Date): Promise<void> {
  const staff = { name: actor.name, reason: null, note: null }
  await transition(tx, await lockedOrder(tx, code), 'confirm', { actor: 'staff', staff }, now)
}

async function lockedOrder(tx: Tx, code: string): Promise<LockedOrder> {
  const order = await lockOrderByCode(tx, code, everything)
  if (order === null) throw new RangeError(`the order ${code} is gone`)
  return order
}
