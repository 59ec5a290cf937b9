import { order as contract, type Order } from '#contracts/storefront/order.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import { isDatabaseUnavailable, transaction } from '#platform/database/postgres.ts'
import { ReservationConflict as HoldMoved } from '#shop/inventory/reservation/reservation.ts'
import { openWaitlist } from '#shop/inventory/waitlist/join-waitlist.ts'
import { CodeTaken } from '#shop/order/order-insert-store.ts'
import {
  orderQueue,
  queue_settings,
  type QueueSettings,
} from '#shop/flows/place-order/order-queue.ts'
import { findOrder } from '#shop/order/order-store.ts'
import { placeOrders } from '#shop/flows/place-order/place-orders.ts'
import {
  type OrderInput,
  type OrderRequest,
  type Placed,
  prepareOrders,
} from '#shop/flows/place-order/prepare-order.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'

interface Parts {
  db: Database
  now: Now
  log: Log
  gateways: readonly Gateway[]
  /** How orders are placed together; the default is what was measured (decisions/074). */
  queue?: Partial<QueueSettings>
}

const most_tries = 5
/** So long after somebody found no slot, others are looked at before a transaction is begun for them. */
const look_first_ms = 2_000
const no_slot = new Set(['temporary_no_slot', 'no_available_slot'])

type Settled = PromiseSettledResult<Placed>

/** POST /v1/order: one checkout makes one order (decision 031), many at once are placed together (074). */
export function orderCounter(
  parts: Parts,
): (customer_id: number, input: OrderInput) => Promise<Order> {
  const { db, log } = parts
  const settings = { ...queue_settings, ...parts.queue }
  let no_slot_at = -Infinity
  const isLooking = () => performance.now() - no_slot_at < look_first_ms
  const serve = async (requests: readonly OrderRequest[]): Promise<Settled[]> => {
    const answers = isLooking() ? await firstLook(parts, requests) : []
    const open = requests.flatMap((request, n) => (answers[n] ? [] : [{ request, n }]))
    for (let from = 0; from < open.length; from += settings.most_together) {
      const some = open.slice(from, from + settings.most_together)
      const placed = await placeTogether(
        parts,
        some.map(({ request }) => request),
      )
      for (const [at, { n }] of some.entries()) answers[n] = placed[at]
    }
    const settled = answers.flatMap((answer) => answer ?? [])
    if (settled.some(foundNoSlot)) no_slot_at = performance.now()
    return settled
  }
  const joinLine = openWaitlist(parts)
  const add = sharedByTheSame(orderQueue(serve, settings, isLooking))
  return async (customer_id, input) => {
    const placed = await add({ customer_id, input })
    if (placed.kind === 'refused') {
      // After the order's transaction, and beside the row of orders: nobody behind waits for it.
      if (placed.wait) await joinLine(placed.wait)
      throw placed.refusal
    }
    if (placed.kind === 'placed') {
      const { code: order_code, state, totals } = placed.order
      log.info({ order_code, state, grand_total: totals.grand_total }, 'order placed')
      return placed.order
    }
    const order = await findOrder(db, customer_id, { order_id: placed.order_id })
    if (!order) throw contract.getOrder.refuse('order_not_found')
    return order
  }
}

/**
 * Who presses again while the first press is on its way hears what the first one hears. So a double
 * click never confirms a total that only the second click could have seen.
 */
function sharedByTheSame(
  add: (request: OrderRequest) => Promise<Placed>,
): (request: OrderRequest) => Promise<Placed> {
  const on_the_way = new Map<string, Promise<Placed>>()
  return (request) => {
    const key = JSON.stringify(request)
    const before = on_the_way.get(key)
    if (before) return before
    const answer = add(request).finally(() => on_the_way.delete(key))
    on_the_way.set(key, answer)
    return answer
  }
}

function foundNoSlot(answer: Settled): boolean {
  if (answer.status === 'rejected' || answer.value.kind !== 'refused') return false
  return no_slot.has(answer.value.refusal.code)
}

/**
 * Who wants a slot that is gone is told so without locks and without a commit: when thousands come for
 * a hundred slots, nearly all are answered here. Undefined: to be decided in a transaction.
 */
async function firstLook(
  { db, gateways, now }: Parts,
  requests: readonly OrderRequest[],
): Promise<(Settled | undefined)[]> {
  const looked = await prepareOrders(db, { gateways, now: now() }, requests)
  return looked.map((one) => {
    const is_answer =
      one.kind === 'known' || (one.kind === 'refused' && no_slot.has(one.refusal.code))
    return is_answer ? { status: 'fulfilled', value: one } : undefined
  })
}

/** A batch that breaks is served one by one, so that nobody suffers for another. */
async function placeTogether(parts: Parts, requests: readonly OrderRequest[]): Promise<Settled[]> {
  if (requests.length === 0) return []
  try {
    const placed = await placeBatch(parts, requests)
    return placed.map((value) => ({ status: 'fulfilled', value }))
  } catch (reason) {
    if (requests.length === 1 || isDatabaseUnavailable(reason)) {
      return requests.map(() => ({ status: 'rejected', reason }))
    }
    parts.log.warn({ err: reason, orders: requests.length }, 'a batch of orders broke: one by one')
    const alone: Settled[] = []
    for (const request of requests) alone.push(...(await placeTogether(parts, [request])))
    return alone
  }
}

async function placeBatch(parts: Parts, requests: readonly OrderRequest[]): Promise<Placed[]> {
  const { db, gateways } = parts
  for (let attempt = 1; ; attempt++) {
    try {
      const circumstances = { gateways, now: parts.now(), all_shelves: attempt > 1 }
      return await transaction(db, (tx) => placeOrders(tx, circumstances, requests))
    } catch (error) {
      const is_outrun = error instanceof HoldMoved || error instanceof CodeTaken
      if (!is_outrun || attempt >= most_tries) throw error
    }
  }
}
