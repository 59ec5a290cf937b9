import {
  type BulkAction,
  type BulkPlan,
  type BulkPreview,
  max_bulk,
  type PlannedOrder,
} from '#contracts/staff/bulk.ts'
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
import { orderRow } from '#shop/views/order/order-row.ts'

/** What a row of a job calls: the operation for one order. */
export const single_operations: Record<BulkAction, AnyOperation> = {
  confirm: contract.confirmOrder,
  cancel: contract.cancelOrder,
  assign: contract.assignOrder,
  tag: orderTags.tagOrder,
  untag: orderTags.untagOrder,
}

/** What the action will do with an order, for this member of staff. */
function planOf(action: BulkAction, actor: StaffActor, order: ListedOrder): BulkPlan {
  if (!covers(single_operations[action], actor, order)) return 'not_permitted'
  if (action === 'confirm' && order.needs_call) return 'call_needed'
  const is_move = action === 'confirm' || action === 'cancel'
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
}

/** Plans an action for chosen orders, or for all that match: at most one more than a job may have. */
export async function planBulk(
  db: Database,
  actor: StaffActor,
  { action, order_codes, query }: Chosen,
  now: Date,
): Promise<PlannedRow[]> {
  const reach = reachOf(contract.orders, actor)
  const found =
    query === undefined
      ? await findChosenOrders(db, order_codes.map(storedCode), reach)
      : await findMatching(db, actor, query, now)
  return found.map((order) => ({ order, plan: planOf(action, actor, order) }))
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
): BulkPreview {
  const plans = { will: 0, not_permitted: 0, wrong_state: 0, call_needed: 0 }
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
