import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { returns } from '#contracts/staff/returns.ts'
import type { StaffActor } from '#pure/contract.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { refundLeftPartial } from '#shop/flows/refund-order/refund-order.ts'
import { sendRefunds } from '#shop/flows/refund-order/send-refunds.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { givePhonesCodes } from '#test/goods/coded-phones.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { freeStock, products, shops } from '#test/support/small-shop.ts'
import { staffWith, test_staff } from '#test/support/staff.ts'
import { assertStock, clearUnits } from '#test/support/stock-ledger.ts'

const checkout = openCheckout(relay_env)
let office: StaffServices
let providers: ProviderDeps
/** Lan and Huy may do everything; Mai works in the first shop. */
let lan: StaffActor
let huy: StaffActor
let mai: StaffActor

const imeis = ['353912110000017', '353912110000025', '353912110000033'] as const
const phone = 30_990_000
const cable = 150_000

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery, bankTransfer]
  const opened = await testProviders({ db, now: () => checkout.now, gateways })
  providers = opened
  office = staffOffice(opened).services
  const { rows } = await sql<{ staff_id: number }>`
    insert into staff (name, login_name, created_at) values ('Lan', 'lan', now()), ('Huy', 'huy', now()),
      ('Mai', 'mai', now()) returning staff_id`.execute(db)
  const [first = 0, second = 0, third = 0] = rows.map(({ staff_id }) => staff_id)
  lan = { ...test_staff, name: 'Lan', staff_id: first }
  huy = { ...test_staff, name: 'Huy', staff_id: second }
  const own = { scope: 'shops', max_amount: null } as const
  const names = ['returns.handle', 'orders.create', 'orders.ship', 'pickups.collect']
  const grants = Object.fromEntries(names.map((name) => [name, own]))
  mai = { ...staffWith(grants, [shops.first]), name: 'Mai', staff_id: third }
})
beforeEach(() => givePhonesCodes(checkout.own.db, imeis, checkout.now))
afterEach(async () => {
  await assertStock(checkout.own.db)
  const errors = await moneyErrors(checkout.own.db)
  if (errors.length > 0) throw new RangeError(errors.join('\n'))
  await clearUnits(checkout.own.db)
})

const refused = (code: string, data?: unknown) =>
  expect.objectContaining(data === undefined ? { code } : { code, data })

const shown = (order_code: string) => office.orders.order(lan, { order_code })
const free = () => freeStock(checkout.own.db, products.phone)

async function deliver(order_code: string) {
  for (const move of ['ship', 'deliver'] as const) {
    const { version } = await shown(order_code)
    await office.orders.shipOrder(lan, { order_code, version, move })
  }
}

/** An order that its customer has: brought by courier against cash, or paid by transfer. */
async function delivered(item: number = products.phone, payment_method = 'cod') {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(item, 1))
  dataOf(await buyer.quote({ [item]: 1 }))
  dataOf(await buyer.address())
  const { code, totals } = dataOf<Order>(await buyer.order({ payment_method }))
  if (payment_method === 'bank_transfer') {
    const raw = sepayBody({ content: code.replace('-', ''), amount: totals.grand_total })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
  }
  await office.orders.confirmOrder(lan, { order_code: code, version: (await shown(code)).version })
  await deliver(code)
  return code
}

const unitOf = async (order_code: string) => {
  const { rows } = await sql<{ imei1: string }>`
    select imei1 from unit where order_code = ${order_code} and state = 'sold'`.execute(
    checkout.own.db,
  )
  return rows[0]?.imei1 ?? ''
}

/** Goods of an order at the first shop, inspected; returns the code of the return. */
async function inspected(order_code: string, { reason = 'wrong_item', grade = 'sealed' } = {}) {
  const [line] = (await office.returns.returnable(lan, { q: order_code })).lines
  const brought = { order_code, position: line?.position, reason, shop_id: shops.first }
  const unit_code = await unitOf(order_code)
  const { code } = await office.returns.open(
    lan,
    returns.open.input.parse({ ...brought, unit_code }),
  )
  const found = { code, version: 1, grade, signed_out: true, gifts_returned: true }
  await office.returns.inspect(lan, returns.inspect.input.parse(found))
  return code
}

