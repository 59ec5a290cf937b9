import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { expireReservations } from '#shop/flows/expire-reservations.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { askBeforeExpiry, askSilent } from '#shop/flows/receive-payment/ask-providers.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { refundLeftPartial } from '#shop/flows/refund-order/refund-order.ts'
import { refundStaffService } from '#shop/flows/staff/refund-staff.ts'
import { reconciliationStaffService } from '#shop/flows/staff/reconciliation-staff.ts'
import { sendRefunds } from '#shop/flows/refund-order/send-refunds.ts'
import { Refusal } from '#pure/contract.ts'
import type { Answer } from '#test/support/door.ts'
import { type Buyer, dataOf, home_address, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { closeOffers, openFlashSale } from '#test/support/flash-crowd.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { attemptErrors, watchAttempts } from '#test/support/payment/attempt-changes.ts'
import { notifyGateway } from '#test/support/payment-messages.ts'
import { openFakeProvider, type FakeProvider } from '#test/support/fake-provider.ts'
import { testProviders, testWrites } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { repeats } from '#test/support/repeats.ts'
import { giveVoucher, startPromotion } from '#test/support/baskets/small-offers.ts'
import { products } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'
import {
  ledgerErrors,
  setFreeStock,
  takeInventory,
  type Inventory,
} from '#test/support/stock-ledger.ts'

const rounds = repeats({ verify: 1, soak: 4 })
const shoppers = 20
const actions_each = 14
const minute_ms = 60_000
/** The ends that must have occurred after some rounds, or the actions of the shoppers were too few. */
const ends = [
  ...['order pending', 'order cancelled', 'order expired'],
  ...['review accepted', 'review refunded', 'refund done'],
]

let fake: FakeProvider
let other: FakeProvider
const checkout = openCheckout(relay_env, async () => {
  fake = await openFakeProvider('fake')
  other = await openFakeProvider('other')
  return [cashOnDelivery, bankTransfer, fake.gateway, other.gateway]
})
const log = createLog({ service: 'test', level: 'silent' })
const methods = ['fake', 'fake', 'other', 'bank_transfer', 'cod'] as const
let providers: ProviderDeps
let opening: Inventory

beforeAll(async () => {
  const gateways = [cashOnDelivery, bankTransfer, fake.gateway, other.gateway]
  providers = await testProviders({ db: checkout.own.db, now: () => checkout.now, gateways })
})
afterAll(async () => {
  await fake.close()
  await other.close()
})

/** Pseudo-random numbers that are the same for the same seed. */
function chance(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (max: number) => Math.floor(next() * max),
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  }
}
type Chance = ReturnType<typeof chance>

interface Life {
  buyer: Buyer
  phone: string
  orders: { code: string; secret: string; total: number }[]
}

const pass = (ms: number) => {
  checkout.now = new Date(checkout.now.getTime() + ms)
}
/** Throws if an answer is a server error: no sequence of requests may cause one. */
function checked(answer: Answer): Answer {
  if (answer.status >= 500 && answer.body?.error?.code !== 'payment_provider_away') {
    throw new RangeError(`${answer.status} ${answer.text}`)
  }
  return answer
}

async function orders(life: Life, luck: Chance): Promise<void> {
  const { buyer, phone } = life
  const item = luck.of([products.cable, products.cable, products.phone])
  checked(await buyer.add(item))
  checked(await buyer.quote({ [item]: 1 }))
  checked(await buyer.address({ ...home_address, phone }))
  if (luck.below(2) === 0)
    checked(await buyer.call('POST', '/api/cart/v1/quote/voucher', { code: 'MOT' }))
  const payment_method = luck.of(methods)
  const input = luck.below(6) === 0 ? {} : { payment_method }
  const answer = checked(await buyer.order(input))
  if (answer.status !== 200) return
  const { code, secret, totals } = dataOf<Order>(answer)
  life.orders.push({ code, secret, total: totals.grand_total })
}

