import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { gateways } from '#shop/payment/methods/gateways.ts'
import { loadSandboxProviders } from '#shop/payment/sandbox/call-sandbox-providers.ts'
import { openSandboxLedger } from '#shop/payment/sandbox/sandbox-provider-store.ts'
import type { SandboxMessage } from '#shop/payment/gateways/sandbox-provider.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { postPayos, postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { repeats } from '#test/support/repeats.ts'
import { products } from '#test/support/small-shop.ts'
import { goodsOfGateway } from '#test/goods/goods-of-gateway.ts'
import { changed, misshapen } from '#test/threats/forged-messages.ts'

// T2: messages about money that are forged, repeated or changed on the way (docs/threats.md).

const sandbox_providers = await loadSandboxProviders(gateways)
const checkout = openCheckout()
const log = createLog({ service: 'test', level: 'silent' })
/** Forgeries and replays per gateway: with nine gateways more than 500 of each in `soak`. */
const repetitions = repeats({ verify: 24, soak: 64 })

const pass = (seconds: number) => {
  checkout.now = new Date(checkout.now.getTime() + seconds * 1_000)
}
afterEach(async () => {
  pass(2 * 86_400)
  await expireOrders({ db: checkout.own.db, log }, checkout.now)
})

/** Returns everything that a message can change or store. */
async function ledgerState(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(o order by order_id) from sales_order o) as orders,
      (select json_agg(p order by payment_id) from payment p) as tries,
      (select count(*) from payment_message) as messages,
      (select count(*) from bank_message) as bank_messages,
      (select json_agg(r order by payment_review_id) from payment_review r) as reviews,
      (select json_agg(r order by r::text) from refund r) as refunds,
      (select json_agg(h order by reservation_id) from reservation h) as reservations`.execute(
    checkout.own.db,
  )
  return rows[0]
}

interface StartedAttempt {
  buyer: Buyer
  order: Order
  reference: string
}

/** Makes an order and opens the payment page of the sandbox provider. */
async function atProvider(payment_method: string): Promise<StartedAttempt> {
  const buyer = await checkout.buyer()
  await buyer.prepare(goodsOfGateway(payment_method))
  const order = dataOf<Order>(await buyer.order({ payment_method }))
  const response = await buyer.call('POST', '/api/cart/v1/order/payment', { payment_method })
  const { redirect_url } = dataOf<{ redirect_url: string }>(response)
  const { pathname, search } = new URL(redirect_url, 'http://localhost:3000')
  const page = await checkout.door.call('GET', pathname + search)
  return { buyer, order, reference: /name="reference" value="([^"]+)"/.exec(page.text)?.[1] ?? '' }
}

async function tell({ method, url, headers, payload }: SandboxMessage): Promise<number> {
  const body = method === 'POST' ? { body: payload ?? '' } : {}
  const response = await fetch(checkout.door.url + url, {
    method,
    headers: { ...headers },
    ...body,
  })
  await response.text()
  return response.status
}

async function statusOf({ buyer, order }: StartedAttempt, method: string): Promise<string> {
  const address = `/api/cart/v1/payment-gateway/${method}/result?order_id_web=${order.code}`
  return dataOf<PaymentResult>(await buyer.call('GET', address)).status
}

describe.each(sandbox_providers.map((provider) => [provider.family, provider] as const))(
  '%s',
  (family, provider) => {
    const amount = (order: Order) => order.totals.grand_total
    const ledger = () => openSandboxLedger(checkout.own.db, family)

    /** Returns the true message of the provider about this attempt when it is paid. */
    async function truthOf(
      { order, reference }: StartedAttempt,
      settings = provider.settings,
    ): Promise<SandboxMessage> {
      const entry = await ledger().find(reference)
      if (entry === null) throw new ReferenceError(`${family} has no entry for ${reference}`)
      const saying = { status: 'paid' as const, amount: amount(order), at: checkout.now }
      const telling = provider.createMessage(entry, saying, settings)
      if (telling === null) throw new ReferenceError(`${family} sends no message`)
      return telling
    }

    test(`${repetitions} forgeries change nothing; the true message counts after them, and once if sent ${repetitions} times`, async () => {
      const about = await atProvider(family)
      const other = await atProvider(family)
      const truth = await truthOf(about)
      const matters = [String(amount(about.order)), about.reference]
      const forgeries = [
        await truthOf(about, provider.forged),
        ...misshapen(truth, await truthOf(other, provider.forged)),
      ]
      while (forgeries.length < repetitions)
        forgeries.push(changed(truth, matters, forgeries.length))
      const before = await ledgerState()
      const statuses = await Promise.all(forgeries.map(tell))
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      expect(await ledgerState()).toEqual(before)
      expect(await statusOf(about, family)).toBe('waiting')

      await ledger().settle(about.reference, 'paid', amount(about.order), checkout.now)
      await tell(truth)
      pass(5)
      expect(await statusOf(about, family)).toBe('paid')
      const after = await ledgerState()
      await Promise.all(Array.from({ length: repetitions }, () => tell(truth)))
      expect(await ledgerState()).toEqual(after)
      expect(await statusOf(other, family)).toBe('waiting')
    }, 60_000)

    test('the return page only displays: an address that says "paid" pays nothing', async () => {
      const about = await atProvider(family)
      const entry = await ledger().find(about.reference)
      const before = await ledgerState()
      if (entry === null) throw new ReferenceError(`${family} has no entry for ${about.reference}`)
      const saying = { status: 'paid' as const, amount: amount(about.order), at: checkout.now }
      for (const settings of [provider.settings, provider.forged]) {
        const back = new URL(
          provider.returnAddress(entry, saying, settings),
          'http://localhost:3000',
        )
        const headers = { cookie: `token=${about.buyer.token}` }
        await checkout.door.call('GET', back.pathname + back.search, { headers })
        const query = back.searchParams
        query.set('order_id_web', about.order.code)
        await about.buyer.call('GET', `/api/cart/v1/payment-gateway/${family}/result?${query}`)
      }
      expect(await ledgerState()).toEqual(before)
      expect(await statusOf(about, family)).toBe('waiting')
    })
  },
)

describe('a request that the shop signed itself', () => {
  const behind_proxy = openCheckout({ TRUST_PROXY: '127.0.0.1' })

  test.each(['onepay_intl', 'onepay_atm'])('is no message of %s', async (payment_method) => {
    const buyer = await behind_proxy.buyer()
    await buyer.prepare(products.cable)
    const order = dataOf<Order>(await buyer.order({ payment_method }))
    // The proxy passes the header on unchanged; the same key signs requests and messages, without quoting.
    const success_fields: Record<string, string> = {
      vpc_TicketNo: '203.0.113.1',
      vpc_TransactionNo: '77',
      vpc_TxnResponseCode: '0',
    }
    const headers = {
      'x-forwarded-for': '203.0.113.1&vpc_TransactionNo=77&vpc_TxnResponseCode=0',
    }
    const response = await buyer.call(
      'POST',
      '/api/cart/v1/order/payment',
      { payment_method },
      { headers },
    )
    const { redirect_url } = dataOf<{ redirect_url: string }>(response)
    const message = new URL(redirect_url, 'http://localhost:3000').searchParams
    const { code } = order
    for (const changes of [{}, success_fields]) {
      for (const [name, value] of Object.entries<string>(changes)) message.set(name, value)
      await behind_proxy.door.call('GET', `/api/payment/notify/${payment_method}?${message}`)
    }
    expect(dataOf<Order>(await buyer.call('GET', `/api/cart/v1/order?code=${code}`)).state).toBe(
      'awaiting_payment',
    )
  })
})

describe('transfers', () => {
  const relay_shop = openCheckout(relay_env)

  async function balance(code: string): Promise<unknown> {
    const { rows } = await sql`
      select state, (select count(*) from bank_message) as messages,
        (select count(*) from payment_review) as reviews
      from sales_order where code = ${code}`.execute(relay_shop.own.db)
    return rows[0]
  }

  test(`${repetitions} forged notices of each relay change nothing; the true one counts once if sent ${repetitions} times`, async () => {
    const buyer = await relay_shop.buyer()
    await buyer.prepare(products.cable)
    const order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
    await buyer.prepare(products.cable)
    const waiting = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
    const { content, amount } = dataOf<{ content: string; amount: number }>(
      await buyer.call('GET', `/api/cart/v1/payment-gateway/qrcode?order_code=${waiting.code}`),
    )
    const raw = sepayBody({ amount, content })
    const genuine = sepayHeaders(raw, relay_shop.now)
    const stale = new Date(relay_shop.now.getTime() - 3_600_000)
    const before = await balance(waiting.code)
    const forged = Array.from({ length: repetitions }, (_, index) => {
      const kinds = [
        () =>
          postSepay(
            relay_shop.door,
            raw,
            sepayHeaders(raw, relay_shop.now, 'not-the-secret-of-sepay'),
          ),
        () => postSepay(relay_shop.door, raw.replace(String(amount), String(amount + 1)), genuine),
        () => postSepay(relay_shop.door, raw, {}),
        () => postSepay(relay_shop.door, raw, { ...genuine, 'x-sepay-timestamp': '1' }),
        () => postSepay(relay_shop.door, raw, sepayHeaders(raw, stale)),
        () => postSepay(relay_shop.door, raw, { authorization: 'Apikey wrong-key-of-somebody' }),
        () => postSepay(relay_shop.door, `${raw} `, genuine),
        () =>
          postPayos(relay_shop.door, { orderCode: 1, amount, description: content }, 'wrong-key'),
      ]
      return kinds[index % kinds.length]?.()
    })
    const answers = await Promise.all(forged)
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([401]))
    expect(await balance(waiting.code)).toEqual(before)
    expect((await postSepay(relay_shop.door, raw, genuine)).status).toBe(200)
    expect(await balance(waiting.code)).toEqual({ state: 'pending', messages: 1, reviews: 0 })
    const again = Array.from({ length: repetitions }, () =>
      postSepay(relay_shop.door, raw, genuine),
    )
    await Promise.all(again)
    expect(await balance(waiting.code)).toEqual({ state: 'pending', messages: 1, reviews: 0 })
    expect(await balance(order.code)).toMatchObject({ state: 'pending' })
  }, 60_000)
})