/** A draft of other goods for an inspected return. */
async function chosen(code: string, goods: Record<string, number>, actor = lan) {
  const { draft_id } = await office.returnExchanges.openExchange(actor, { code })
  for (const [sku, quantity] of Object.entries(goods)) {
    await office.drafts.addGoods(actor, { draft_id, sku, quantity })
  }
  return draft_id
}

const home = {
  name: 'Trần Bình',
  phone: '0987 654 321',
  shipping_method: 'home_delivery',
  ward_id: 26_737,
  street: '12 Trần Quang Khải',
  quantities: {},
} as const

async function sendHome(draft_id: number) {
  const { version } = await office.drafts.draft(lan, { draft_id })
  await office.drafts.saveDraft(lan, { draft_id, version, ...home })
}

async function placing(draft_id: number, actor = lan) {
  const { version, on_delivery } = await office.drafts.draft(actor, { draft_id })
  const { exchange } = await office.returnExchanges.exchangeOfDraft(actor, { draft_id })
  const { return_version = 0 } = exchange ?? {}
  return { draft_id, version, return_version, grand_total: on_delivery?.grand_total ?? 0 }
}

const atCounter = async (draft_id: number, scanned: string, actor = lan) =>
  office.returnExchanges.placeExchange(actor, {
    ...(await placing(draft_id, actor)),
    ...{ way: 'counter', scanned },
  })

const later = async (draft_id: number, way: 'on_delivery' | 'hold' = 'on_delivery') =>
  office.returnExchanges.placeExchange(lan, { ...(await placing(draft_id)), way })

/** What came for an order by each way, and what the courier or the shop still collects. */
async function moneyOf(order_code: string) {
  const { rows } = await sql<{ gateway: string; amount: number; outcome: string }>`
    select message.gateway, message.amount, message.outcome from payment_message message join payment using (payment_id)
      join sales_order using (order_id) where code = ${order_code} order by payment_message_id`.execute(
    checkout.own.db,
  )
  return rows.map(({ gateway, amount, outcome }) => [gateway, amount, outcome])
}

