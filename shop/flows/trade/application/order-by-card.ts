import type { z } from 'zod'
import type { Order } from '#contracts/storefront/order.ts'
import { application as contract } from '#contracts/storefront/trade/application.ts'
import type { Tx } from '#db/schema.ts'
import { type Caller, Refusal } from '#pure/contract.ts'
import type { OrderId } from '#pure/ids.ts'
import type { OrderRequest } from '#shop/flows/place-order/load-checkouts.ts'
import { placeBatch } from '#shop/flows/place-order/place-batch.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import { writeCardPlan } from '#shop/flows/trade/application/card-plan.ts'
import { reservingTransaction } from '#shop/inventory/reservation/reserving-transaction.ts'
import { CodeTaken } from '#shop/order/order-insert-store.ts'
import { findOrder, lockOrder } from '#shop/order/order-store.ts'
import { updateUnstarted } from '#shop/payment/attempt/card-plan-store.ts'
import { alepay } from '#shop/payment/gateways/alepay.ts'

type Input = z.output<typeof contract.orderByCard.input>

const { refuse } = contract.orderByCard
const max_attempts = 5

/**
 * Orders the open checkout of type 4 for a credit card whose bank splits the price (decision 271). The order waits for
 * its payment like any other; POST /v1/order/payment then leads to the page where the card is typed. A repeated call
 * gets the same order.
 */
export async function orderByCard(
  deps: ApplicationDeps,
  caller: Caller,
  input: Input,
): Promise<Order> {
  for (let attempt = 1; ; attempt++) {
    try {
      const placed = await reservingTransaction(deps.db, (tx) => place(tx, deps, caller, input))
      // After the commit: the total that the refusal shows counts as seen.
      if (placed instanceof Refusal) throw placed
      const order = await findOrder(deps.db, caller.customer_id, { order_id: placed })
      if (order === null) throw refuse('quote_not_found')
      return order
    } catch (error) {
      if (!(error instanceof CodeTaken) || attempt >= max_attempts) throw error
    }
  }
}

async function place(
  tx: Tx,
  deps: ApplicationDeps,
  { customer_id, ip }: Caller,
  { grand_total, quote_id, recipient_seen, gifts_seen, ...wish }: Input,
): Promise<OrderId | Refusal> {
  const now = deps.now()
  const request: OrderRequest = {
    ...{ customer_id, is_loan: true, network: deps.networkHash?.(ip, now) ?? null },
    input: { payment_method: alepay.code, grand_total, quote_id, recipient_seen, gifts_seen },
  }
  const gateways = deps.gateways.all.filter(({ code }) => code === alepay.code)
  const [placed] = await placeBatch(tx, { gateways, now, all_stock_rows: true }, [request])
  if (placed?.kind === 'refused') return placed.refusal
  if (placed?.kind === 'known') return placed.order_id
  if (placed === undefined) throw refuse('quote_not_found')
  const order = await lockOrder(tx, customer_id, placed.order.code, [])
  if (order === null) throw new RangeError(`the order ${placed.order.code} is gone`)
  const { rest } = await writeCardPlan(tx, order, wish, now)
  await updateUnstarted(tx, order.order_id, order.grand_total - rest)
  return order.order_id
}
