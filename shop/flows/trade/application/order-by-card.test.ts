import { afterEach, beforeAll, expect, test } from 'vitest'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { createLog } from '#platform/observe/log.ts'
import { addBanks, addLenders, nextPhone, openLoan } from '#test/goods/loans.ts'
import { type Buyer, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products, freeStock } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const log = createLog({ service: 'test', level: 'silent' })
const path = '/api/cart/v1/installment/card-order'
const plan = { bank_code: 'VCB', card_brand: 'VISA', months: 6 }

beforeAll(async () => {
  await addLenders(checkout.own.db)
  await addBanks(checkout.own.db)
})
afterEach(async () => {
  checkout.now = new Date(checkout.now.getTime() + 2 * 86_400_000)
  await expireOrders({ db: checkout.own.db, log }, checkout.now)
})

const order = (buyer: Buyer, changes: object = {}) =>
  buyer.call('POST', path, { ...plan, ...changes })

async function withQuote(): Promise<Buyer> {
  const buyer = await checkout.buyer()
  await openLoan(buyer, { phone: nextPhone() })
  return buyer
}

test('the order waits for its payment with the plan, and a repeated call gets the same order', async () => {
  const buyer = await withQuote()
  // 3.9 % of 30,990,000đ in six payments.
  const monthly = 5_366_435
  const placed = dataOf<Order>(await order(buyer, { monthly, grand_total: 30_990_000 }))
  expect(placed).toMatchObject({
    ...{ state: 'awaiting_payment', payment_method: 'alepay' },
    card_plan: { bank_name: 'Vietcombank', card_brand: 'VISA', months: 6, monthly, fee: 1_208_610 },
  })
  expect(placed.totals.grand_total).toBe(30_990_000)
  expect(await freeStock(checkout.own.db, products.phone)).toBe(4)
  expect(dataOf<Order>(await order(buyer, { months: 12 })).code).toBe(placed.code)
  const payment = { order_code: placed.code, payment_method: 'alepay' }
  const started = await buyer.call('POST', '/api/cart/v1/order/payment', payment)
  const { redirect_url } = dataOf<{ redirect_url: string }>(started)
  expect(redirect_url).toMatch(/^\/cong-thanh-toan-thu\/alepay\?t=/)
  // The provider was asked for this plan.
  const asked = await checkout.own.db
    .selectFrom('sandbox_payment')
    .select('request')
    .executeTakeFirstOrThrow()
  expect(asked).toMatchObject({
    request: { month: '6', bankCode: 'VCB', paymentMethod: 'VISA', checkoutType: '2' },
  })
})

test('every refusal leaves the checkout open and the goods free', async () => {
  const buyer = await withQuote()
  const refused = async (changes: object) => refusalOf(await order(buyer, changes))
  expect(await refused({ bank_code: 'NONE' })).toBe('404 lender_not_found')
  expect(await refused({ card_brand: 'AMEX' })).toBe('422 invalid_input')
  expect(await refused({ months: 9 })).toBe('409 loan_not_offered')
  // Its cards split 40,000,000đ at least.
  expect(await refused({ bank_code: 'HDB' })).toBe('409 loan_not_offered')
  expect(await refused({ monthly: 1_000 })).toBe('409 loan_changed')
  expect(await refused({ grand_total: 1_000 })).toBe('409 grand_total_change')
  expect(await freeStock(checkout.own.db, products.phone)).toBe(5)
  expect(dataOf<Order>(await order(buyer)).state).toBe('awaiting_payment')
})

test('a checkout of another type is not ordered by card', async () => {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  expect(refusalOf(await order(buyer))).toBe('404 quote_not_found')
  expect(refusalOf(await order(await checkout.buyer()))).toBe('404 quote_not_found')
})