async function pays(life: Life, luck: Chance): Promise<void> {
  const one = luck.of(life.orders)
  if (one === undefined) return
  const attempts = await sql<{ method: string; reference: string; amount: number }>`
    select method, reference, p.amount from payment p join sales_order using (order_id)
    where code = ${one.code} and reference is not null`.execute(checkout.own.db)
  const attempt = luck.of(attempts.rows)
  if (attempt === undefined) return
  const { method, reference } = attempt
  const wrong = luck.below(7) === 0 ? luck.of([-1_000, 1_000]) : 0
  const number = luck.below(4) === 0 ? 2 : 1
  const message = {
    message_id: `${reference}:${number}:${wrong}`,
    reference,
    status: 'paid' as const,
    amount: attempt.amount + wrong,
    provider_reference: `${reference}:${number}:${wrong}`,
  }
  if (luck.below(3) === 0) {
    const provider = method === 'fake' ? fake : other
    provider.attempts.set(reference, { status: 'paid', amount: message.amount })
  }
  const times = 1 + luck.below(3)
  await Promise.all(
    Array.from({ length: times }, () => notifyGateway(checkout.door, method, message)),
  )
}

async function fails(life: Life, luck: Chance): Promise<void> {
  const { rows } = await sql<{ method: string; reference: string; amount: number }>`
    select method, reference, p.amount from payment p join sales_order using (order_id)
    where code = any(${life.orders.map(({ code }) => code)}) and reference is not null
  `.execute(checkout.own.db)
  const attempt = luck.of(rows)
  if (attempt === undefined) return
  const { method, reference, amount } = attempt
  const message_id = `${reference}:failed`
  const message = { message_id, reference, amount, status: 'failed' as const }
  await notifyGateway(checkout.door, method, { ...message, provider_reference: null })
}

async function transfers(life: Life, luck: Chance): Promise<void> {
  const one = luck.of(life.orders)
  if (one === undefined) return
  const half = Math.floor(one.total / 2)
  const amount = luck.of([one.total, one.total, one.total, half, 1_000, one.total + 1_000])
  const raw = sepayBody({ amount, content: `CT ${one.code.replace('-', '')}` })
  const sendTransfer = () => postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
  await Promise.all(luck.below(3) === 0 ? [sendTransfer(), sendTransfer()] : [sendTransfer()])
}

async function chooses(life: Life, luck: Chance): Promise<void> {
  const one = luck.of(life.orders)
  const verb = luck.of(['POST', 'PUT'] as const)
  const json = { payment_method: luck.of(methods), ...(one && { order_code: one.code }) }
  checked(await life.buyer.call(verb, '/api/cart/v1/order/payment', json))
}

async function cancels(life: Life, luck: Chance): Promise<void> {
  const one = luck.of(life.orders)
  if (one === undefined) return
  const { code, secret } = one
  const path = '/api/cart/v1/order/cancel'
  const again = () => life.buyer.call('POST', path, { order_code: code })
  const linked = () => checkout.door.call('POST', path, { json: { order_code: code, secret } })
  const payment = () =>
    life.buyer.call('POST', '/api/cart/v1/payment-gateway/fake/cancelPayment', {
      order_id_web: code,
    })
  const ways = luck.of([[again], [linked], [payment], [again, linked], [again, payment]])
  for (const answer of await Promise.all(ways.map((way) => way()))) checked(answer)
}

const actions = [orders, orders, pays, pays, pays, fails, transfers, chooses, chooses, cancels]

async function lives(life: Life, luck: Chance): Promise<void> {
  await orders(life, luck)
  for (let n = 0; n < actions_each; n++) await luck.of(actions)(life, luck)
}