describe('goods that come back are exchanged at the counter', () => {
  test('for dearer ones: the value pays a part, cash the rest, and all of it happens at once', async () => {
    const order_code = await delivered()
    const code = await inspected(order_code, { reason: 'faulty', grade: 'faulty' })
    const draft_id = await chosen(code, { 'SKU-11': 1, 'SKU-21': 2 }, mai)
    expect(await office.drafts.draft(mai, { draft_id })).toMatchObject({
      address: { name: expect.any(String), shipping_method: 'store_pickup', shop_id: shops.first },
    })
    const { exchange } = await office.returnExchanges.exchangeOfDraft(mai, { draft_id })
    expect(exchange).toMatchObject({ return_code: code, value: phone, fee: 0, is_open: true })
    await expect(atCounter(draft_id, 'SKU-21', mai)).rejects.toEqual(refused('scan_differs'))
    expect(await office.returns.return(lan, { code })).toMatchObject({ state: 'inspected' })
    expect((await shown(order_code)).refunded_total).toBe(0)
    const scanned = `${await freeUnit()} SKU-21 SKU-21`
    const placed = await atCounter(draft_id, scanned, mai)
    const total = phone + 2 * cable
    expect(await moneyOf(placed.order_code)).toEqual([
      ['exchange', phone, 'paid'],
      ['cod', 2 * cable, 'paid'],
    ])
    expect(await shown(placed.order_code)).toMatchObject({ state: 'delivered', paid_total: total })
    expect((await shown(order_code)).refunded_total).toBe(phone)
    expect(await office.returns.return(lan, { code })).toMatchObject({
      ...{ state: 'done', outcome: 'other_goods', new_order_code: placed.order_code, refund: null },
    })
    expect(await unitStates()).toEqual(['faulty', 'in_stock', 'sold'])
  })

  test('for as dear ones: no money moves, and sealed goods are on hand again', async () => {
    const order_code = await delivered(products.phone, 'bank_transfer')
    const before = await free()
    const draft_id = await chosen(await inspected(order_code), { 'SKU-11': 1 })
    const { order_code: new_code } = await atCounter(draft_id, await freeUnit())
    expect(await moneyOf(new_code)).toEqual([['exchange', phone, 'paid']])
    expect((await shown(new_code)).state).toBe('delivered')
    expect(await free()).toBe(before)
  })

  test('for cheaper ones: the rest is asked for, and paid after somebody else approved', async () => {
    const order_code = await delivered(products.phone, 'bank_transfer')
    const code = await inspected(order_code, { reason: 'not_liked' })
    const draft_id = await chosen(code, { 'SKU-21': 2 })
    const { exchange } = await office.returnExchanges.exchangeOfDraft(lan, { draft_id })
    expect(exchange).toMatchObject({ value: phone, fee: phone / 5 })
    const placed = await atCounter(draft_id, 'SKU-21 SKU-21')
    expect(await moneyOf(placed.order_code)).toEqual([['exchange', 2 * cable, 'paid']])
    const rest = phone - phone / 5 - 2 * cable
    const { refund } = await office.returns.return(lan, { code })
    expect(refund).toEqual({ amount: rest, state: 'asked' })
    const { rows } = await office.refundRequests.requests(huy, { state: 'asked' })
    const { refund_request_id = 0 } = rows.find((one) => one.order_code === order_code) ?? {}
    expect(await office.refundRequests.approve(huy, { refund_request_id })).toEqual({
      amount: rest,
    })
    const { refunds } = await shown(order_code)
    expect(refunds.map(({ gateway, amount, state }) => [gateway, amount, state])).toEqual([
      ['exchange', 2 * cable, 'done'],
      ['bank_transfer', rest, 'due'],
    ])
  })
})

