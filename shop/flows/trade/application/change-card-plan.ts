import type { z } from 'zod'
import type { Order } from '#contracts/storefront/order.ts'
import { application as contract } from '#contracts/storefront/trade/application.ts'
import type { Caller } from '#pure/contract.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import { writeCardPlan } from '#shop/flows/trade/application/card-plan.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import { reservingTransaction } from '#shop/inventory/reservation/reserving-transaction.ts'
import { findOrder, lockOrder } from '#shop/order/order-store.ts'
import { isPayable, storedCode } from '#shop/order/order.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { findCardPlan } from '#shop/payment/attempt/card-plan-store.ts'
import { findPaymentFacts } from '#shop/views/payment/payment-result-store.ts'

type Input = z.output<typeof contract.changeCardPlan.input>

/**
 * Chooses another card, other months or another amount for an order that waits for its payment (decision 287). The next
 * POST /v1/order/payment opens a page with the new plan. What a page with the old plan takes counts all the same.
 */
export async function changeCardPlan(
  deps: ApplicationDeps,
  { customer_id }: Caller,
  { order_code, ...wish }: Input,
): Promise<Order> {
  const { refuse } = contract.changeCardPlan
  const code = storedCode(order_code)
  const facts = await findPaymentFacts(deps.db, { customer_id, code })
  if (facts === null) throw refuse('order_not_found')
  // The shopper may have paid on the page with the old plan already.
  if (facts.last_state === 'started') await askAboutOrder(deps, facts.order_id, 2_500)
  const order_id = await reservingTransaction(deps.db, async (tx) => {
    const now = deps.now()
    const order = await lockOrder(tx, customer_id, code, [])
    if (order === null) throw refuse('order_not_found')
    const live = await findLiveAttempt(tx, order.order_id)
    const is_open = order.state === 'awaiting_payment' && isPayable(order, now)
    const has_plan = (await findCardPlan(tx, order.order_id)) !== null
    if (!is_open || !has_plan || live?.state === 'paid') throw refuse('order_closed')
    await writeCardPlan(tx, order, wish, now)
    return order.order_id
  })
  const order = await findOrder(deps.db, customer_id, { order_id })
  if (order === null) throw refuse('order_not_found')
  return order
}
