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
import { openCounter } from '#test/support/counter.ts'
import { closeOffers, openFlashSale } from '#test/support/flash-crowd.ts'
import { moneyErrors } from '#test/support/money-books.ts'
import { tellGateway } from '#test/support/payment-messages.ts'
import { openPlayProvider, type PlayProvider } from '#test/support/play-provider.ts'
import { testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { repeats } from '#test/support/repeats.ts'
import { giveVoucher, startPromotion } from '#test/support/baskets/small-offers.ts'
import { goods } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'
import { bookErrors, type Inventory, takeInventory } from '#test/support/stock-ledger.ts'

const rounds = repeats({ verify: 1, soak: 4 })
const shoppers = 20
const deeds_each = 14
const minute_ms = 60_000
/** What has come about after some rounds, or the shoppers were too tame. */
const ends = [
  ...['order pending', 'order cancelled', 'order expired'],
  ...['review accepted', 'review refunded', 'refund done'],
]

let play: PlayProvider
let other: PlayProvider
const counter = openCounter(relay_env, async () => {
  play = await openPlayProvider('play')
  other = await openPlayProvider('other')
  return [cashOnDelivery, bankTransfer, play.gateway, other.gateway]
})
const log = createLog({ service: 'test', level: 'silent' })
const methods = ['play', 'play', 'other', 'bank_transfer', 'cod'] as const
let providers: ProviderDeps
let opening: Inventory

beforeAll(async () => {
  const gateways = [cashOnDelivery, bankTransfer, play.gateway, other.gateway]
  providers = await testProviders({ db: counter.own.db, now: () => counter.now, gateways })
})
afterAll(async () => {
  await play.close()
  await other.close()
})

/** Numbers that look like chance and are the same for the same beginning. */
function chance(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (most: number) => Math.floor(next() * most),
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
  counter.now = new Date(counter.now.getTime() + ms)
}
/** No answer of the shop may be a fault, whatever was asked in whatever order. */
function heard(answer: Answer): Answer {
  if (answer.status >= 500 && answer.body?.error?.code !== 'payment_provider_away') {
    throw new RangeError(`${answer.status} ${answer.text}`)
  }
  return answer
}

async function orders(life: Life, luck: Chance): Promise<void> {
  const { buyer, phone } = life
  const item = luck.of([goods.cable, goods.cable, goods.phone])
  heard(await buyer.add(item))
  heard(await buyer.quote({ [item]: 1 }))
  heard(await buyer.address({ ...home_address, phone }))
  if (luck.below(2) === 0)
    heard(await buyer.call('POST', '/api/cart/v1/quote/voucher', { code: 'MOT' }))
  const payment_method = luck.of(methods)
  const given = luck.below(6) === 0 ? {} : { payment_method }
  const answer = heard(await buyer.order(given))
  if (answer.status !== 200) return
  const { code, secret, totals } = dataOf<Order>(answer)
  life.orders.push({ code, secret, total: totals.grand_total })
}

async function pays(life: Life, luck: Chance): Promise<void> {
  const one = luck.of(life.orders)
  if (one === undefined) return
  const tries = await sql<{ method: string; reference: string; amount: number }>`
    select method, reference, p.amount from payment p join sales_order using (order_id)
    where code = ${one.code} and reference is not null`.execute(counter.own.db)
  const attempt = luck.of(tries.rows)
  if (attempt === undefined) return
  const { method, reference } = attempt
  const wrong = luck.below(7) === 0 ? luck.of([-1_000, 1_000]) : 0
  const number = luck.below(4) === 0 ? 2 : 1
  const said = {
    message_id: `${reference}:${number}:${wrong}`,
    reference,
    status: 'paid' as const,
    amount: attempt.amount + wrong,
    provider_reference: `${reference}:${number}:${wrong}`,
  }
  if (luck.below(3) === 0) {
    const provider = method === 'play' ? play : other
    provider.tries.set(reference, { status: 'paid', amount: said.amount })
  }
  const times = 1 + luck.below(3)
  await Promise.all(Array.from({ length: times }, () => tellGateway(counter.door, method, said)))
}

async function fails(life: Life, luck: Chance): Promise<void> {
  const { rows } = await sql<{ method: string; reference: string; amount: number }>`
    select method, reference, p.amount from payment p join sales_order using (order_id)
    where code = any(${life.orders.map(({ code }) => code)}) and reference is not null
  `.execute(counter.own.db)
  const attempt = luck.of(rows)
  if (attempt === undefined) return
  const { method, reference, amount } = attempt
  const message_id = `${reference}:failed`
  const said = { message_id, reference, amount, status: 'failed' as const }
  await tellGateway(counter.door, method, { ...said, provider_reference: null })
}

async function transfers(life: Life, luck: Chance): Promise<void> {
  const one = luck.of(life.orders)
  if (one === undefined) return
  const half = Math.floor(one.total / 2)
  const amount = luck.of([one.total, one.total, one.total, half, 1_000, one.total + 1_000])
  const raw = sepayBody({ amount, content: `CT ${one.code.replace('-', '')}` })
  const tell = () => postSepay(counter.door, raw, sepayHeaders(raw, counter.now))
  await Promise.all(luck.below(3) === 0 ? [tell(), tell()] : [tell()])
}

async function chooses(life: Life, luck: Chance): Promise<void> {
  const one = luck.of(life.orders)
  const verb = luck.of(['POST', 'PUT'] as const)
  const json = { payment_method: luck.of(methods), ...(one && { order_code: one.code }) }
  heard(await life.buyer.call(verb, '/api/cart/v1/order/payment', json))
}

async function cancels(life: Life, luck: Chance): Promise<void> {
  const one = luck.of(life.orders)
  if (one === undefined) return
  const { code, secret } = one
  const path = '/api/cart/v1/order/cancel'
  const again = () => life.buyer.call('POST', path, { order_code: code })
  const linked = () => counter.door.call('POST', path, { json: { order_code: code, secret } })
  const payment = () =>
    life.buyer.call('POST', '/api/cart/v1/payment-gateway/play/cancelPayment', {
      order_id_web: code,
    })
  const ways = luck.of([[again], [linked], [payment], [again, linked], [again, payment]])
  for (const answer of await Promise.all(ways.map((way) => way()))) heard(answer)
}

const deeds = [orders, orders, pays, pays, pays, fails, transfers, chooses, chooses, cancels]

async function lives(life: Life, luck: Chance): Promise<void> {
  await orders(life, luck)
  for (let n = 0; n < deeds_each; n++) await luck.of(deeds)(life, luck)
}

async function decides(luck: Chance): Promise<void> {
  const reviews = reconciliationStaffService({ db: counter.own.db, now: () => counter.now, log })
  const refunds = refundStaffService(providers)
  const { rows } = await sql<{ id: number; kind: 'review' | 'refund' }>`
    select payment_review_id as id, 'review' as kind from payment_review where state = 'open'
    union all select refund_id, 'refund' from refund
    where state in ('due', 'requested', 'failed')`.execute(counter.own.db)
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

/** Time, jobs and staff go on beside the shoppers until they are done. */
async function goesOn(isOver: () => boolean, luck: Chance): Promise<void> {
  const { db } = counter.own
  const jobs = [
    () => pass(luck.below(3) === 0 ? luck.below(4) * minute_ms : 1_000),
    () => expireOrders({ db, log }, counter.now),
    () => askBeforeExpiry(providers),
    () => askSilent(providers),
    () => {
      play.refund = luck.of(['done', 'requested', 'failed'])
      other.refund = luck.of(['done', 'requested', 'failed'])
    },
    () => sendRefunds(providers),
    () => refundLeftPartial(providers),
    () => expireReservations({ db }, counter.now),
    () => decides(luck),
    () => decides(luck),
  ]
  while (!isOver()) {
    await luck.of(jobs)()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function comesToRest(): Promise<void> {
  play.refund = 'done'
  other.refund = 'done'
  for (let day = 0; day < 3; day++) {
    await askBeforeExpiry(providers)
    await expireOrders({ db: counter.own.db, log }, counter.now)
    await askSilent(providers)
    await refundLeftPartial(providers)
    await sendRefunds(providers)
    pass(86_400_000)
    // What was kept for who waited for a slot.
    await expireReservations({ db: counter.own.db }, counter.now)
  }
}

/** What providers were told to pay back, each number once, is never more than they took. */
async function overpaid(): Promise<string[]> {
  const asked = [play, other].flatMap(({ calls }) =>
    calls.flatMap(({ path, body }) => (path === '/refund' ? [body] : [])),
  )
  const sent = new Map(asked.map((body) => [Number(body['refund_id']), Number(body['amount'])]))
  const { rows } = await sql<{ said: string }>`
    with sent as (
      select refund_id, amount
      from unnest(${[...sent.keys()]}::bigint[], ${[...sent.values()]}::bigint[]) as s (refund_id, amount)
    ), back as (
      select payment_id, sum(sent.amount) as amount from sent join refund using (refund_id)
      group by payment_id
    ), came as (
      select payment_id, sum(amount) as amount from payment_message where status = 'paid'
        and outcome <> 'ignored' group by payment_id
    )
    select format('try %s took %s and sent %s back', payment_id, came.amount, back.amount) as said
    from back left join came using (payment_id)
    where back.amount > coalesce(came.amount, 0)`.execute(counter.own.db)
  return rows.map(({ said }) => said)
}

test(
  'whatever shoppers, providers, staff and time do at once, the books are right',
  { timeout: 120_000 },
  async () => {
    const { db } = counter.own
    const seed = Date.now() % 1_000_000
    await sql`update stock set quantity = 20 where product_id = ${goods.cable}`.execute(db)
    await giveVoucher(db, { code: 'MOT', value: 20_000, total: 8, per_customer: 1 })
    const offer = { payment_method: 'play', value: 10_000, total: 6, per_customer: 1 } as const
    await startPromotion(db, { kind: 'payment', name: 'Trả qua cổng thử', ...offer })
    const sale = { item_id: goods.phone, price: 20_000_000, slots: 4, pay_within_s: 300 }
    await openFlashSale(db, { ...sale, now: counter.now })
    opening = await takeInventory(db)
    for (let round = 0; round < rounds; round++) {
      const all = await Promise.all(
        Array.from({ length: shoppers }, async (_, n): Promise<Life> => {
          const phone = `0912${String(300_000 + round * 100 + Math.floor(n / 2))}`
          return { buyer: await counter.buyer(), phone, orders: [] }
        }),
      )
      let is_over = false
      const world = [chance(seed * 7 + round), chance(seed * 11 + round)]
      const beside = world.map((own) => goesOn(() => is_over, own))
      await Promise.all(all.map((life, n) => lives(life, chance(seed * 1_000 + round * 100 + n))))
      is_over = true
      await Promise.all(beside)
      await comesToRest()
      expect.soft(await bookErrors(db, opening), `pieces, seed ${seed}`).toEqual([])
      expect.soft(await moneyErrors(db), `money, seed ${seed}`).toEqual([])
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
