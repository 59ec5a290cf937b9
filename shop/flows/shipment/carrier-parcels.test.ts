import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Packing, StaffParcel } from '#contracts/staff/parcels.ts'
import type { StaffOrder } from '#contracts/staff/orders.ts'
import { createLog } from '#platform/observe/log.ts'
import type { StaffActor } from '#pure/contract.ts'
import { askCarriers } from '#shop/flows/shipment/ask-carriers.ts'
import { sendPlayMessages } from '#shop/flows/shipment/carrier-jobs.ts'
import { carrierWebhooks } from '#shop/flows/shipment/carrier-webhooks.ts'
import { sendCarrierRequests } from '#shop/flows/shipment/send-carrier-requests.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import type {
  Carrier,
  CarrierAnswer,
  CarrierEvent,
  CarrierState,
  Created,
} from '#shop/shipment/carriers/carrier.ts'
import { hasSecret, ok, parsedBody } from '#shop/shipment/carriers/carrier-wire.ts'
import { playCarrier } from '#shop/shipment/carriers/play-carrier.ts'
import { callPlayCarrier } from '#shop/shipment/sandbox/play-carrier-service.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testCarriers, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { assertStock } from '#test/support/stock-ledger.ts'
import { staffWith, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout()
const lan: StaffActor = { ...test_staff, name: 'Lan' }
const webhook_secret = 'mot-mat-khau-that-dai-cua-webhook'

/** A carrier that answers what the test says. */
let answers: CarrierAnswer<Created>[] = []
let cancelled: CarrierAnswer<null> = ok(null)
let tracked: CarrierEvent[] = []
let calls: string[] = []
const Told = z.object({ key: z.string(), code: z.string(), status: z.string(), at: z.string() })
const carrier: Carrier<{ webhook_secret: string }> = {
  code: 'ghn',
  title: 'Hãng của bài thử',
  settings: {
    schema: z.object({ webhook_secret: z.string() }),
    secrets: ['webhook_secret'],
    demo: { webhook_secret },
  },
  webhook_hint: '',
  repeats: 'same_order',
  ask_after_ms: 3_600_000,
  quote: async () => ({ outcome: 'rejected', reason: 'Không giao đến đó' }),
  create: async ({ code, to }) => {
    calls.push(`create ${code}`)
    expect([to.ward, to.province].every((name) => name.length > 2)).toBe(true)
    return answers.shift() ?? ok({ carrier_code: `C-${code}`, fee: 25_000 })
  },
  cancel: async ({ code, carrier_code }) => {
    calls.push(`cancel ${code} ${carrier_code}`)
    return cancelled
  },
  track: async () => ok(tracked),
  readEvent: (message, settings) => {
    if (!hasSecret(message, settings.webhook_secret)) return 'forged'
    const told = parsedBody(message.raw, Told)
    return told === null ? 'unreadable' : eventOf(told.code, told.status, told.at, told.key)
  },
}

function eventOf(code: string, status: string, at: string, key: string): CarrierEvent {
  const state = status === 'gì đó' ? null : (status as CarrierState)
  const named = { carrier_code: `C-${code}`, reference: code }
  return { key, ...named, status, state, at: new Date(at), detail: {} }
}

let office: StaffServices
let deps: Parameters<typeof sendCarrierRequests>[0]

beforeAll(async () => {
  const { db } = checkout.own
  const now = () => checkout.now
  const gateways = [cashOnDelivery]
  const providers = await testProviders({ db, now, gateways })
  // Every message of the play carrier is lost, late, doubled or swapped by turns.
  let turn = 0
  const play = callPlayCarrier({ db, now, chance: () => (turn++ % 7) / 7 })
  const carriers = testCarriers({ db, now, carriers: [playCarrier, carrier], play })
  office = staffOffice(providers, 'demo', carriers).services
  deps = { db, now, log: createLog({ service: 'test', level: 'silent' }), carriers }
})
beforeEach(() => {
  answers = []
  cancelled = ok(null)
  tracked = []
  calls = []
})
afterAll(() => assertStock(checkout.own.db))

const pass = (minutes: number) => {
  checkout.now = new Date(checkout.now.getTime() + minutes * 60_000)
}

async function confirmed(): Promise<Order> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
  await office.orders.confirmOrder(lan, { order_code: order.code, version: 1 })
  return order
}

