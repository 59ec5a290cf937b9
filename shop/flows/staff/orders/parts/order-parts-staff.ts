import { type AlikeOrder, orderParts as contract } from '#contracts/staff/orders/order-parts.ts'
import { reachOf } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import { byNumber } from '#shop/flows/staff/orders/change-goods.ts'
import { joinOrders } from '#shop/flows/staff/orders/parts/join-orders.ts'
import { splitOrder } from '#shop/flows/staff/orders/parts/split-order.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { inTwo } from '#shop/order/changed-goods.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { findGoodsOfOrder } from '#shop/order/order-goods-store.ts'
import { updateKeptApart } from '#shop/order/order-split-store.ts'
import { findOrderOfCode, lockOrderByCode } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { findAlikePairs, type StoredAlike } from '#shop/views/order/alike-order-store.ts'

const page_size = 20

/** Orders that staff split or join before they are packed (decisions 170 and 171). */
export function orderPartsStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now, write } = deps
  return {
    split: async (actor, { order_code, moved = {} }) => {
      const reach = reachOf(contract.split, actor)
      const order = await findOrderOfCode(db, storedCode(order_code), reach)
      if (order === null) throw contract.split.refuse('order_not_found')
      const { order_id, code, version, state, grand_total } = order
      const before = await findGoodsOfOrder(db, order_id)
      const parts = inTwo(before, byNumber(moved))
      const is_possible = typeof parts !== 'string'
      return {
        ...{ order_code: code, version, state, grand_total },
        is_paid: (await findLiveAttempt(db, order_id))?.state === 'paid',
        lines: before.lines.map((line) => {
          const part = is_possible
            ? parts.stays.removed.find((one) => one.position === line.position)
            : undefined
          const { position, name, sku, item_quantity: quantity, final_price, is_gift } = line
          const asked = moved[String(position)] ?? 0
          return {
            ...{ position, name, sku, quantity, final_price, is_gift },
            moved: is_possible ? (part?.quantity ?? 0) : Math.min(asked, quantity),
          }
        }),
        totals: is_possible
          ? { stays: parts.stays.grand_total, goes: parts.goes.grand_total }
          : null,
        problem: is_possible || parts === 'nothing_to_change' ? null : parts,
      }
    },
    splitOrder: async (actor, input) => ({ order_code: await splitOrder(deps, actor, input) }),
    alike: async (actor, { page = 1 }) => {
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const found = await findAlikePairs(db, reachOf(contract.alike, actor), part)
      const rows = found.slice(0, page_size).map(({ older, newer }) => ({
        ...{ older: shown(older), newer: shown(newer), phone: maskedPhone(older.phone) },
        joined_total: joinedTotal(older, newer),
      }))
      return { rows, has_next: found.length > page_size }
    },
    joinOrders: async (actor, input) => ({ order_code: await joinOrders(deps, actor, input) }),
    keepApart: (actor, { order_code }) =>
      write({ actor, operation: 'orderParts.keepApart' }, async (tx) => {
        const reach = reachOf(contract.keepApart, actor)
        const order = await lockOrderByCode(tx, storedCode(order_code), reach)
        if (order === null) throw contract.keepApart.refuse('order_not_found')
        await updateKeptApart(tx, order.order_id, now())
        return {}
      }),
  }
}

function shown(order: StoredAlike): AlikeOrder {
  const { code, version, state, name, delivery, goods, grand_total, assigned_name } = order
  return {
    ...{ code, version, state, name, delivery, goods, grand_total, assigned_name },
    address: order.address_text ?? '',
    created_at: order.created_at.toISOString(),
  }
}

function joinedTotal(older: StoredAlike, newer: StoredAlike): number | null {
  if (older.pickup_shop_id !== newer.pickup_shop_id) return null
  if (newer.is_of_member && older.customer_id !== newer.customer_id) return null
  const goods = older.subtotal + newer.subtotal
  return goods - older.adjustment_total - newer.adjustment_total + older.shipping_fee
}
