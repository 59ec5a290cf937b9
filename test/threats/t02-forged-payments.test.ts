import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { openBook } from '#shop/payment/sandbox/sandbox-provider-store.ts'
import type { Telling } from '#shop/payment/sandbox/sandbox-provider.ts'
import { test_providers } from '#shop/payment/sandbox/sandbox-providers.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import { postPayos, postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { repeats } from '#test/support/repeats.ts'
import { goods } from '#test/support/small-shop.ts'
import { changed, misshapen } from '#test/threats/forged-messages.ts'

// T2: messages about money that nobody sent, sent again, or changed on the way (docs/threats.md).

const counter = openCounter()
const log = createLog({ service: 'test', level: 'silent' })
/** With eight gateways more than 500 forgeries in the end, and as many replays. */
const each = repeats({ verify: 24, soak: 64 })

const pass = (seconds: number) => {
  counter.now = new Date(counter.now.getTime() + seconds * 1_000)
}
afterEach(async () => {
  pass(2 * 86_400)
  await expireOrders({ db: counter.own.db, log }, counter.now)
})

/** All that a message can move, and all that a message leaves behind. */
async function books(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(o order by order_id) from sales_order o) as orders,
      (select json_agg(p order by payment_id) from payment p) as tries,
      (select count(*) from payment_message) as messages,
      (select count(*) from bank_message) as bank_messages,
      (select json_agg(r order by payment_review_id) from payment_review r) as reviews,
      (select json_agg(r order by r::text) from refund r) as refunds,
      (select json_agg(h order by hold_id) from hold h) as holds`.execute(counter.own.db)
  return rows[0]
}

interface Try {
  buyer: Buyer
  order: Order
  reference: string
}

/** An order whose shopper stands before the page of the provider. */
async function atProvider(payment_method: string): Promise<Try> {
  const buyer = await counter.buyer()
  await buyer.prepare(goods.cable)
  const order = dataOf<Order>(await buyer.order({ payment_method }))
  const begun = await buyer.call('POST', '/api/cart/v1/order/payment', { payment_method })
  const { redirect_url } = dataOf<{ redirect_url: string }>(begun)
  const { pathname, search } = new URL(redirect_url, 'http://localhost:3000')
  const page = await counter.door.call('GET', pathname + search)
  return { buyer, order, reference: /name="reference" value="([^"]+)"/.exec(page.text)?.[1] ?? '' }
}

async function tell({ method, url, headers, payload }: Telling): Promise<number> {
  const body = method === 'POST' ? { body: payload ?? '' } : {}
  const response = await fetch(counter.door.url + url, { method, headers: { ...headers }, ...body })
  await response.text()
  return response.status
}

async function statusOf({ buyer, order }: Try, method: string): Promise<string> {
  const address = `/api/cart/v1/payment-gateway/${method}/result?order_id_web=${order.code}`
  return dataOf<PaymentResult>(await buyer.call('GET', address)).status
}

describe.each(test_providers.map((provider) => [provider.family, provider] as const))(
  '%s',
  (family, provider) => {
    const amount = (order: Order) => order.totals.grand_total
    const book = () => openBook(counter.own.db, family)

    /** What the provider would say of this try if it were paid. */
    async function truthOf(
      { order, reference }: Try,
      settings = provider.settings,
    ): Promise<Telling> {
      const entry = await book().find(reference)
      if (entry === null) throw new ReferenceError(`${family} does not know ${reference}`)
      const saying = { status: 'paid' as const, amount: amount(order), at: counter.now }
      const telling = provider.tell(entry, saying, settings)
      if (telling === null) throw new ReferenceError(`${family} tells nothing`)
      return telling
    }

    test(`${each} forgeries move nothing; the truth counts after them, and once in ${each} times`, async () => {
      const about = await atProvider(family)
      const other = await atProvider(family)
      const truth = await truthOf(about)
      const matters = [String(amount(about.order)), about.reference]
      const forgeries = [
        await truthOf(about, provider.forged),
        ...misshapen(truth, await truthOf(other, provider.forged)),
      ]
      while (forgeries.length < each) forgeries.push(changed(truth, matters, forgeries.length))
      const before = await books()
      const statuses = await Promise.all(forgeries.map(tell))
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      expect(await books()).toEqual(before)
      expect(await statusOf(about, family)).toBe('waiting')

      await book().settle(about.reference, 'paid', amount(about.order), counter.now)
      await tell(truth)
      pass(5)
      expect(await statusOf(about, family)).toBe('paid')
      const after = await books()
      await Promise.all(Array.from({ length: each }, () => tell(truth)))
      expect(await books()).toEqual(after)
      expect(await statusOf(other, family)).toBe('waiting')
    }, 60_000)

    test('the way back only shows: an address that says "paid" pays nothing', async () => {
      const about = await atProvider(family)
      const entry = await book().find(about.reference)
      const before = await books()
      if (entry === null) throw new ReferenceError(`${family} does not know ${about.reference}`)
      const saying = { status: 'paid' as const, amount: amount(about.order), at: counter.now }
      for (const settings of [provider.settings, provider.forged]) {
        const back = new URL(provider.comeBack(entry, saying, settings), 'http://localhost:3000')
        const headers = { cookie: `token=${about.buyer.token}` }
        await counter.door.call('GET', back.pathname + back.search, { headers })
        const query = back.searchParams
        query.set('order_id_web', about.order.code)
        await about.buyer.call('GET', `/api/cart/v1/payment-gateway/${family}/result?${query}`)
      }
      expect(await books()).toEqual(before)
      expect(await statusOf(about, family)).toBe('waiting')
    })
  },
)

describe('what the shop signed itself', () => {
  const behind_proxy = openCounter({ TRUST_PROXY: '127.0.0.1' })

  test.each(['onepay_intl', 'onepay_atm'])('is no message of %s', async (payment_method) => {
    const buyer = await behind_proxy.buyer()
    await buyer.prepare(goods.cable)
    const order = dataOf<Order>(await buyer.order({ payment_method }))
    // Handed on by a proxy that adds nothing of its own; the same key signs both ways, without quotes.
    const said: Record<string, string> = {
      vpc_TicketNo: '203.0.113.1',
      vpc_TransactionNo: '77',
      vpc_TxnResponseCode: '0',
    }
    const headers = {
      'x-forwarded-for': '203.0.113.1&vpc_TransactionNo=77&vpc_TxnResponseCode=0',
    }
    const begun = await buyer.call(
      'POST',
      '/api/cart/v1/order/payment',
      { payment_method },
      { headers },
    )
    const { redirect_url } = dataOf<{ redirect_url: string }>(begun)
    const message = new URL(redirect_url, 'http://localhost:3000').searchParams
    const { code } = order
    for (const changes of [{}, said]) {
      for (const [name, value] of Object.entries<string>(changes)) message.set(name, value)
      await behind_proxy.door.call('GET', `/api/payment/notify/${payment_method}?${message}`)
    }
    expect(dataOf<Order>(await buyer.call('GET', `/api/cart/v1/order?code=${code}`)).state).toBe(
      'awaiting_payment',
    )
  })
})

describe('transfers', () => {
  const stand = openCounter(relay_env)

  async function balance(code: string): Promise<unknown> {
    const { rows } = await sql`
      select state, (select count(*) from bank_message) as messages,
        (select count(*) from payment_review) as reviews
      from sales_order where code = ${code}`.execute(stand.own.db)
    return rows[0]
  }

  test(`${each} forged notices of each relay move nothing; the truth counts once in ${each} times`, async () => {
    const buyer = await stand.buyer()
    await buyer.prepare(goods.cable)
    const order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
    await buyer.prepare(goods.cable)
    const waiting = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
    const { content, amount } = dataOf<{ content: string; amount: number }>(
      await buyer.call('GET', `/api/cart/v1/payment-gateway/qrcode?order_code=${waiting.code}`),
    )
    const raw = sepayBody({ amount, content })
    const genuine = sepayHeaders(raw, stand.now)
    const stale = new Date(stand.now.getTime() - 3_600_000)
    const before = await balance(waiting.code)
    const forged = Array.from({ length: each }, (_, index) => {
      const kinds = [
        () => postSepay(stand.door, raw, sepayHeaders(raw, stand.now, 'not-the-secret-of-sepay')),
        () => postSepay(stand.door, raw.replace(String(amount), String(amount + 1)), genuine),
        () => postSepay(stand.door, raw, {}),
        () => postSepay(stand.door, raw, { ...genuine, 'x-sepay-timestamp': '1' }),
        () => postSepay(stand.door, raw, sepayHeaders(raw, stale)),
        () => postSepay(stand.door, raw, { authorization: 'Apikey wrong-key-of-somebody' }),
        () => postSepay(stand.door, `${raw} `, genuine),
        () => postPayos(stand.door, { orderCode: 1, amount, description: content }, 'wrong-key'),
      ]
      return kinds[index % kinds.length]?.()
    })
    const answers = await Promise.all(forged)
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([401]))
    expect(await balance(waiting.code)).toEqual(before)
    expect((await postSepay(stand.door, raw, genuine)).status).toBe(200)
    expect(await balance(waiting.code)).toEqual({ state: 'pending', messages: 1, reviews: 0 })
    const again = Array.from({ length: each }, () => postSepay(stand.door, raw, genuine))
    await Promise.all(again)
    expect(await balance(waiting.code)).toEqual({ state: 'pending', messages: 1, reviews: 0 })
    expect(await balance(order.code)).toMatchObject({ state: 'pending' })
  }, 60_000)
})
