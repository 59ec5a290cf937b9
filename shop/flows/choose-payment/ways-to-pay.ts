import type { CustomerId } from '#pure/ids.ts'
import { payment as contract } from '#contracts/storefront/payment.ts'
import { transaction } from '#platform/database/postgres.ts'
import { askedBy, leavesNothing } from '#shop/flows/choose-payment/choose-payment.ts'
import { offersOfMethod, readOrderPrices } from '#shop/flows/choose-payment/reprice-order.ts'
import { lockOrder } from '#shop/order/order-store.ts'
import { isPayable, payableOf, storedCode } from '#shop/order/order.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { findCardPlan } from '#shop/payment/attempt/card-plan-store.ts'
import { alepay } from '#shop/payment/gateways/alepay.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { isLoanExamined } from '#shop/trade/application/order-loan-store.ts'
import { findPartialPayments, missingOf } from '#shop/payment/ledger/review-store.ts'

/**
 * The payment methods that are offered for an order, each with the order's total and what is paid now (contract §7).
 */
export async function waysToPay(
  { db, now, gateways }: ProviderDeps,
  customer_id: CustomerId,
  order_code: string | undefined,
) {
  const { refuse } = contract.paymentGateways
  const code = order_code === undefined ? null : storedCode(order_code)
  return transaction(db, async (tx) => {
    const order = await lockOrder(tx, customer_id, code, ['awaiting_payment'])
    if (!order) throw refuse('order_not_found')
    const live = await findLiveAttempt(tx, order.order_id)
    const asked_at = now()
    const is_closed = !isPayable(order, asked_at) || live?.state === 'paid'
    if (is_closed || (await isLoanExamined(tx, order.order_id))) throw refuse('order_closed')
    const prices = await readOrderPrices(tx, order, asked_at)
    const parts = await findPartialPayments(tx, order.order_id)
    const card_plan = await findCardPlan(tx, order.order_id)
    const offered = gateways.all
      .map((gateway) => {
        const terms = offersOfMethod(prices, gateway.code)
        const plan = gateway.code === alepay.code ? card_plan : null
        const amount = askedBy(plan, missingOf(terms.grand_total, parts))
        return { gateway, terms: { ...terms, amount } }
      })
      .filter(
        ({ gateway, terms }) =>
          gateway.isOffered(payableOf(order, terms.amount)) &&
          !leavesNothing(order, terms.grand_total, parts),
      )
    return {
      order_code: order.code,
      gateways: offered.map(({ gateway: { code: id, title, description, icon = id }, terms }) => ({
        id,
        title,
        description,
        icon,
        is_chosen: live?.method === id,
        ...terms,
      })),
    }
  })
}