async function pack(by = 'ghn', order?: Order): Promise<{ code: string; order: Order }> {
  const packed = order ?? (await confirmed())
  const { version, units } = (await office.parcels.packing(lan, {
    order_code: packed.code,
  })) as Packing
  const scanned = units.flatMap(({ sku, quantity }) => Array(quantity).fill(sku)).join(' ')
  const input = { order_code: packed.code, version, carrier: by, weight_g: 300, scanned }
  return { code: (await office.parcels.packOrder(lan, input)).code, order: packed }
}

const parcelOf = async (code: string) => (await office.parcels.parcel(lan, { code })) as StaffParcel
const orderState = async ({ code }: Order) =>
  ((await office.orders.order(lan, { order_code: code })) as StaffOrder).state
const refused = (code: string) => expect.objectContaining({ code })
const lost_answer = { outcome: 'unknown', reason: 'Không trả lời' } as const

let minute = 0
/** Sends a message to the webhook. `minutes`: after 08:00. */
async function tell(code: string, status: string, minutes = ++minute, secret = webhook_secret) {
  const [, webhook] = carrierWebhooks(deps)
  const at = new Date(Date.UTC(2026, 10, 20, 8, minutes)).toISOString()
  const raw = Buffer.from(JSON.stringify({ key: `${code} ${status} ${at}`, code, status, at }))
  const query = new URLSearchParams({ hash: secret })
  return (await webhook?.receive({ raw, query, headers: {} }))?.status
}

describe('a packed parcel', () => {
  test('is created at its carrier at once, with its code and fee', async () => {
    const { code } = await pack()
    const parcel = await parcelOf(code)
    expect(parcel).toMatchObject({ state: 'created', carrier_code: `C-${code}`, fee: 25_000 })
    expect(parcel.request).toBeNull()
    expect((await office.parcels.parcels(lan, { q: `C-${code}` })).rows).toHaveLength(1)
    expect(await sendCarrierRequests(deps)).toBe(0)
  })

  test('whose call had no answer is asked for again by the same code, and is not handed over meanwhile', async () => {
    answers = [lost_answer, lost_answer]
    const { code } = await pack()
    expect(await parcelOf(code)).toMatchObject({ state: 'requested', request: { state: 'due' } })
    expect((await office.parcels.handOver(lan, { codes: code }))[0]?.outcome).toBe(
      'parcel_not_movable',
    )
    expect(await sendCarrierRequests(deps)).toBe(0)
    pass(2)
    await Promise.all([sendCarrierRequests(deps), sendCarrierRequests(deps)])
    pass(3)
    await Promise.all([sendCarrierRequests(deps), sendCarrierRequests(deps)])
    expect(calls).toEqual(Array(3).fill(`create ${code}`))
    expect((await parcelOf(code)).state).toBe('created')
  })

  test('is asked for again after the process died between call and answer', async () => {
    const broken = { ...deps.carriers, find: () => ({ ...carrier, create: () => never }) as never }
    const never = Promise.reject(new RangeError('killed'))
    never.catch(() => undefined)
    answers = [lost_answer]
    const { code } = await pack()
    pass(2)
    await expect(sendCarrierRequests({ ...deps, carriers: broken })).rejects.toThrow('killed')
    expect(await sendCarrierRequests(deps)).toBe(0)
    pass(2)
    expect(await sendCarrierRequests(deps)).toBe(1)
    expect((await parcelOf(code)).state).toBe('created')
  })

  test('that the carrier refuses waits for staff, who ask again or write its code down', async () => {
    answers = [{ outcome: 'rejected', reason: 'Sai phường' }]
    const { code } = await pack()
    const { request, may_ask_again, version } = await parcelOf(code)
    expect([request, may_ask_again]).toMatchObject([
      { state: 'rejected', note: 'Sai phường' },
      true,
    ])
    answers = [{ outcome: 'rejected', reason: 'Vẫn sai' }]
    expect(await office.parcels.askCarrierAgain(lan, { code })).toEqual({ state: 'requested' })
    const written = { code, version, carrier_code: 'tay-01' }
    expect(await office.parcels.setCarrierCode(lan, written)).toEqual({ state: 'created' })
    expect(await parcelOf(code)).toMatchObject({ carrier_code: 'TAY-01', request: null })
    await expect(office.parcels.askCarrierAgain(lan, { code })).rejects.toEqual(
      refused('nothing_to_ask'),
    )
    const { code: other } = await pack('other')
    const again = { code: other, version: 1, carrier_code: 'TAY-01' }
    expect(await office.parcels.setCarrierCode(lan, again)).toEqual({ state: 'created' })
  })

  test('that was refused after a call without an answer is cancelled too: it may exist', async () => {
    answers = [lost_answer, { outcome: 'rejected', reason: 'Hết hạn mức' }]
    const { code } = await pack()
    pass(2)
    await sendCarrierRequests(deps)
    const { state, version } = await parcelOf(code)
    expect(state).toBe('requested')
    await office.parcels.moveParcel(lan, { code, version, move: 'cancel' })
    await sendCarrierRequests(deps)
    expect(calls.at(-1)).toBe(`cancel ${code} null`)
  })

  test('that is unpacked is cancelled at its carrier; never created if it was not asked for', async () => {
    const { code, order } = await pack()
    await office.parcels.moveParcel(lan, { code, version: 2, move: 'cancel' })
    cancelled = lost_answer
    await sendCarrierRequests(deps)
    cancelled = ok(null)
    pass(2)
    await sendCarrierRequests(deps)
    expect(calls.slice(1)).toEqual(Array(2).fill(`cancel ${code} C-${code}`))
    answers = [lost_answer]
    calls = []
    const second = await pack('ghn', order)
    await office.orders.cancelOrder(lan, { order_code: order.code, version: 2, reason: 'other' })
    pass(2)
    await sendCarrierRequests(deps)
    await sendCarrierRequests(deps)
    // Nobody knows whether it was created: it is not created again, and cancelled by our code.
    expect(calls).toEqual([`create ${second.code}`, `cancel ${second.code} null`])
    expect((await parcelOf(second.code)).state).toBe('cancelled')
  })

  test('an unknown carrier is refused; one that was switched off takes no new parcel', async () => {
    await expect(pack('ghtk')).rejects.toEqual(refused('carrier_not_available'))
  })

  test('of another shop is an absent one', async () => {
    answers = [{ outcome: 'rejected', reason: 'Sai phường' }]
    const { code, order } = await pack()
    const grants = { 'orders.ship': { scope: 'shops', max_amount: null } } as const
    const { rows } = await sql<{ shop_id: number }>`
      select shop_id from parcel where code = ${code}`.execute(checkout.own.db)
    const far = Object.values(shops).find((shop) => shop !== rows[0]?.shop_id) ?? 0
    const stranger = staffWith(grants, [far])
    const { parcels } = office
    const written = { code, version: 1, carrier_code: 'XYZ1' }
    await expect(parcels.setCarrierCode(stranger, written)).rejects.toEqual(
      refused('parcel_not_found'),
    )
    await expect(parcels.askCarrierAgain(stranger, { code })).rejects.toEqual(
      refused('parcel_not_found'),
    )
    const asked = { order_code: order.code, weight_g: 300 }
    await expect(parcels.quotes(stranger, asked)).rejects.toEqual(refused('order_not_found'))
    expect(await parcels.quotes(lan, asked)).toMatchObject([
      { carrier: 'play', fee: 22_000 },
      { carrier: 'ghn', fee: null, problem: 'Không giao đến đó' },
    ])
  })
})

