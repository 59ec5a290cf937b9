import type { CustomerId } from '#pure/ids.ts'
import { order as contract, type Order } from '#contracts/storefront/order.ts'
import {
  DatabaseUnavailable,
  isDatabaseUnavailable,
  transaction,
} from '#platform/database/postgres.ts'
import { Batcher, type BatchSettings } from '#platform/jobs/batcher.ts'
import { KeyMutex } from '#platform/jobs/key-mutex.ts'
import {
  loadCheckouts,
  type OrderInput,
  type OrderRequest,
} from '#shop/flows/place-order/load-checkouts.ts'
import { type Placed, placeBatch } from '#shop/flows/place-order/place-batch.ts'
import { findTargetsAndSlots } from '#shop/flows/place-order/place-order-store.ts'
import { ReservationConflict } from '#shop/inventory/reservation/reservation.ts'
import { openWaitlist } from '#shop/inventory/waitlist/join-waitlist.ts'
import { CodeTaken } from '#shop/order/order-insert-store.ts'
import { findOrder } from '#shop/order/order-store.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'

/** The batch settings, as measured (decision 074). */
const batches: BatchSettings = {
  max_batch: 64,
  max_under_way: 3,
  gather_ms: 2,
  max_waiting: 12_000,
  max_wait_ms: 8_000,
  max_stall_ms: 2_000,
}

/** After a batch of which most were refused without a lock, the next one may be this large. */
const max_refused_batch = 400

const max_attempts = 5
const no_slot = new Set(['temporary_no_slot', 'no_available_slot'])

/**
 * POST /v1/order: one checkout makes one order (decision 031). Orders that arrive together are placed in one
 * transaction (decision 074). Orders of one customer are placed one after another.
 */
export function orderPlacer(
  deps: ProviderDeps,
  max_batch: number = batches.max_batch,
): (customer_id: CustomerId, input: OrderInput, network?: string | null) => Promise<Order> {
  let is_refusing = false
  const batcher = new Batcher<OrderRequest, Placed>(
    async (requests) => {
      const refused = await refuseGoneSlots(deps, requests)
      is_refusing = refused.size > requests.length / 2
      return serve(deps, requests, refused, max_batch)
    },
    batches,
    () => (is_refusing ? max_refused_batch : max_batch),
  )
  const customers = new KeyMutex<number>()
  const joinWaitlist = openWaitlist(deps)
  const place = shareEqualRequests((request) => {
    const arrived_at = performance.now()
    return customers.run(request.customer_id, () => {
      const waited_ms = performance.now() - arrived_at
      return waited_ms > batches.max_wait_ms
        ? Promise.reject(new DatabaseUnavailable('earlier orders of the customer took too long'))
        : batcher.add(request)
    })
  })
  return async (customer_id, input, network = null) => {
    const placed = await place({ customer_id, input, network })
    if (placed.kind === 'refused') {
      // This runs after the order's transaction and outside of the batches, so that no other order waits for it.
      if (placed.wait) await joinWaitlist(placed.wait)
      throw placed.refusal
    }
    if (placed.kind === 'placed') {
      const { code: order_code, state, totals } = placed.order
      deps.log.info({ order_code, state, grand_total: totals.grand_total }, 'order placed')
      return placed.order
    }
    const order = await findOrder(deps.db, customer_id, { order_id: placed.order_id })
    if (!order) throw contract.getOrder.refuse('order_not_found')
    return order
  }
}

/**
 * Answers a repeated request with the result of the first one while that is in flight. A double click therefore
 * never confirms a total that only the second click could have seen.
 */
function shareEqualRequests(
  place: (request: OrderRequest) => Promise<Placed>,
): (request: OrderRequest) => Promise<Placed> {
  const in_flight = new Map<string, Promise<Placed>>()
  return (request) => {
    const key = JSON.stringify(request)
    const running = in_flight.get(key)
    if (running) return running
    const placed = place(request).finally(() => in_flight.delete(key))
    in_flight.set(key, placed)
    return placed
  }
}

type Settled = PromiseSettledResult<Placed>

/** Places the requests that are not refused, at most `max_batch` in one transaction. */
async function serve(
  deps: ProviderDeps,
  requests: readonly OrderRequest[],
  refused: ReadonlyMap<OrderRequest, Settled>,
  max_batch: number,
): Promise<Settled[]> {
  const open = requests.filter((request) => !refused.has(request))
  const placed: Settled[] = []
  for (let from = 0; from < open.length; from += max_batch) {
    placed.push(...(await placeTogether(deps, open.slice(from, from + max_batch))))
  }
  const answers = new Map<OrderRequest, Settled>(refused)
  for (const [n, request] of open.entries()) {
    const answer = placed[n]
    if (answer !== undefined) answers.set(request, answer)
  }
  return requests.flatMap((request) => answers.get(request) ?? [])
}

/**
 * When thousands of customers want a hundred slots, nearly all are refused here: their checkouts are read and priced
 * without a lock and without a commit. A customer who may still get a slot is not refused.
 */
async function refuseGoneSlots(
  { db, gateways, now }: ProviderDeps,
  requests: readonly OrderRequest[],
): Promise<Map<OrderRequest, Settled>> {
  const targets = await findTargetsAndSlots(db, requests)
  const gone = requests.filter((_, n) => targets[n]?.is_gone)
  if (gone.length === 0) return new Map()
  const context = { gateways: gateways.all, now: now() }
  const gone_targets = targets.filter(({ is_gone }) => is_gone)
  const loaded = await loadCheckouts(db, context, gone, gone_targets)
  const answers = loaded.flatMap((value, n): [OrderRequest, Settled][] => {
    const request = gone[n]
    const is_answer =
      value.kind === 'known' || (value.kind === 'refused' && no_slot.has(value.refusal.code))
    return request && is_answer ? [[request, { status: 'fulfilled', value }]] : []
  })
  return new Map(answers)
}

/** Places a batch. If it fails, its orders are placed one by one, so that one faulty order does not fail the others. */
async function placeTogether(
  deps: ProviderDeps,
  requests: readonly OrderRequest[],
): Promise<Settled[]> {
  if (requests.length === 0) return []
  try {
    const placed = await placeWithRetries(deps, requests)
    return placed.map((value) => ({ status: 'fulfilled', value }))
  } catch (reason) {
    if (requests.length === 1 || isDatabaseUnavailable(reason)) {
      return requests.map(() => ({ status: 'rejected', reason }))
    }
    deps.log.warn(
      { err: reason, orders: requests.length },
      'a batch of orders failed: placing them one by one',
    )
    const alone: Settled[] = []
    for (const request of requests) alone.push(...(await placeTogether(deps, [request])))
    return alone
  }
}

/** Retries when another transaction took planned stock or drew the same order code. */
async function placeWithRetries(
  { db, gateways, now }: ProviderDeps,
  requests: readonly OrderRequest[],
): Promise<Placed[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const context = { gateways: gateways.all, now: now(), all_stock_rows: attempt > 1 }
      return await transaction(db, (tx) => placeBatch(tx, context, requests))
    } catch (error) {
      const is_conflict = error instanceof ReservationConflict || error instanceof CodeTaken
      if (!is_conflict || attempt >= max_attempts) throw error
    }
  }
}
