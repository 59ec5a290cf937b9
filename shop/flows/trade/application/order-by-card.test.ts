import { sql } from 'kysely'
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

const payment_path = '/api/cart/v1/order/payment'

/** Opens the page of the provider; returns its address. */
async function openPage(buyer: Buyer, { code }: Order): Promise<string> {
  const choice = { order_code: code, payment_method: 'alepay' }
  const started = await buyer.call('POST', payment_path, choice)
  return dataOf<{ redirect_url: string }>(started).redirect_url
}

/** Pays on a page of the provider, which is then asked what came. */
async function payOn(page: string, buyer: Buyer, { code }: Order): Promise<void> {
  const { pathname, search } = new URL(page, 'http://localhost')
  const { text } = await checkout.door.call('GET', pathname + search)
  const reference = /name="reference" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const form = new URLSearchParams({ reference, action: 'approve' })
  const headers = { 'sec-fetch-site': 'same-origin' }
  expect((await checkout.door.call('POST', pathname, { headers, form })).status).toBe(303)
  checkout.now = new Date(checkout.now.getTime() + 5_000)
  const result = `/api/cart/v1/payment-gateway/alepay/result?order_id_web=${code}`
  dataOf(await buyer.call('GET', result))
}

const read = async (buyer: Buyer, { code }: Order) =>
  dataOf<Order>(await buyer.call('GET', `/api/cart/v1/order?code=${code}`))

const change = (buyer: Buyer, { code }: Order, changes: object = {}) =>
  buyer.call('POST', '/api/cart/v1/installment/card-plan', {
    ...{ order_code: code, ...plan },
    ...changes,
  })

async function asked(): Promise<object[]> {
  const { rows } = await sql<{ month: string; amount: string }>`
    select request->>'month' as month, request->>'amount' as amount
    from sandbox_payment order by 1, 2`.execute(checkout.own.db)
  return rows
}

test('a card pays a part: the order goes on, and the rest is paid when the goods are received', async () => {
  const buyer = await withQuote()
  const placed = dataOf<Order>(await order(buyer, { card_amount: 20_000_000 }))
  expect(placed).toMatchObject({
    state: 'awaiting_payment',
    card_plan: { amount: 20_000_000, rest: 10_990_000, fee: 780_000, is_paid: false },
  })
  await payOn(await openPage(buyer, placed), buyer, placed)
  const paid = await read(buyer, placed)
  expect(paid).toMatchObject({
    ...{ state: 'pending', payment_method: 'cod', expires_at: null },
    payment: { paid_total: 20_000_000 },
    card_plan: { months: 6, is_paid: true },
  })
  const { rows } = await sql<object>`select method, payment.state, amount from payment
    join sales_order using (order_id) where code = ${placed.code} order by payment_id`.execute(
    checkout.own.db,
  )
  expect(rows).toEqual([
    { method: 'alepay', state: 'replaced', amount: 20_000_000 },
    { method: 'cod', state: 'due_on_delivery', amount: 10_990_000 },
  ])
  const told = await sql<object>`select template from outbox
    where template = 'order_part_paid' and channel = 'sms'`.execute(checkout.own.db)
  expect(told.rows).toHaveLength(1)
  // The second message about the same money changes nothing, and a day later it is not over.
  checkout.now = new Date(checkout.now.getTime() + 2 * 86_400_000)
  await expireOrders({ db: checkout.own.db, log }, checkout.now)
  expect((await read(buyer, placed)).state).toBe('pending')
  const cancel = { order_code: placed.code }
  dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', cancel))
  expect((await read(buyer, placed)).payment).toMatchObject({ refund_due_total: 20_000_000 })
})

test('the plan changes until it is paid, and what an older page takes counts with its own plan', async () => {
  const buyer = await withQuote()
  const placed = dataOf<Order>(await order(buyer))
  const older = await openPage(buyer, placed)
  const changed = dataOf<Order>(await change(buyer, placed, { months: 12, card_amount: 9_000_000 }))
  expect(changed.card_plan).toMatchObject({ months: 12, amount: 9_000_000, rest: 21_990_000 })
  const before = await asked()
  const newer = await openPage(buyer, placed)
  expect(newer).not.toBe(older)
  expect(await openPage(buyer, placed)).toBe(newer)
  expect((await asked()).filter((one) => !before.some((old) => sameOf(old, one)))).toEqual([
    { month: '12', amount: '9000000' },
  ])
  await payOn(older, buyer, placed)
  expect(await read(buyer, placed)).toMatchObject({
    ...{ state: 'pending', payment_method: 'alepay', payment: { paid_total: 30_990_000 } },
    card_plan: { months: 6, rest: 0, is_paid: true },
  })
  expect(refusalOf(await change(buyer, placed))).toBe('409 order_closed')
})

const sameOf = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

test('every refusal of a change leaves the plan as it was', async () => {
  const buyer = await withQuote()
  const placed = dataOf<Order>(await order(buyer))
  const refused = async (changes: object) => refusalOf(await change(buyer, placed, changes))
  expect(await refused({ bank_code: 'NONE' })).toBe('404 lender_not_found')
  expect(await refused({ card_brand: 'AMEX' })).toBe('422 invalid_input')
  expect(await refused({ card_amount: 2_999_999 })).toBe('409 loan_not_offered')
  expect(await refused({ months: 9 })).toBe('409 loan_not_offered')
  expect(await refused({ monthly: 1_000 })).toBe('409 loan_changed')
  expect(await refused({ order_code: 'DH0' })).toBe('404 order_not_found')
  expect(refusalOf(await change(await checkout.buyer(), placed))).toBe('404 order_not_found')
  expect((await read(buyer, placed)).card_plan).toMatchObject({ months: 6, rest: 0 })
  // An order without a plan has none to change.
  const other = await checkout.buyer()
  await other.prepare(products.phone)
  const plain = dataOf<Order>(await other.order({ payment_method: 'vnpay' }))
  expect(refusalOf(await change(other, plain))).toBe('409 order_closed')
})

test('a rest that may not be paid on delivery is refused', async () => {
  const { db } = checkout.own
  await sql`update cod_rule set max_total = 5000000`.execute(db)
  const buyer = await withQuote()
  expect(refusalOf(await order(buyer, { card_amount: 20_000_000 }))).toBe('409 cod_refused')
  const placed = dataOf<Order>(await order(buyer, { card_amount: 26_000_000 }))
  expect(refusalOf(await change(buyer, placed, { card_amount: 20_000_000 }))).toBe(
    '409 cod_refused',
  )
  await sql`update cod_rule set max_total = null`.execute(db)
})