describe('what a carrier says', () => {
  test('moves the parcel and its order; twice, late and after the end it is filed', async () => {
    const { code, order } = await pack()
    expect(await tell(code, 'handed_over', 10)).toBe(200)
    expect(await orderState(order)).toBe('shipping')
    await tell(code, 'delivering', 30)
    await tell(code, 'delivery_failed', 20)
    await tell(code, 'gì đó', 40)
    await tell(code, 'delivering', 30)
    expect((await parcelOf(code)).state).toBe('delivering')
    await tell(code, 'delivered', 50)
    await tell(code, 'returning', 60)
    const { state, carrier_news, events } = await parcelOf(code)
    expect([state, await orderState(order)]).toEqual(['delivered', 'delivered'])
    expect(carrier_news.map(({ status, outcome }) => `${status} ${outcome}`).toReversed()).toEqual([
      'handed_over applied',
      'delivery_failed late',
      'delivering applied',
      'gì đó nothing',
      'delivered applied',
      'returning final',
    ])
    expect(events.map(({ move, actor }) => `${move} ${actor}`).toReversed()).toEqual([
      'create staff',
      'accept carrier',
      'hand_over carrier',
      'go_out carrier',
      'deliver carrier',
    ])
  })

  test('five events end in one state, in whatever order and however often they come, at once too', async () => {
    const told = ['created', 'handed_over', 'delivery_failed', 'handed_over', 'lost']
    const orders = [
      [4, 3, 2, 1, 0],
      [2, 4, 0, 3, 1],
      [3, 0, 4, 1, 2],
    ]
    for (const order of orders) {
      const { code } = await pack()
      for (const n of order) await tell(code, told[n] ?? '', n + 1)
      expect((await parcelOf(code)).state).toBe('lost')
    }
    const { code } = await pack()
    await Promise.all([...told, ...told].map((status, n) => tell(code, status, (n % 5) + 1)))
    const { state, carrier_news } = await parcelOf(code)
    expect([state, carrier_news.length]).toEqual(['lost', 5])
  })

  test('arrives before the answer to our call: the parcel is created by it, once', async () => {
    answers = [lost_answer]
    const { code } = await pack()
    await tell(code, 'created')
    expect(await parcelOf(code)).toMatchObject({
      state: 'created',
      carrier_code: `C-${code}`,
      request: null,
    })
    pass(5)
    await sendCarrierRequests(deps)
    expect(calls).toEqual([`create ${code}`])
  })

  test('returned to us stays on its way back until staff scan it', async () => {
    const { code, order } = await pack()
    await tell(code, 'returning')
    expect(await parcelOf(code)).toMatchObject({ state: 'returning' })
    expect((await parcelOf(code)).moves[0]).toBe('receive_back')
    expect(await orderState(order)).toBe('shipping')
    const { version } = await parcelOf(code)
    await office.parcels.moveParcel(lan, { code, version, move: 'receive_back' })
    expect(await orderState(order)).toBe('cancelled')
  })

  test('is filed when units are missing, and cannot be said without the secret', async () => {
    const { code, order } = await pack()
    expect(await tell(code, 'delivered', 5, 'sai')).toBe(401)
    await sql`insert into stock_movement (product_id, shop_id, quantity, kind)
      select product_id, shop_id, -on_hand, 'count' from stock
      where product_id = ${products.cable} and on_hand > 0`.execute(checkout.own.db)
    expect(await tell(code, 'handed_over')).toBe(200)
    expect([await orderState(order), (await parcelOf(code)).state]).toEqual([
      'confirmed',
      'created',
    ])
    expect((await parcelOf(code)).carrier_news).toMatchObject([{ outcome: 'not_movable' }])
    await sql`insert into stock_movement (product_id, shop_id, quantity, kind)
      select product_id, shop_id, 100, 'count' from stock
      where product_id = ${products.cable}`.execute(checkout.own.db)
    expect(await tell('VDKHONGCO', 'delivered')).toBe(200)
  })

  test('of a time that has not come, or with signs that cannot be stored, stops no later event', async () => {
    const { code } = await pack()
    const event = eventOf(code, 'handed_over', '2999-01-01T00:00:00Z', `far ${code}`)
    tracked = [{ ...event, detail: { reason: 'a\0b\ud800, gọi lại 0912 345 678' } }]
    pass(61)
    await askCarriers(deps)
    const next = new Date(checkout.now.getTime() + 60_000).toISOString()
    pass(61)
    tracked = [eventOf(code, 'delivering', next, `next ${code}`)]
    await askCarriers(deps)
    expect((await parcelOf(code)).carrier_news).toMatchObject([
      { status: 'delivering', outcome: 'applied' },
      { status: 'handed_over', outcome: 'applied' },
    ])
    const { rows } =
      await sql`select detail from carrier_event where event_key = ${`far ${code}`}`.execute(
        checkout.own.db,
      )
    expect(rows).toEqual([{ detail: { reason: 'a b\ufffd, gọi lại •••678' } }])
  })

  test('is asked for when nothing came', async () => {
    const { code } = await pack()
    tracked = [eventOf(code, 'delivering', '2026-11-20T09:00:00Z', `poll ${code}`)]
    await askCarriers(deps)
    expect((await parcelOf(code)).state).toBe('created')
    pass(61)
    await askCarriers(deps)
    expect(await parcelOf(code)).toMatchObject({
      state: 'delivering',
      carrier_news: [{ source: 'poll', outcome: 'applied' }],
    })
  })
})

test('parcels of the play carrier arrive somewhere, though its messages come late, twice or never', async () => {
  const codes: string[] = []
  for (let n = 0; n < 6; n++) codes.push((await pack('play')).code)
  for (let n = 0; n < 30; n++) {
    pass(1)
    await sendPlayMessages(deps)
    await askCarriers(deps)
  }
  const states = await Promise.all(codes.map(async (code) => (await parcelOf(code)).state))
  expect(states.filter((state) => !['delivered', 'returning', 'lost'].includes(state))).toEqual([])
  expect(new Set(states).size).toBeGreaterThan(1)
})
