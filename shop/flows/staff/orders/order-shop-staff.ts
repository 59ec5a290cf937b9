import type { z } from 'zod'
import { orderShop as contract } from '#contracts/staff/order-changes.ts'
import type { Tx } from '#db/schema.ts'
import { covers, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import type { OrderId } from '#pure/ids.ts'
import { moveReservedStock } from '#shop/flows/staff/orders/move-reserved-stock.ts'
import { requireUnpacked } from '#shop/flows/staff/orders/require-unpacked.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { transition } from '#shop/flows/transition-order.ts'
import {
  findOrderOfCode,
  type LockedOrder,
  lockOrderByCode,
  updatePickupShop,
} from '#shop/order/order-store.ts'
import { findPickupShop } from '#shop/location/pickup-shop-store.ts'
import { notifyOfOrders } from '#shop/notification/notify-store.ts'
import { addressText } from '#shop/quote/address.ts'
import { locationOf, storedCode } from '#shop/order/order.ts'
import { findAssigned } from '#shop/order/staff-event-store.ts'
import { findShippingShops, findShopsOfOrder } from '#shop/views/order/order-shop-store.ts'

/** Which shop ships an order, for staff (decision 175). */
export function orderShopStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db } = deps
  return {
    shops: async (actor, { order_code }) => {
      const reach = reachOf(contract.shops, actor)
      const order = await findOrderOfCode(db, storedCode(order_code), reach)
      if (order === null) throw contract.shops.refuse('order_not_found')
      const { order_id, code, version, state, recipient } = order
      const [from, shops, { staff_id }] = await Promise.all([
        findShopsOfOrder(db, order_id),
        findShippingShops(db, order_id),
        findAssigned(db, order_id),
      ])
      return {
        ...{ order_code: code, version, state, from },
        is_pickup: locationOf(recipient).shop_id !== null,
        promise: recipient.promise ?? null,
        shops: shops.filter(({ shop_id }) => {
          return covers(contract.changeShop, actor, { shop_id, assigned_to: staff_id })
        }),
      }
    },
    changeShop: (actor, input) => changeShop(deps, actor, input),
  }
}

type Input = z.output<typeof contract.changeShop.input>

/**
 * Lets another shop ship an order that was seen in this version, or has it collected there. Its price and fee stay; the
 * promise stays where it is shipped from another shop.
 */
export async function changeShop(
  { now: clock, log, write }: StaffFlowDeps,
  actor: StaffActor,
  { order_code, version, shop_id, reason, is_agreed }: Input,
): Promise<{ version: number }> {
  const { refuse } = contract.changeShop
  const act = { actor, operation: 'orderShop.changeShop', reason } as const
  await write(act, async (tx) => {
    const now = clock()
    const reach = reachOf(contract.changeShop, actor)
    const order = await lockOrderByCode(tx, storedCode(order_code), reach)
    if (order === null) throw refuse('order_not_found')
    const { order_id, recipient } = order
    await requireUnpacked(tx, order, 'move_shop', { actor, version, now })
    const is_pickup = locationOf(recipient).shop_id !== null
    if (is_pickup && is_agreed !== true) throw refuse('is_pickup')
    const to = await chosenShop(tx, actor, { order_id, shop_id })
    const from = await findShopsOfOrder(tx, order_id)
    const moved = await moveReservedStock(tx, order, shop_id, now)
    if (moved === 'was_there') throw refuse('same_shop')
    if (moved === 'missing') {
      const { missing } = await chosenShop(tx, actor, { order_id, shop_id })
      throw refuse('not_in_stock', { missing })
    }
    if (is_pickup) await collectAt(tx, order, shop_id, now)
    const note = `${from.map(({ shop }) => shop).join(', ')} → ${to.name}. ${reason}`
    const staff = { name: actor.name, reason: null, note }
    await transition(tx, order, 'move_shop', { actor: 'staff', staff }, now)
  })
  log.info({ staff: actor.name, order_code, shop_id }, 'staff let another shop ship an order')
  return { version: version + 1 }
}

/** The shopper is told where they collect it now: whoever has agreed on the phone gets the address. */
async function collectAt(
  tx: Tx,
  { order_id, version, recipient }: LockedOrder,
  shop_id: number,
  now: Date,
): Promise<void> {
  const shop = await findPickupShop(tx, shop_id)
  if (shop === null) throw contract.changeShop.refuse('shop_not_found')
  const address_text = addressText([shop.name, shop.address])
  await updatePickupShop(tx, order_id, {
    ...{ ...recipient, province_id: shop.province_id, erp_shop_id: shop_id },
    ...{ shop_name: shop.name, address_text, promise: null },
  })
  await notifyOfOrders(tx, [order_id], 'pickup_moved', now, {
    ...{ key: String(version), reason: address_text },
  })
}

/** The shop that was chosen, if it sells and is within the reach of whoever chose it. */
async function chosenShop(
  tx: Tx,
  actor: StaffActor,
  { order_id, shop_id }: { order_id: OrderId; shop_id: number },
) {
  const shop = (await findShippingShops(tx, order_id)).find((one) => one.shop_id === shop_id)
  const { staff_id: assigned_to } = await findAssigned(tx, order_id)
  if (!shop || !covers(contract.changeShop, actor, { shop_id, assigned_to })) {
    throw contract.changeShop.refuse('shop_not_found')
  }
  return shop
}
