import { orderGoods as contract, type OrderGoods } from '#contracts/staff/order-changes.ts'
import { reachOf } from '#pure/access.ts'
import { Refusal, type Service } from '#pure/contract.ts'
import { byNumber, changeGoods } from '#shop/flows/staff/orders/change-goods.ts'
import { orderApart } from '#shop/flows/staff/orders/order-apart.ts'
import { type AddedGoods, priceAddedGoods } from '#shop/flows/staff/orders/price-added-goods.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { type GoodsOfOrder, lastLineId, withOtherGoods } from '#shop/order/changed-goods.ts'
import { findGoodsOfOrder } from '#shop/order/order-goods-store.ts'
import { findOrderOfCode, type LockedOrder } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { findMissing } from '#shop/payment/ledger/review-store.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'
import { isSellable } from '#shop/pricing/item/item.ts'
import { findFreeGoods } from '#shop/views/stock/sellable-goods-store.ts'

const max_found = 12

/** Goods that staff take off an order, or add, before it is packed (decisions 159 and 176). */
export function orderGoodsStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db } = deps
  return {
    goods: async (actor, { order_code, removed = {}, added = {}, q = '' }) => {
      const reach = reachOf(contract.goods, actor)
      const order = await findOrderOfCode(db, storedCode(order_code), reach)
      if (order === null) throw contract.goods.refuse('order_not_found')
      const { order_id, code, version, state, grand_total } = order
      const before = await findGoodsOfOrder(db, order_id)
      const more = await addedOrNull(deps, order, before, byNumber(added))
      const changed = withOtherGoods(before, byNumber(removed), more?.sums)
      const is_possible = typeof changed !== 'string'
      const live = await findLiveAttempt(db, order_id)
      const is_paid = live?.state === 'paid'
      const new_total = is_possible ? changed.grand_total : grand_total
      const grows = is_paid && new_total > grand_total
      const problem = is_possible ? (grows ? 'paid_total_grows' : null) : changed
      return {
        ...{ order_code: code, version, state, grand_total },
        lines: before.lines.map((line) => {
          const part = is_possible
            ? changed.removed.find((one) => one.position === line.position)
            : null
          const { position, name, sku, item_quantity: quantity, final_price, is_gift } = line
          return {
            ...{ position, name, sku, quantity, final_price, is_gift },
            left: part?.left ?? quantity,
          }
        }),
        added: more?.goods.items ?? [],
        found: q === '' ? null : await foundGoods(deps, order, q),
        new_total: is_possible && !grows ? new_total : null,
        difference: grows ? new_total - grand_total : null,
        refund: is_paid && new_total < grand_total ? grand_total - new_total : 0,
        to_collect:
          live?.state === 'due_on_delivery'
            ? await findMissing(db, { order_id, grand_total: new_total })
            : null,
        problem: more?.is_gone ? 'item_not_sold' : problem === 'nothing_to_change' ? null : problem,
      }
    },
    changeGoods: async (actor, input) => ({ refund: await changeGoods(deps, actor, input) }),
    orderApart: async (actor, input) => ({ draft_id: await orderApart(deps, actor, input) }),
  }
}

const none: AddedGoods = { items: [], claims: [], list_total: 0, subtotal: 0 }

/** What would be added at the prices of this moment; null: nothing. */
async function addedOrNull(
  { db, now }: StaffFlowDeps,
  order: LockedOrder,
  before: GoodsOfOrder,
  added: ReadonlyMap<number, number>,
): Promise<{ goods: AddedGoods; sums: AddedGoods; is_gone: boolean } | null> {
  if (added.size === 0) return null
  try {
    const terms = { now: now(), without: new Set<string>(), last_line_id: lastLineId(before) }
    const goods = await priceAddedGoods(db, order, added, terms)
    return { goods, sums: goods, is_gone: false }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { goods: none, sums: none, is_gone: true }
  }
}

async function foundGoods(
  { db, now }: StaffFlowDeps,
  { recipient: { province_id }, shop_id }: LockedOrder,
  q: string,
): Promise<OrderGoods['found']> {
  const goods = await findFreeGoods(db, { q, shop_id, limit: max_found })
  const ids = goods.map(({ item_id }) => item_id)
  const items = await findItems(db, ids, { province_id, customer_group_id: null, now: now() })
  return goods.flatMap(({ item_id, free, free_here }) => {
    const item = items.find((one) => one.item_id === item_id)
    if (!isSellable(item)) return []
    const { sku, name, color_name, price } = item
    return [{ item_id, sku, name, color_name, price: price.final_price, free, free_here }]
  })
}
