import type { Tx } from '#db/schema.ts'
import { termsOfMoney } from '#shop/flows/receive-payment/restore-offers.ts'
import { settleMoney } from '#shop/flows/receive-payment/settle-money.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { lenderLoan } from '#shop/payment/gateways/lender-loan.ts'
import { insertGatewayMessage } from '#shop/payment/ledger/message-store.ts'

interface Lent {
  /** The code of the application, which pays once. */
  document: string
  contract_number: string | null
  /** In đồng, more than 0. */
  amount: number
}

/**
 * Counts what a company lends as money for its locked order: by the signed contract the company owes it to the shop.
 * What it leaves of the total is what the shopper pays first, by any method that the shop has.
 */
export async function payByLender(
  tx: Tx,
  order: LockedOrder,
  { document, contract_number, amount }: Lent,
  now: Date,
): Promise<void> {
  const gateway = lenderLoan.code
  const live = await findLiveAttempt(tx, order.order_id)
  const payment_id = live?.payment_id ?? null
  const notice = {
    ...({ message_id: document, status: 'paid', amount, failure: null } as const),
    ...{ reference: order.code, provider_reference: contract_number, detail: {} },
  }
  const message = { gateway, source: 'shop', payment_id, notice } as const
  const payment_message_id = await insertGatewayMessage(tx, message, now)
  if (payment_message_id === null) throw new RangeError(`${document} has paid before`)
  const terms = await termsOfMoney(tx, order, { method: gateway, amount, is_as_asked: false })
  await settleMoney(
    tx,
    order,
    {
      ...{ payment_message_id, bank_message_id: null, amount, gateway, payment_id, terms },
      ...{ is_our_account: true, may_reopen_cancelled: false },
    },
    now,
  )
}