async function decides(luck: Chance): Promise<void> {
  const clock = { db: checkout.own.db, now: () => checkout.now }
  const write = testWrites(clock)
  const reviews = reconciliationStaffService({ ...clock, log, write })
  const refunds = refundStaffService({ ...providers, write })
  const { rows } = await sql<{ id: number; kind: 'review' | 'refund' }>`
    select payment_review_id as id, 'review' as kind from payment_review where state = 'open'
    union all select refund_id, 'refund' from refund
    where state in ('due', 'requested', 'failed')`.execute(checkout.own.db)
  const one = luck.of(rows)
  if (one === undefined) return
  try {
    if (one.kind === 'review') {
      const decision = luck.of(['accepted', 'accepted', 'refunded'] as const)
      await reviews.settleReview(test_staff, { payment_review_id: one.id, decision })
    } else {
      const decision = luck.of(['done', 'again', 'again'] as const)
      await refunds.settleRefund(test_staff, { refund_id: one.id, decision })
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** Runs the clock, the jobs and staff in parallel until the shoppers are done. */
async function goesOn(isOver: () => boolean, luck: Chance): Promise<void> {
  const { db } = checkout.own
  const jobs = [
    () => pass(luck.below(3) === 0 ? luck.below(4) * minute_ms : 1_000),
    () => expireOrders({ db, log }, checkout.now),
    () => askBeforeExpiry(providers),
    () => askSilent(providers),
    () => {
      fake.refund = luck.of(['done', 'requested', 'failed'])
      other.refund = luck.of(['done', 'requested', 'failed'])
    },
    () => sendRefunds(providers),
    () => refundLeftPartial(providers),
    () => expireReservations({ db }, checkout.now),
    () => decides(luck),
    () => decides(luck),
  ]
  while (!isOver()) {
    await luck.of(jobs)()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function comesToRest(): Promise<void> {
  fake.refund = 'done'
  other.refund = 'done'
  for (let day = 0; day < 3; day++) {
    await askBeforeExpiry(providers)
    await expireOrders({ db: checkout.own.db, log }, checkout.now)
    await askSilent(providers)
    await refundLeftPartial(providers)
    await sendRefunds(providers)
    pass(86_400_000)
    // Reservations that were offered through a waitlist.
    await expireReservations({ db: checkout.own.db }, checkout.now)
  }
}

/** The attempts whose refunds sent to providers, each number once, exceed the received money. */
async function overpaid(): Promise<string[]> {
  const refund_requests = [fake, other].flatMap(({ calls }) =>
    calls.flatMap(({ path, body }) => (path === '/refund' ? [body] : [])),
  )
  const sent = new Map(
    refund_requests.map((body) => [String(body['number']), Number(body['amount'])]),
  )
  const { rows } = await sql<{ problem: string }>`
    with sent as (
      select number, amount
      from unnest(${[...sent.keys()]}::text[], ${[...sent.values()]}::bigint[]) as s (number, amount)
    ), back as (
      select payment_id, sum(sent.amount) as amount from sent join refund using (number)
      group by payment_id
    ), came as (
      select payment_id, sum(amount) as amount from payment_message where status = 'paid'
        and outcome <> 'ignored' group by payment_id
    )
    select format('attempt %s took %s and sent %s back', payment_id, came.amount, back.amount) as problem
    from back left join came using (payment_id)
    where back.amount > coalesce(came.amount, 0)`.execute(checkout.own.db)
  return rows.map(({ problem }) => problem)
}

test(
  'whatever shoppers, providers, staff and time do at once, the ledgers are correct',
  { timeout: 120_000 },
  async () => {
    const { db } = checkout.own
    const seed = Date.now() % 1_000_000
    await setFreeStock(db, 20, sql`product_id = ${products.cable}`)
    await giveVoucher(db, { code: 'MOT', value: 20_000, total: 8, per_customer: 1 })
    const offer = { payment_method: 'fake', value: 10_000, total: 6, per_customer: 1 } as const
    await startPromotion(db, { kind: 'payment', name: 'Trả qua cổng thử', ...offer })
    const sale = { item_id: products.phone, price: 20_000_000, slots: 4, pay_within_s: 300 }
    await openFlashSale(db, { ...sale, now: checkout.now })
    opening = await takeInventory(db)
    await watchAttempts(db)
    for (let round = 0; round < rounds; round++) {
      const all = await Promise.all(
        Array.from({ length: shoppers }, async (_, n): Promise<Life> => {
          const phone = `0912${String(300_000 + round * 100 + Math.floor(n / 2))}`
          return { buyer: await checkout.buyer(), phone, orders: [] }
        }),
      )
      let is_over = false
      const world = [chance(seed * 7 + round), chance(seed * 11 + round)]
      const beside = world.map((own) => goesOn(() => is_over, own))
      await Promise.all(all.map((life, n) => lives(life, chance(seed * 1_000 + round * 100 + n))))
      is_over = true
      await Promise.all(beside)
      await comesToRest()
      expect.soft(await ledgerErrors(db, opening), `stock, seed ${seed}`).toEqual([])
      expect.soft(await moneyErrors(db), `money, seed ${seed}`).toEqual([])
      expect.soft(await attemptErrors(db), `attempts, seed ${seed}`).toEqual([])
      expect.soft(await overpaid(), `providers, seed ${seed}`).toEqual([])
    }
    const { rows } = await sql<{ end: string }>`
      select distinct 'order ' || state as end from sales_order
      union select distinct 'review ' || state from payment_review
      union select distinct 'refund ' || state from refund`.execute(db)
    const expected = repeats({ verify: ends.slice(0, 1), soak: ends })
    expect(rows.map(({ end }) => end)).toEqual(expect.arrayContaining(expected))
    await closeOffers(db)
  },
)
