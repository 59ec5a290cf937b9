import {
  type BulkAction,
  BulkPlan,
  type BulkPreview,
  max_bulk,
  type PlannedOrder,
} from '#contracts/staff/orders/bulk.ts'
import { orderShop } from '#contracts/staff/order-changes.ts'
import { orderTags } from '#contracts/staff/orders/order-tags.ts'
import { orders as contract } from '#contracts/staff/orders.ts'
import type { Database } from '#db/schema.ts'
import { covers, reachOf } from '#pure/access.ts'
import type { AnyOperation, StaffActor } from '#pure/contract.ts'
import { canMove } from '#shop/order/order-states.ts'
import { storedCode } from '#shop/order/order.ts'
import { orderFilter } from '#shop/views/order/order-filter.ts'
import {
  findChosenOrders,
  findOrdersAfter,
  type ListedOrder,
} from '#shop/views/order/order-list-store.ts'
import { findPacked, findStockElsewhere } from '#shop/views/order/order-shop-store.ts'
import { orderRow } from '#shop/views/order/order-row.ts'

/** What a row of a job calls: the operation for one order. */
export const single_operations: Record<BulkAction, AnyOperation> = {
  confirm: contract.confirmOrder,
  cancel: contract.cancelOrder,
  assign: contract.assignOrder,
  tag: orderTags.tagOrder,
  untag: orderTags.untagOrder,
  move_shop: orderShop.changeShop,
}

/** What the action will do with an order, for this member of staff. */
function planOf(action: BulkAction, actor: StaffActor, order: ListedOrder): BulkPlan {
  if (!covers(single_operations[action], actor, order)) return 'not_permitted'
  if (action === 'confirm' && order.needs_call) return 'call_needed'
  if (action === 'move_shop' && order.recipient.shipping_method === 'store_pickup')
    return 'is_pickup'
  const is_move = action !== 'assign' && action !== 'tag' && action !== 'untag'
  return !is_move || canMove(action, order.state, 'staff') ? 'will' : 'wrong_state'
}

interface PlannedRow {
  order: ListedOrder
  plan: BulkPlan
}

const part_rows = 1_000

interface Chosen {
  action: BulkAction
  /** Chosen orders; without a query. */
  order_codes: readonly string[]
  /** The query of a list: all that match. */
  query?: string | undefined
  /** Of `move_shop`. */
  shop_id?: number | undefined
}

/** Plans an action for chosen orders, or for all that match: at most one more than a job may have. */
export async function planBulk(
  db: Database,
  actor: StaffActor,
  { action, order_codes, query, shop_id }: Chosen,
  now: Date,
): Promise<PlannedRow[]> {
  const reach = reachOf(contract.orders, actor)
  const found =
    query === undefined
      ? await findChosenOrders(db, order_codes.map(storedCode), reach)
      : await findMatching(db, actor, query, now)
  const planned = found.map((order) => ({ order, plan: planOf(action, actor, order) }))
  return action === 'move_shop' ? withStock(db, planned, shop_id ?? null) : planned
}

/** Says which of these orders cannot go to a shop: one after the other takes what is free there. */
async function withStock(
  db: Database,
  planned: readonly PlannedRow[],
  shop_id: number | null,
): Promise<PlannedRow[]> {
  const open = planned.filter(({ plan }) => plan === 'will').map(({ order }) => order.order_id)
  const packed = new Set(await findPacked(db, open))
  const wanted = shop_id === null ? null : await findStockElsewhere(db, open, shop_id)
  const free = new Map(wanted?.map(({ product_id, free: left }) => [product_id, left]))
  return planned.map(({ order, plan }) => {
    if (plan !== 'will') return { order, plan }
    if (packed.has(order.order_id)) return { order, plan: 'order_has_parcel' }
    if (wanted === null) return { order, plan }
    const own = wanted.filter(({ order_id }) => order_id === order.order_id)
    if (own.length === 0) return { order, plan: 'same_shop' }
    if (own.some(({ product_id, quantity }) => (free.get(product_id) ?? 0) < quantity)) {
      return { order, plan: 'not_in_stock' }
    }
    for (const { product_id, quantity } of own) {
      free.set(product_id, (free.get(product_id) ?? 0) - quantity)
    }
    return { order, plan }
  })
}

async function findMatching(
  db: Database,
  actor: StaffActor,
  query: string,
  now: Date,
): Promise<ListedOrder[]> {
  const fields = Object.fromEntries(new URLSearchParams(query))
  // A list ignores a wrong query and shows every order. An action must not: it finds none.
  const input = contract.orders.input.safeParse(fields)
  if (!input.success) return []
  const reach = reachOf(contract.orders, actor)
  const filter = orderFilter(input.data, { ...actor, reach }, now)
  const found: ListedOrder[] = []
  for (;;) {
    const limit = Math.min(part_rows, max_bulk + 1 - found.length)
    const after = found.at(-1)?.order_id ?? null
    const part = await findOrdersAfter(db, filter, { limit, offset: 0, after })
    found.push(...part)
    if (part.length < limit || found.length > max_bulk) return found
  }
}

const page_size = 50

/** One page of a plan, with the sums of all of it. */
export function previewOf(
  action: BulkAction,
  planned: readonly PlannedRow[],
  page: number,
): Omit<BulkPreview, 'shops'> {
  const plans = Object.fromEntries(BulkPlan.options.map((plan) => [plan, 0])) as Record<
    BulkPlan,
    number
  >
  for (const { plan } of planned) plans[plan]++
  const shown = planned.slice((page - 1) * page_size, page * page_size)
  const rows: PlannedOrder[] = shown.map(({ order, plan }) => ({ ...orderRow(order), plan }))
  return {
    action,
    count: planned.length,
    plans,
    is_too_many: planned.length > max_bulk,
    rows,
    has_next: planned.length > page * page_size,
  }
}
