import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { addLenders, answerLoan, loan_env, sentLoan } from '#test/goods/loans.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { assertStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout({ ...loan_env, ...relay_env })
beforeAll(() => addLenders(checkout.own.db))
afterEach(async () => {
  await assertStock(checkout.own.db)
  const errors = await moneyErrors(checkout.own.db)
  if (errors.length > 0) throw new RangeError(errors.join('\n'))
})

const total = 30_990_000
const prepaid = 9_297_000
const lent = total - prepaid

/** An order whose application a company examines. */
async function examined() {
  const { code, order_code } = await sentLoan(await checkout.buyer())
  await answerLoan(checkout.door, { code }, { answer: 'approved' })
  return { code, order_code: String(order_code) }
}

async function transfer(order_code: string, amount: number): Promise<void> {
  const raw = sepayBody({ amount, content: order_code.replace('-', '') })
  await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
}

const sign = ({ code }: { code: string }) =>
  answerLoan(checkout.door, { code }, { answer: 'signed', contract_number: `HD ${code}` })

/** The state of an order, what was counted as paid, and what goes back by each way. */
async function moneyOf(order_code: string) {
  const { rows } = await sql<{ state: string; paid: number; back: string[] }>`
    select state, coalesce((select sum(amount) from payment
        where payment.order_id = o.order_id and payment.state = 'paid'), 0)::bigint as paid,
      array(select gateway || ' ' || amount from refund
        where refund.order_id = o.order_id order by refund_id) as back
    from sales_order o where code = ${order_code}`.execute(checkout.own.db)
  return rows[0]
}

test.each([
  ['all of it', total, [`bank_transfer ${lent}`]],
  ['more than is paid first', 15_000_000, [`bank_transfer ${15_000_000 - prepaid}`]],
  ['what is paid first', prepaid, []],
])('who pays %s before the contract is signed gets the rest back then', async (_, amount, back) => {
  const loan = await examined()
  await transfer(loan.order_code, amount)
  expect(await moneyOf(loan.order_code)).toEqual({ state: 'pending', paid: 0, back: [] })
  await sign(loan)
  expect(await moneyOf(loan.order_code)).toEqual({ state: 'pending', paid: total, back })
})

test('the contract and a transfer of all of it at once have the same end', async () => {
  const loan = await examined()
  await Promise.all([sign(loan), transfer(loan.order_code, total)])
  const back = [`bank_transfer ${lent}`]
  expect(await moneyOf(loan.order_code)).toEqual({ state: 'pending', paid: total, back })
})

test('who pays all of it after the contract gets back what the company lends', async () => {
  const loan = await examined()
  await sign(loan)
  await transfer(loan.order_code, total)
  const back = [`bank_transfer ${lent}`]
  expect(await moneyOf(loan.order_code)).toEqual({ state: 'pending', paid: total, back })
})

test('who paid all of it before the company refuses gets all of it back', async () => {
  const loan = await examined()
  await transfer(loan.order_code, total)
  await answerLoan(checkout.door, loan, { answer: 'refused' })
  const back = [`bank_transfer ${total}`]
  expect(await moneyOf(loan.order_code)).toMatchObject({ state: 'cancelled', back })
  await transfer(loan.order_code, 1_000)
  await sign(loan)
  expect(await moneyOf(loan.order_code)).toMatchObject({ state: 'cancelled', back })
})
