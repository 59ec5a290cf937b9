import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '#contracts/storefront/trade/application.ts'
import { lapseLoans } from '#shop/flows/trade/application/application-jobs.ts'
import {
  addBanks,
  addLenders,
  answerLoan,
  loan_env,
  loan_path,
  loanDeps,
  nextPhone,
  openLoan,
  sentLoan,
} from '#test/goods/loans.ts'
import { type Buyer, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout({ ...loan_env, ...relay_env })
beforeAll(async () => {
  await addLenders(checkout.own.db)
  await addBanks(checkout.own.db)
})

const payment_path = '/api/cart/v1/order/payment'

/** The page of other payment methods as its shopper reads it, or where it leads instead. */
async function payAgain(buyer: Buyer, code: string | null) {
  const headers = { cookie: `token=${buyer.token}` }
  const path = `/cart/pay-again?code=${code}`
  const { status, headers: answered, text } = await checkout.door.call('GET', path, { headers })
  const to = answered.get('location')
  const order_page = to === null ? '' : mainOf((await orderPage(buyer, to)).text)
  return { status, text: mainOf(text), order_page }
}

const mainOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '').replaceAll(/<!-- -->/g, '')

/** Follows the page of an order to its address with its payment method. */
async function orderPage(buyer: Buyer, path: string): ReturnType<typeof checkout.door.call> {
  const headers = { cookie: `token=${buyer.token}` }
  const page = await checkout.door.call('GET', path, { headers })
  const to = page.headers.get('location')
  return to === null ? page : orderPage(buyer, to)
}

/** The foot of the page: its label and its amount. */
const footOf = (text: string) =>
  /<span class="block text-note [^>]+>([^<]+)<\/span><span class="block text-lg [^>]+>([^<]+)</
    .exec(text)
    ?.slice(1)

const pay = (buyer: Buyer, order_code: string | null, payment_method = 'bank_transfer') =>
  buyer.call('PUT', payment_path, { order_code, payment_method })

async function asked(code: string | null): Promise<number[]> {
  const { rows } = await sql<{ amount: number }>`select amount from payment
    join sales_order using (order_id) where code = ${code} and payment.state = 'started'`.execute(
    checkout.own.db,
  )
  return rows.map(({ amount }) => amount)
}

describe('an order with a loan', () => {
  const signed = { answer: 'signed', contract_number: 'HD-20' }

  test('is not paid while a company examines it, and its page says so', async () => {
    const buyer = await checkout.buyer()
    const sent = await sentLoan(buyer)
    for (const answer of [null, { answer: 'approved' }]) {
      if (answer !== null) await answerLoan(checkout.door, sent, answer)
      const { status, order_page } = await payAgain(buyer, sent.order_code)
      expect(status).toBe(302)
      expect(order_page).toContain('Hồ sơ trả góp đang được xét duyệt. Bạn chưa phải trả gì')
      expect(order_page).not.toContain('chưa nhận được')
      expect(refusalOf(await pay(buyer, sent.order_code))).toBe('409 order_closed')
    }
    expect(await asked(sent.order_code)).toEqual([])
  })

  test('asks for what is paid first once its contract is signed, by page and by call', async () => {
    const buyer = await checkout.buyer()
    const sent = await sentLoan(buyer)
    await answerLoan(checkout.door, sent, signed)
    const { status, text } = await payAgain(buyer, sent.order_code)
    expect(status).toBe(200)
    expect(text).toContain('Đã nhận</dt><dd class="shrink-0 font-semibold">21.693.000đ')
    expect(footOf(text)?.[1]).toBe('9.297.000đ')
    dataOf(await pay(buyer, sent.order_code))
    expect(await asked(sent.order_code)).toEqual([9_297_000])
    const chosen = await payAgain(buyer, sent.order_code)
    expect(footOf(chosen.text)).toEqual(['Cần thanh toán', '9.297.000đ'])
    const { text: own } = await orderPage(buyer, `/cart/success/cod?code=${sent.order_code}`)
    expect(own).toContain('Cửa hàng đã nhận 21.693.000đ, còn thiếu 9.297.000đ.')
    expect(own).toContain('Trả nốt 9.297.000đ')
  })

  const ends: Record<string, (buyer: Buyer, sent: Application) => Promise<unknown>> = {
    refused: (_buyer, sent) => answerLoan(checkout.door, sent, { answer: 'refused' }),
    withdrawn: (_buyer, { code, secret }) =>
      checkout.door.call('DELETE', `${loan_path}?secret=${secret}`, { json: { code } }),
    lapsed: () => {
      checkout.now = new Date(checkout.now.getTime() + 3 * 3_600_000)
      return lapseLoans(loanDeps({ db: checkout.own.db, now: () => checkout.now }))
    },
    'cancelled after it was approved': async (buyer, sent) => {
      await answerLoan(checkout.door, sent, { answer: 'approved' })
      const order_code = sent.order_code
      return dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code }))
    },
  }
  test.each(Object.keys(ends))('is closed once it is %s', async (end) => {
    const buyer = await checkout.buyer()
    const sent = await sentLoan(buyer)
    await ends[end]?.(buyer, sent)
    const { status, order_page } = await payAgain(buyer, sent.order_code)
    expect(status).toBe(302)
    expect(order_page).toContain('ĐƠN HÀNG ĐÃ HỦY')
    expect(order_page).not.toContain('chưa nhận được tiền')
    expect(order_page).not.toContain('Đổi phương thức')
    expect(refusalOf(await pay(buyer, sent.order_code))).toBe('409 order_closed')
  })
})

test('an order paid in parts by a card asks for the part of the card', async () => {
  const buyer = await checkout.buyer()
  await openLoan(buyer, { phone: nextPhone() })
  const plan = { bank_code: 'VCB', card_brand: 'VISA', months: 6, card_amount: 20_000_000 }
  const { code } = dataOf<Order>(
    await buyer.call('POST', '/api/cart/v1/installment/card-order', plan),
  )
  dataOf(await buyer.call('POST', payment_path, { order_code: code, payment_method: 'alepay' }))
  expect(await asked(code)).toEqual([20_000_000])
  const { text } = await payAgain(buyer, code)
  expect(footOf(text)).toEqual(['Cần thanh toán', '20.000.000đ'])
})

test('an order of which a transfer was too small asks for the rest', async () => {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  const { code } = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
  const body = sepayBody({ amount: 1_000_000, content: code.replace('-', '') })
  await postSepay(checkout.door, body, sepayHeaders(body, checkout.now))
  const { text } = await payAgain(buyer, code)
  expect(text).toContain('Đã nhận</dt><dd class="shrink-0 font-semibold">1.000.000đ')
  expect(footOf(text)).toEqual(['Cần thanh toán', '29.990.000đ'])
  dataOf(await pay(buyer, code, 'vnpay'))
  expect(await asked(code)).toEqual([29_990_000])
})
