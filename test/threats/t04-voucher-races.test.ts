import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Buyer, dataOf, type Order, type Quote, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import type { Answer } from '#test/support/door.ts'
import { giveVoucher } from '#test/support/baskets/small-offers.ts'
import { repeats } from '#test/support/repeats.ts'
import { products } from '#test/support/small-shop.ts'

// T4: more uses of a voucher than it has, by many or fast requests (docs/threats.md).

const checkout = openCheckout()
const limited = openCheckout({ RATE_LIMITS: 'on' })
const voucher_path = '/api/cart/v1/quote/voucher'
let codes = 0

/** Creates buyers at the last step who have the voucher in their checkout and saw the lower total. */
async function buyersWithVoucher(phones: readonly string[], limits: object) {
  codes += 1
  const code = `THU${codes}`
  await giveVoucher(checkout.own.db, { code, value: 50_000, ...limits })
  const buyers = phones.map(async (phone) => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    dataOf(await buyer.address({ phone }))
    const quote = dataOf<Quote>(await buyer.call('POST', voucher_path, { code }))
    expect(quote.voucher).toMatchObject({ code })
    return { buyer, grand_total: quote.totals.grand_total }
  })
  return { code, buyers: await Promise.all(buyers) }
}

function order({ buyer, grand_total }: { buyer: Buyer; grand_total: number }): Promise<Answer> {
  return buyer.order({ payment_method: 'cod', grand_total })
}

function tally(answers: readonly Answer[]): Record<string, number> {
  const outcomes = answers.map((answer) => (answer.status === 200 ? '200' : refusalOf(answer)))
  return Object.fromEntries(
    [...Map.groupBy(outcomes, (code) => code)].map(([code, all]) => [code, all.length]),
  )
}

/** Number of orders with the code, their discount, and the uses that the quota counts. */
async function uses(code: string) {
  const { rows } = await sql<{ orders: number; taken: number; off: number }>`
    select (select count(*) from sales_order_adjustment where reference = ${code}) as orders,
      (select coalesce(sum(amount), 0) from sales_order_adjustment where reference = ${code}) as off,
      (select taken from voucher join quota using (quota_id) where code = ${code}) as taken
    `.execute(checkout.own.db)
  return rows[0]
}

const crowd = repeats({ verify: 30, soak: 60 })
const phoneOf = (index: number) => `0912${String(400_000 + index)}`

test(`${crowd} buyers at once for a voucher with five uses: five get it, the others get their new total`, async () => {
  const phones = Array.from({ length: crowd }, (_, index) => phoneOf(index))
  const { code, buyers } = await buyersWithVoucher(phones, { total: 5 })
  const answers = await Promise.all(buyers.map(order))
  expect(tally(answers)).toEqual({ '200': 5, '409 grand_total_change': crowd - 5 })
  expect(await uses(code)).toEqual({ orders: 5, taken: 5, off: 250_000 })
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body?.error?.data).toMatchObject({
    previous_total: buyers[0]?.grand_total,
    grand_total: (buyers[0]?.grand_total ?? 0) + 50_000,
  })
  const paid = answers.filter(({ status }) => status === 200).map((answer) => dataOf<Order>(answer))
  for (const { totals } of paid) expect(totals.grand_total).toBe(buyers[0]?.grand_total)
}, 60_000)

test('one customer with 20 guest tokens and several phone spellings uses a voucher once', async () => {
  const spelt = ['0912345678', '0912 345 678', '+84912345678', '0912.345.678']
  const phones = Array.from({ length: 20 }, (_, index) => spelt[index % 4] ?? '')
  const { code, buyers } = await buyersWithVoucher(phones, { per_customer: 1, total: 100 })
  const answers = await Promise.all(buyers.map(order))
  expect(tally(answers)).toEqual({ '200': 1, '409 grand_total_change': 19 })
  expect(await uses(code)).toMatchObject({ orders: 1, taken: 1 })
}, 60_000)

test('a cancelled order releases its use once, however often it is cancelled', async () => {
  const { code, buyers } = await buyersWithVoucher([phoneOf(900)], { total: 1, per_customer: 1 })
  const [voucher_buyer] = buyers
  if (voucher_buyer === undefined) throw new RangeError('no buyer was created')
  const first_order = dataOf<Order>(await order(voucher_buyer))
  const cancel = () =>
    voucher_buyer.buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: first_order.code })
  const answers = await Promise.all(Array.from({ length: 20 }, cancel))
  expect(tally(answers)).toEqual({ '200': 20 })
  expect((await uses(code))?.taken).toBe(0)
  await voucher_buyer.buyer.prepare(products.cable)
  dataOf(await voucher_buyer.buyer.call('POST', voucher_path, { code }))
  const { totals } = dataOf<Order>(await voucher_buyer.buyer.order())
  expect(totals.adjustments).toContainEqual(expect.objectContaining({ amount: 50_000 }))
  expect((await uses(code))?.taken).toBe(1)
})

test('amounts and rules from the client make no voucher', async () => {
  const buyer = await checkout.buyer()
  const { totals } = await buyer.prepare(products.cable)
  const forged = { value: 99_999_999, percent: 100, voucher_id: 1, problem: null, total: 999 }
  for (const code of ['KHONG-CO', "' or 1=1 --", '%', '_____', 'null', 'THU%']) {
    const answer = await buyer.call('POST', voucher_path, { code, ...forged })
    expect(refusalOf(answer)).toBe('422 invalid_input')
  }
  const quote = dataOf<Quote>(await buyer.call('GET', '/api/cart/v1/quote'))
  expect(quote.totals.grand_total).toBe(totals.grand_total)
})

test('guessing codes is stopped after 20 attempts', async () => {
  const buyer = await limited.buyer()
  await buyer.prepare(products.cable)
  const answers: Answer[] = []
  for (let index = 0; index < 24; index++) {
    answers.push(await buyer.call('POST', voucher_path, { code: `DOAN${index}` }))
  }
  expect(tally(answers)).toEqual({ '422 invalid_input': 20, '429 too_many_requests': 4 })
})