describe('goods that come back are exchanged for goods that are delivered', () => {
  test('the courier collects what is missing, and these goods may come back too', async () => {
    const order_code = await delivered(products.cable)
    const first = await chosen(await inspected(order_code), { 'SKU-21': 3 })
    await sendHome(first)
    const placed = await later(first)
    const { totals } = await shown(placed.order_code)
    const due = totals.grand_total - cable
    expect(await shown(placed.order_code)).toMatchObject({
      ...{ state: 'confirmed' },
      payments: [{ state: 'due_on_delivery', amount: due }],
    })
    const { rows } = await sql<{ payment_review_id: number }>`select payment_review_id
      from payment_review where state = 'open'`.execute(checkout.own.db)
    const waiting = { payment_review_id: rows[0]?.payment_review_id ?? 0 }
    await expect(
      office.reconciliation.settleReview(lan, { ...waiting, decision: 'dismissed' }),
    ).rejects.toEqual(refused('only_goes_back'))
    // Nobody has to do anything about it: the courier brings the rest.
    const work = await office.today.waiting(lan, {})
    expect(work.find(({ kind }) => kind === 'reviews')?.count ?? 0).toBe(0)
    await deliver(placed.order_code)
    const again = await inspected(placed.order_code)
    const second = await chosen(again, { 'SKU-21': 1 })
    const last = await atCounter(second, 'SKU-21')
    expect(await moneyOf(placed.order_code)).toEqual([
      ['exchange', cable, 'paid'],
      ['cod', due, 'paid'],
    ])
    expect(await moneyOf(last.order_code)).toEqual([['exchange', cable, 'paid']])
  })

  test('the rules of cash on delivery look at what is collected', async () => {
    const { db } = checkout.own
    await sql`update cod_rule set max_total = 200000`.execute(db)
    const draft_id = await chosen(
      await inspected(await delivered(products.phone, 'bank_transfer')),
      {
        'SKU-11': 1,
        'SKU-21': 3,
      },
    )
    await sendHome(draft_id)
    await expect(later(draft_id)).rejects.toEqual(refused('cod_refused'))
    const { lines, version } = await office.drafts.draft(lan, { draft_id })
    const line_id = lines.find(({ sku }) => sku === 'SKU-21')?.line_id ?? 0
    const quantities = { [line_id]: 1 }
    await office.drafts.saveDraft(lan, { draft_id, version, ...home, quantities })
    const { order_code } = await later(draft_id)
    expect((await shown(order_code)).payments).toMatchObject([{ amount: cable }])
    await sql`update cod_rule set max_total = null`.execute(db)
  })

  /** An order of three cables for one that came back, which waits for the rest; its shopper chose a transfer. */
  async function held(): Promise<string> {
    const draft_id = await chosen(await inspected(await delivered(products.cable)), { 'SKU-21': 3 })
    const { order_code } = await later(draft_id, 'hold')
    expect(await shown(order_code)).toMatchObject({ state: 'awaiting_payment', payments: [] })
    const { version } = await office.drafts.draft(lan, { draft_id })
    const { code } = await office.drafts.shareDraft(lan, { draft_id, version })
    const buyer = await checkout.buyer()
    dataOf(await buyer.call('POST', '/api/cart/v1/quote/shared', { code }))
    const way = { order_code, payment_method: bankTransfer.code }
    dataOf(await buyer.call('POST', '/api/cart/v1/order/payment', way))
    const result = await buyer.call('GET', '/api/cart/v1/payment-gateway/bank_transfer/result')
    expect(dataOf(result)).toMatchObject({ missing: 2 * cable })
    return order_code
  }

  test('the shopper pays what is missing online, by the link', async () => {
    const order_code = await held()
    const raw = sepayBody({ content: order_code.replace('-', ''), amount: 2 * cable })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
    expect(await shown(order_code)).toMatchObject({ state: 'pending', paid_total: 3 * cable })
  })

  test('a new order that nobody pays in time owes the value', async () => {
    const order_code = await held()
    checkout.now = new Date(checkout.now.getTime() + 25 * 3_600_000)
    await expireOrders(providers, checkout.now)
    checkout.now = new Date(checkout.now.getTime() + 25 * 3_600_000)
    await refundLeftPartial(providers)
    const { state, refunds } = await shown(order_code)
    const owed = refunds.map((one) => [one.gateway, one.amount, one.state])
    expect([state, owed]).toEqual(['expired', [['exchange', cable, 'due']]])
  })

  test('whoever may not confirm orders leaves the new one, paid, to others', async () => {
    const code = await inspected(await delivered(products.cable))
    const draft_id = await chosen(code, { 'SKU-21': 1 }, mai)
    const place = { ...(await placing(draft_id, mai)), way: 'on_delivery' } as const
    const { order_code } = await office.returnExchanges.placeExchange(mai, place)
    expect(await shown(order_code)).toMatchObject({ state: 'pending', paid_total: cable })
  })

  test('a new order that is cancelled owes the value, which staff pay out by hand', async () => {
    for (const way of ['courier', 'pickup']) {
      const draft_id = await chosen(await inspected(await delivered(products.cable)), {
        'SKU-21': 1,
      })
      // The fee of the delivery is still missing; what is picked up is paid.
      if (way === 'courier') await sendHome(draft_id)
      const { order_code } = await later(draft_id)
      const { version } = await shown(order_code)
      await office.orders.cancelOrder(lan, { order_code, version, reason: 'other' })
      await sendRefunds(providers)
      const { state, refunds } = await shown(order_code)
      const owed = refunds.map((one) => [one.gateway, one.amount, one.state])
      expect([state, owed]).toEqual(['cancelled', [['exchange', cable, 'due']]])
    }
  })
})

