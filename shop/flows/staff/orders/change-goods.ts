import type { z } from 'zod'
import { orderGoods as contract } from '#contracts/staff/order-changes.ts'
import type { Tx } from '#db/schema.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { customerKey } from '#shop/customer/customer-key.ts'
import { codProblems } from '#shop/flows/cod-check.ts'
import { collectMissing } from '#shop/flows/receive-payment/settle-money.ts'
import { refundOrder } from '#shop/flows/refund-order/refund-order.ts'
import { releasePartOfStock } from '#shop/flows/release-reservations.ts'
import { type AddedGoods, priceAddedGoods } from '#shop/flows/staff/orders/price-added-goods.ts'
import { requireUnpacked } from '#shop/flows/staff/orders/require-unpacked.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { insertReservationsOf } from '#shop/inventory/reservation/reservation-store.ts'
import {
  openSupplyLedger,
  type Reservation,
  type ReservationRequest,
} from '#shop/inventory/reservation/reservation.ts'
import { lockSupplies } from '#shop/inventory/reservation/reserve.ts'
import { findReservedStock, lockStockRows } from '#shop/inventory/reservation/ship-store.ts'
import { findStockRows } from '#shop/inventory/stock/stock-store.ts'
import type { Location } from '#shop/inventory/stock/stock.ts'
import { type ChangedOrder, lastLineId, withOtherGoods } from '#shop/order/changed-goods.ts'
import { findGoodsOfOrder, replaceGoods } from '#shop/order/order-goods-store.ts'
import { type LockedOrder, lockOrderByCode, updateShopOfOrder } from '#shop/order/order-store.ts'
import { locationOf, storedCode } from '#shop/order/order.ts'
import { orderedLine } from '#shop/order/ordered-line.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { findPartialPayments } from '#shop/payment/ledger/review-store.ts'
import { claimKeys } from '#shop/pricing/price/item-rules.ts'

const { refuse } = contract.changeGoods

type Change = z.output<typeof contract.changeGoods.input>

/** Changes the goods of an order that was seen in this version; returns what goes back, in đồng. */
export async function changeGoods(
  { now: clock, log, write }: StaffFlowDeps,
  actor: StaffActor,
  { order_code, version, removed, added, new_total, reason }: Change,
): Promise<number> {
  const act = { actor, operation: 'orderGoods.changeGoods', reason } as const
  const refund = await write(act, async (tx) => {
    const now = clock()
    const reach = reachOf(contract.changeGoods, actor)
    const order = await lockOrderByCode(tx, storedCode(order_code), reach)
    if (order === null) throw refuse('order_not_found')
    const more = byNumber(added)
    const move = more.size === 0 ? 'remove_goods' : 'add_goods'
    await requireUnpacked(tx, order, move, { actor, version, now })
    const paid = await howPaid(tx, order)
    const before = await findGoodsOfOrder(tx, order.order_id)
    const less = byNumber(removed)
    if (paid === 'on_delivery' && new_total > order.grand_total) {
      const kept = before.lines.reduce((sum, { item_quantity }) => sum + item_quantity, 0)
      const quantity = kept - unitsIn(less) + unitsIn(more)
      await requireCodRules(tx, order, new_total, quantity)
    }
    const terms = { now, last_line_id: lastLineId(before) }
    const { goods, reservations } = await drawAdded(tx, order, more, terms)
    const changed = withOtherGoods(before, less, goods)
    if (typeof changed === 'string') throw refuse(changed)
    const { grand_total } = changed
    if (grand_total !== new_total) throw refuse('total_changed', { new_total: grand_total })
    if (paid === 'paid' && grand_total > order.grand_total) throw refuse('paid_total_grows')
    await replaceGoods(tx, order.order_id, changed, (goods?.items ?? []).map(orderedLine))
    await insertReservationsOf(tx, order.order_id, reservations, now)
    await releasePartOfStock(tx, order.order_id, changed.removed, now)
    if (more.size > 0) await updateShopOfOrder(tx, order.order_id)
    const staff = { name: actor.name, reason: null, note: reason }
    const words = wordsOf(changed, goods)
    await transition(tx, order, move, { actor: 'staff', staff, reason: words }, now)
    if (paid === 'paid') {
      const back = order.grand_total - grand_total
      return back === 0 ? 0 : refundOrder(tx, order.order_id, back, 'fewer_goods', now)
    }
    await collectMissing(tx, { ...order, grand_total }, now)
    return 0
  })
  log.info({ staff: actor.name, order_code, refund }, 'staff changed the goods of an order')
  return refund
}

