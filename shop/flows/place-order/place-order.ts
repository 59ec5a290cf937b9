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

/** How orders are placed together, as measured (decision 074). */
const batches: BatchSettings = {
  max_batch: 64,
  max_under_way: 3,
  gather_ms: 2,
  max_waiting: 12_000,
  max_wait_ms: 8_000,
  max_still_ms: 2_000,
}

const max_attempts = 5
const no_slot = new Set(['temporary_no_slot', 'no_available_slot'])

/**
 * POST /v1/order: one checkout makes one order (decision 031). Orders that come together are placed in one
 * transaction (074), those of one customer one after another.
 */
export function orderPlacer(
  deps: ProviderDeps,
  max_batch: number = batches.max_batch,
): (customer_id: number, input: OrderInput) => Promise<Order> {
  const batcher = new Batcher<OrderRequest, Placed>((requests) => serve(deps, requests), {
    ...batches,
    max_batch,
  })
  const customers = new KeyMutex<number>()
  const joinWaitlist = openWaitlist(deps)
  const place = sharedByTheSame((request) => {
    const came_at = performance.now()
    return customers.run(request.customer_id, () => {
      const waited_ms = performance.now() - came_at
      return waited_ms > batches.max_wait_ms
        ? Promise.reject(new DatabaseUnavailable('earlier orders of the customer took too long'))
        : batcher.add(request)
    })
  })
  return async (customer_id, input) => {
    const placed = await place({ customer_id, input })
    if (placed.kind === 'refused') {
      // After the order's transaction, and beside the batches: nobody behind waits for it.
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
 * Who presses again while the first press is on its way hears what the first one hears. So a double
 * click never confirms a total that only the second click could have seen.
 */
function sharedByTheSame(
  place: (request: OrderRequest) => Promise<Placed>,
): (request: OrderRequest) => Promise<Placed> {
  const on_the_way = new Map<string, Promise<Placed>>()
  return (request) => {
    const key = JSON.stringify(request)
    const before = on_the_way.get(key)
    if (before) return before
    const answer = place(request).finally(() => on_the_way.delete(key))
    on_the_way.set(key, answer)
    return answer
  }
}

type Settled = PromiseSettledResult<Placed>

/** Answers who wants a slot that is gone without a transaction, and places the others together. */
async function serve(deps: ProviderDeps, requests: readonly OrderRequest[]): Promise<Settled[]> {
  const refused = await refuseGoneSlots(deps, requests)
  const open = requests.filter((request) => !refused.has(request))
  const placed = await placeTogether(deps, open)
  const answers = new Map<OrderRequest, Settled>(refused)
  for (const [n, request] of open.entries()) {
    const answer = placed[n]
    if (answer !== undefined) answers.set(request, answer)
  }
  return requests.flatMap((request) => answers.get(request) ?? [])
}

/**
 * When thousands come for a hundred slots, nearly all are answered here: read and priced without a lock and
 * without a commit. Whoever may have a slot after all is not refused.
 */
async function refuseGoneSlots(
  { db, gateways, now }: ProviderDeps,
  requests: readonly OrderRequest[],
): Promise<Map<OrderRequest, Settled>> {
  const targets = await findTargetsAndSlots(db, requests)
  const gone = requests.filter((_, n) => targets[n]?.is_gone)
  if (gone.length === 0) return new Map()
  const circumstances = { gateways: gateways.all, now: now() }
  const gone_targets = targets.filter(({ is_gone }) => is_gone)
  const loaded = await loadCheckouts(db, circumstances, gone, gone_targets)
  const answers = loaded.flatMap((value, n): [OrderRequest, Settled][] => {
    const request = gone[n]
    const is_answer =
      value.kind === 'known' || (value.kind === 'refused' && no_slot.has(value.refusal.code))
    return request && is_answer ? [[request, { status: 'fulfilled', value }]] : []
  })
  return new Map(answers)
}

/** A batch that breaks is placed one by one, so that nobody suffers for another. */
async function placeTogether(
  deps: ProviderDeps,
  requests: readonly OrderRequest[],
): Promise<Settled[]> {
  if (requests.length === 0) return []
  try {
    const placed = await placeAgainIfOutrun(deps, requests)
    return placed.map((value) => ({ status: 'fulfilled', value }))
  } catch (reason) {
    if (requests.length === 1 || isDatabaseUnavailable(reason)) {
      return requests.map(() => ({ status: 'rejected', reason }))
    }
    deps.log.warn({ err: reason, orders: requests.length }, 'a batch of orders broke: one by one')
    const alone: Settled[] = []
    for (const request of requests) alone.push(...(await placeTogether(deps, [request])))
    return alone
  }
}

async function placeAgainIfOutrun(
  { db, gateways, now }: ProviderDeps,
  requests: readonly OrderRequest[],
): Promise<Placed[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const circumstances = { gateways: gateways.all, now: now(), all_stock_rows: attempt > 1 }
      return await transaction(db, (tx) => placeBatch(tx, circumstances, requests))
    } catch (error) {
      const is_outrun = error instanceof ReservationConflict || error instanceof CodeTaken
      if (!is_outrun || attempt >= max_attempts) throw error
    }
  }
}