describe('an exchange is refused', () => {
  test('to whoever has no such return, and a draft of it ends in no other way', async () => {
    const code = await inspected(await delivered(products.cable))
    const draft_id = await chosen(code, { 'SKU-21': 1 })
    expect((await office.returnExchanges.openExchange(mai, { code })).draft_id).toBe(draft_id)
    const own = { scope: 'shops', max_amount: null } as const
    const grants = { 'returns.handle': own, 'orders.create': own }
    const nga = { ...staffWith(grants, [shops.hanoi]), name: 'Nga', staff_id: mai.staff_id }
    await expect(office.returnExchanges.openExchange(nga, { code })).rejects.toEqual(
      refused('return_not_found'),
    )
    await expect(placing(draft_id, { ...nga, staff_id: huy.staff_id })).rejects.toEqual(
      refused('draft_not_found'),
    )
    const { version, ...seen } = await placing(draft_id)
    const hold = { draft_id, version, grand_total: seen.grand_total, way: 'hold' } as const
    const only_exchange = refused('draft_of_return')
    await expect(office.drafts.placeDraft(lan, hold)).rejects.toEqual(only_exchange)
    await expect(office.drafts.shareDraft(lan, { draft_id, version })).rejects.toEqual(
      only_exchange,
    )
    // Another draft is no exchange, and a dropped one makes room.
    const plain = await office.drafts.openDraft(lan, {})
    expect(await office.returnExchanges.exchangeOfDraft(lan, plain)).toEqual({ exchange: null })
    await office.drafts.dropDraft(lan, { draft_id, version })
    expect((await office.returnExchanges.openExchange(lan, { code })).draft_id).not.toBe(draft_id)
  })

  test('for more than is left of the old order, and after the return was settled', async () => {
    const order_code = await delivered(products.phone, 'bank_transfer')
    const code = await inspected(order_code)
    const draft_id = await chosen(code, { 'SKU-11': 1 })
    const scanned = await freeUnit()
    const { left } = await office.refundRequests.orderMoney(lan, { order_code })
    const asked = {
      order_code,
      amount: left - 1_000,
      kind: 'correction',
      reason: 'Thu nhầm',
    } as const
    const { refund_request_id } = await office.refundRequests.ask(lan, asked)
    await expect(atCounter(draft_id, scanned)).rejects.toEqual(
      refused('above_received', { left: 1_000 }),
    )
    await office.refundRequests.withdraw(lan, { refund_request_id })
    const stale = { ...(await placing(draft_id)), way: 'counter', scanned } as const
    await expect(
      office.returnExchanges.placeExchange(lan, { ...stale, grand_total: cable }),
    ).rejects.toEqual(refused('grand_total_change'))
    await office.returns.refund(lan, { code, version: 2 })
    await expect(office.returnExchanges.placeExchange(lan, stale)).rejects.toEqual(
      refused('return_changed'),
    )
    await expect(office.returnExchanges.openExchange(lan, { code })).rejects.toEqual(
      refused('return_changed'),
    )
  })

  test('to all but one of those who press at the same time', async () => {
    const code = await inspected(await delivered())
    const opened = await Promise.all(
      [lan, huy].map((actor) => office.returnExchanges.openExchange(actor, { code })),
    )
    expect(new Set(opened.map(({ draft_id }) => draft_id)).size).toBe(1)
    const draft_id = await chosen(code, { 'SKU-21': 1 })
    const place = { ...(await placing(draft_id)), way: 'counter', scanned: 'SKU-21' } as const
    const all = await Promise.allSettled([
      office.returnExchanges.placeExchange(lan, place),
      office.returnExchanges.placeExchange(huy, place),
      office.returns.refund(lan, { code, version: 2 }),
    ])
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

const freeUnit = async () => {
  const { rows } = await sql<{
    imei1: string
  }>`select imei1 from unit where state = 'in_stock' and shop_id = ${shops.first}
    order by unit_id desc limit 1`.execute(checkout.own.db)
  return rows[0]?.imei1 ?? ''
}

const unitStates = async () => {
  const { rows } = await sql<{ state: string }>`select state from unit`.execute(checkout.own.db)
  return rows.map(({ state }) => state).toSorted()
}