/** How an order is paid. Refused while money may arrive for the old total. */
async function howPaid(tx: Tx, { order_id }: LockedOrder): Promise<'paid' | 'on_delivery' | null> {
  const live = await findLiveAttempt(tx, order_id)
  const parts = await findPartialPayments(tx, order_id)
  if (live?.state === 'started' || parts.length > 0) throw refuse('money_underway')
  if (live?.state === 'due_on_delivery') return 'on_delivery'
  return live?.state === 'paid' ? 'paid' : null
}

/**
 * Prices what is added, and decides where its units come from: of the shop that answers for the order, else as at
 * checkout. Offers that are used up are left out: the total is another one then, and the caller is asked again. Rows
 * are locked in the order of every transaction, also those that goods which go will free.
 */
async function drawAdded(
  tx: Tx,
  order: LockedOrder,
  added: ReadonlyMap<number, number>,
  { now, last_line_id }: { now: Date; last_line_id: number },
): Promise<{ goods: AddedGoods | null; reservations: Reservation[] }> {
  if (added.size === 0) return { goods: null, reservations: [] }
  const ledger = openSupplyLedger()
  const without = new Set<string>()
  for (;;) {
    const goods = await priceAddedGoods(tx, order, added, { now, without, last_line_id })
    const request = requestOf(order, goods)
    const item_ids = request.items.map(({ item_id }) => item_id)
    await lockSupplies(tx, ledger, [{ ...request, items: [] }])
    const own = await findReservedStock(tx, order.order_id)
    await lockStockRows(tx, [...own, ...(await findStockRows(tx, item_ids))])
    await lockSupplies(tx, ledger, [request])
    const drawn = placesFor(order).map((location) => ledger.draw({ ...request, location }))
    const reserved = drawn.find(({ reservations }) => reservations !== null)
    if (reserved?.reservations) return { goods, reservations: reserved.reservations }
    const last = drawn.at(-1)
    const [short] = last?.shortages ?? []
    if (short !== undefined) {
      const name = goods.items.find(({ item_id }) => item_id === short.item_id)?.name ?? ''
      throw refuse('too_few_free', { name, left: short.left })
    }
    for (const { claim } of last?.problems ?? []) {
      for (const key of claimKeys(claim)) without.add(key)
    }
  }
}

/** Where units may come from, the best place first. */
function placesFor({ recipient, shop_id }: LockedOrder): Location[] {
  const usual = locationOf(recipient)
  return shop_id === null || usual.shop_id !== null ? [usual] : [{ shop_id }, usual]
}

function requestOf({ recipient }: LockedOrder, { items, claims }: AddedGoods): ReservationRequest {
  const by_item = Map.groupBy(items, ({ item_id }) => item_id)
  return {
    items: [...by_item].map(([item_id, lines]) => {
      return { item_id, item_quantity: lines.reduce((sum, line) => sum + line.item_quantity, 0) }
    }),
    location: locationOf(recipient),
    claims,
    customer_key: customerKey(recipient),
  }
}

/** What a courier collects grows only as far as the rules of cash on delivery allow. Asked before stock is locked. */
async function requireCodRules(
  tx: Tx,
  { order_id, recipient }: LockedOrder,
  total: number,
  quantity: number,
): Promise<void> {
  const phone = customerKey(recipient) ?? ''
  const [problem] = await codProblems(tx, [{ phone, total, quantity, network: null }], order_id)
  if (problem) throw refuse('cod_refused', problem)
}

/** What the shopper reads in the history of the order. */
function wordsOf({ removed }: ChangedOrder, goods: AddedGoods | null): string {
  const more = (goods?.items ?? []).map(({ item_quantity, name, color_name }) => {
    return `thêm ${item_quantity} × ${color_name === null ? name : `${name}, ${color_name}`}`
  })
  const less = removed.map(
    ({ quantity, name }) => `${more.length > 0 ? 'bỏ ' : ''}${quantity} × ${name}`,
  )
  return [...more, ...less].join(', ')
}

/** Units by the number in the name of their field; fields that say 0 name nothing. */
export function byNumber(units: Readonly<Record<string, number>>): Map<number, number> {
  const named = Object.entries(units).filter(([, quantity]) => quantity > 0)
  return new Map(named.map(([number, quantity]) => [Number(number), quantity]))
}

function unitsIn(units: ReadonlyMap<number, number>): number {
  return [...units.values()].reduce((sum, quantity) => sum + quantity, 0)
}
