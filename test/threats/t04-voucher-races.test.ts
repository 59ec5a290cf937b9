import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Buyer, dataOf, type Order, type Quote, refusalOf } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import type { Answer } from '#test/support/door.ts'
import { giveVoucher } from '#test/support/baskets/small-offers.ts'
import { repeats } from '#test/support/repeats.ts'
import { goods } from '#test/support/small-shop.ts'

// T4: more of a voucher than there is, by being many or fast (docs/threats.md).

const counter = openCounter()
const limited = openCounter({ RATE_LIMITS: 'on' })
const voucher_path = '/api/cart/v1/quote/voucher'
let codes = 0

/** Buyers at the last step who all have the voucher in their checkout and saw the lower total. */
async function holders(phones: readonly string[], limits: object) {
  codes += 1
  const code = `THU${codes}`
  await giveVoucher(counter.own.db, { code, value: 50_000, ...limits })
  const ready = phones.map(async (phone) => {
    const buyer = await counter.buyer()
    await buyer.prepare(goods.cable)
    dataOf(await buyer.address({ phone }))
    const quote = dataOf<Quote>(await buyer.call('POST', voucher_path, { code }))
    expect(quote.voucher).toMatchObject({ code, problem: null })
    return { buyer, grand_total: quote.totals.grand_total }
  })
  return { code, ready: await Promise.all(ready) }
}

function order({ buyer, grand_total }: { buyer: Buyer; grand_total: number }): Promise<Answer> {
  return buyer.order({ payment_method: 'cod', grand_total })
}

function tally(answers: readonly Answer[]): Record<string, number> {
  const said = answers.map((answer) => (answer.status === 200 ? '200' : refusalOf(answer)))
  return Object.fromEntries(
    [...Map.groupBy(said, (code) => code)].map(([code, all]) => [code, all.length]),
  )
}

/** Orders that were made cheaper by the code, and what its quota says. */
async function uses(code: string) {
  const { rows } = await sql<{ orders: number; taken: number; off: number }>`
    select (select count(*) from sales_order_adjustment where reference = ${code}) as orders,
      (select coalesce(sum(amount), 0) from sales_order_adjustment where reference = ${code}) as off,
      (select taken from voucher join quota using (quota_id) where code = ${code}) as taken
    `.execute(counter.own.db)
  return rows[0]
}

const crowd = repeats({ verify: 30, soak: 60 })
const phoneOf = (index: number) => `0912${String(400_000 + index)}`

test(`${crowd} at once for a voucher of five: five have it, all others are told their new total`, async () => {
  const phones = Array.from({ length: crowd }, (_, index) => phoneOf(index))
  const { code, ready } = await holders(phones, { total: 5 })
  const answers = await Promise.all(ready.map(order))
  expect(tally(answers)).toEqual({ '200': 5, '409 grand_total_change': crowd - 5 })
  expect(await uses(code)).toEqual({ orders: 5, taken: 5, off: 250_000 })
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body?.error?.data).toMatchObject({
    previous_total: ready[0]?.grand_total,
    grand_total: (ready[0]?.grand_total ?? 0) + 50_000,
  })
  const paid = answers.filter(({ status }) => status === 200).map((answer) => dataOf<Order>(answer))
  for (const { totals } of paid) expect(totals.grand_total).toBe(ready[0]?.grand_total)
}, 60_000)

test('one customer with 20 guest tokens, in every spelling, has a voucher for each once', async () => {
  const spelt = ['0912345678', '0912 345 678', '+84912345678', '0912.345.678']
  const phones = Array.from({ length: 20 }, (_, index) => spelt[index % 4] ?? '')
  const { code, ready } = await holders(phones, { per_customer: 1, total: 100 })
  const answers = await Promise.all(ready.map(order))
  expect(tally(answers)).toEqual({ '200': 1, '409 grand_total_change': 19 })
  expect(await uses(code)).toMatchObject({ orders: 1, taken: 1 })
}, 60_000)

test('an order that is given up gives its use back, once, however often it is given up', async () => {
  const { code, ready } = await holders([phoneOf(900)], { total: 1, per_customer: 1 })
  const [holder] = ready
  if (holder === undefined) throw new RangeError('nobody came')
  const made = dataOf<Order>(await order(holder))
  const cancel = () =>
    holder.buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: made.code })
  const answers = await Promise.all(Array.from({ length: 20 }, cancel))
  expect(tally(answers)).toEqual({ '200': 20 })
  expect((await uses(code))?.taken).toBe(0)
  await holder.buyer.prepare(goods.cable)
  dataOf(await holder.buyer.call('POST', voucher_path, { code }))
  const { totals } = dataOf<Order>(await holder.buyer.order())
  expect(totals.adjustments).toContainEqual(expect.objectContaining({ amount: 50_000 }))
  expect((await uses(code))?.taken).toBe(1)
})

test('an amount, a rule or a holder that the client names makes no voucher', async () => {
  const buyer = await counter.buyer()
  const { totals } = await buyer.prepare(goods.cable)
  const forged = { value: 99_999_999, percent: 100, voucher_id: 1, problem: null, total: 999 }
  for (const code of ['KHONG-CO', "' or 1=1 --", '%', '_____', 'null', 'THU%']) {
    const answer = await buyer.call('POST', voucher_path, { code, ...forged })
    expect(refusalOf(answer)).toBe('422 invalid_input')
  }
  const quote = dataOf<Quote>(await buyer.call('GET', '/api/cart/v1/quote'))
  expect(quote.totals.grand_total).toBe(totals.grand_total)
})

test('guessing codes is stopped after 20 tries', async () => {
  const buyer = await limited.buyer()
  await buyer.prepare(goods.cable)
  const tries: Answer[] = []
  for (let index = 0; index < 24; index++) {
    tries.push(await buyer.call('POST', voucher_path, { code: `DOAN${index}` }))
  }
  expect(tally(tries)).toEqual({ '422 invalid_input': 20, '429 too_many_requests': 4 })
})
