import { beforeAll, expect, test } from 'vitest'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { paymentResultPath } from '#storefront/commerce/checkout/payment-watch.ts'
import { addLenders, loan_env, sentLoan } from '#test/goods/loans.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout(loan_env)
beforeAll(() => addLenders(checkout.own.db))

const resultOf = async (buyer: Buyer, order_code: string, method: string | null) => {
  const path = paymentResultPath({ method, order_code, secret: null })
  return dataOf<PaymentResult>(await buyer.call('GET', path))
}

test('the page of an order learns of its money whichever way it is paid, by a loan too', async () => {
  const buyer = await checkout.buyer()
  const { order_code } = await sentLoan(buyer)
  expect(await resultOf(buyer, order_code ?? '', 'installment')).toMatchObject({ order_code })
  await buyer.prepare(products.cable)
  const { code } = dataOf<Order>(await buyer.order({}))
  for (const method of [null, 'vnpay', 'bank_transfer']) {
    expect(await resultOf(buyer, code, method)).toMatchObject({ order_code: code })
  }
})
