import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { money_permissions } from '#contracts/staff/permissions.ts'
import { purchase_rules } from '#contracts/staff/trade/trade-ins.ts'
import type { TradeQuote } from '#contracts/storefront/trade/trade-in.ts'
import { transaction } from '#platform/database/postgres.ts'
import { createLog } from '#platform/observe/log.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { sweep } from '#shop/flows/sweep/sweep-job.ts'
import { renderTrade } from '#shop/flows/trade/render-trade.ts'
import { eraseTradesOf } from '#shop/trade/trade-in/sweep-trades-store.ts'
import { newDocument, newImei, openTradeCounter, refusal } from '#test/goods/trade-counter.ts'
import { old_phone, perfect, quoteTrade } from '#test/goods/trade-ins.ts'
import { dataOf, refusalOf } from '#test/support/buyer.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { staffWith } from '#test/support/staff.ts'

// 15:00 on Friday, 2026-11-20, in Vietnam.
const { checkout, counter, read, offer, arrivedTrade, acceptedTrade, pay, ...own } =
  openTradeCounter()
const { pickupOrder, nameOrder } = own

const by_order = { method: 'order', reference: undefined }
const in_cash = { method: 'cash', reference: undefined }
const used = { outcome: 'used', item_id: products.phone }
const broken = { ...perfect, power: 'no' }

async function refundsOf(order_code: string) {
  const { rows } = await sql<{
    refund_id: number
    gateway: string
    amount: number
    state: string
  }>`
    select refund_id, gateway, amount, refund.state from refund join sales_order o using (order_id)
    where o.code = ${order_code} order by amount desc`.execute(checkout.own.db)
  return rows
}

/** An accepted device whose owner has an order of a phone that is picked up, and has named it. */
async function tradeForOrder(wish: Parameters<typeof acceptedTrade>[0] = {}) {
  const buyer = await checkout.buyer()
  const order = await pickupOrder(buyer, products.phone)
  const trade = await acceptedTrade({ ...wish, buyer })
  dataOf(await nameOrder(buyer, trade.code, order.code))
  return { ...trade, order }
}

test('the bonus is only for the device that it was promised for', async () => {
  const { code } = await tradeForOrder({ quote: { target_item_id: products.rare } })
  expect((await read(code)).bonus).toBe(0)
  expect(await pay(code, by_order)).toEqual({ amount: 5_000_000 })
  expect((await read(code)).payout).toMatchObject({ amount: 5_000_000, bonus: 0 })
  const right = await tradeForOrder({ quote: { target_item_id: products.phone } })
  expect((await read(right.code)).bonus).toBe(500_000)
  expect(await pay(right.code, by_order)).toEqual({ amount: 5_500_000 })
})

test('the bonus of a cancelled order never becomes money, and its device is paid by transfer', async () => {
  const wish = { quote: { target_item_id: products.phone } }
  const { code, order, buyer } = await tradeForOrder(wish)
  await pay(code, by_order)
  dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code }))
  const [device, bonus] = await refundsOf(order.code)
  expect(device).toMatchObject({ gateway: 'trade_in', amount: 5_000_000, state: 'due' })
  expect(bonus).toMatchObject({ gateway: 'trade_in_bonus', amount: 500_000, state: 'done' })
  expect(await moneyErrors(checkout.own.db)).toEqual([])
  const { refunds, reconciliation } = counter.office.services
  const refund_id = device?.refund_id ?? 0
  const settle = (note?: string) =>
    refunds.settleRefund(counter.seller, { refund_id, decision: 'done', note })
  expect(await refusal(settle())).toBe('transfer_only')
  const [review] = (await reconciliation.reviews(counter.seller, {})).filter(
    ({ relay, amount }) => relay === 'trade_in' && amount === 5_000_000,
  )
  const by_hand = {
    payment_review_id: review?.payment_review_id ?? 0,
    decision: 'refunded',
  } as const
  expect(await refusal(reconciliation.settleReview(counter.seller, by_hand))).toBe('transfer_only')
  expect(await settle('FT26112000001')).toEqual({ state: 'done' })
  expect(await moneyErrors(checkout.own.db)).toEqual([])
})

test('a device and its bonus may pay a whole order, and the bonus is taken back then too', async () => {
  const { db } = checkout.own
  await sql`update trade_device set base_price = 30490000 where code = ${old_phone}`.execute(db)
  const wish = { amount: 30_490_000, quote: { target_item_id: products.phone } }
  const { code, order, buyer } = await tradeForOrder(wish)
  await sql`update trade_device set base_price = 5000000 where code = ${old_phone}`.execute(db)
  expect(order.totals.grand_total).toBe(30_990_000)
  const director = { ...counter.seller, staff_id: counter.manager.staff_id }
  expect(await pay(code, by_order, director)).toEqual({ amount: 30_990_000 })
  expect(await moneyErrors(db)).toEqual([])
  dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code }))
  const found = (await refundsOf(order.code)).map((refund) => [refund.gateway, refund.amount])
  expect(found).toEqual([
    ['trade_in', 30_490_000],
    ['trade_in_bonus', 500_000],
  ])
  expect(await moneyErrors(db)).toEqual([])
})

test('a price above what the shop found needs a permission and a reason', async () => {
  const { code } = await arrivedTrade(await checkout.buyer())
  // Found: 1.500.000đ. The quote said 5.000.000đ.
  const found = { answers: broken, amount: 1_500_000, reason: 'condition_differs' } as const
  const wishes: [Parameters<typeof offer>[1], string | null][] = [
    [{ answers: broken }, 'above_not_permitted'],
    [{ ...found, amount: 1_500_001 }, 'above_not_permitted'],
    [{ ...found, amount: 1_575_001, actor: counter.manager }, 'above_not_permitted'],
    [{ ...found, amount: 1_575_000, actor: counter.manager, reason: undefined }, 'reason_missing'],
    [{ ...found, amount: 1_575_000, actor: counter.manager }, null],
    [found, null],
  ]
  for (const [wish, expected] of wishes) expect(await refusal(offer(code, wish))).toBe(expected)
})

test('less than the terms give needs a note, which its owner reads', async () => {
  const { code } = await arrivedTrade(await checkout.buyer())
  const less = { amount: 3_000_000, reason: 'hidden_damage' } as const
  expect(await refusal(offer(code, less))).toBe('note_missing')
  expect(await refusal(offer(code, { ...less, note: 'Loa rè' }))).toBeNull()
  expect(await read(code)).toMatchObject({ offer: 3_000_000, offer_note: 'Loa rè' })
})

test('a day with cash stays below 5.000.000đ, whatever is paid after it', async () => {
  const document = newDocument()
  const damaged = { reason: 'hidden_damage', note: 'Loa rè', document } as const
  const small = await acceptedTrade({ ...damaged, amount: 4_900_000 })
  const large = await acceptedTrade({ document })
  const tiny = await acceptedTrade({ ...damaged, amount: 99_999 })
  expect(await pay(small.code, in_cash)).toEqual({ amount: 4_900_000 })
  expect(await refusal(pay(large.code))).toBe('cash_paid_today')
  expect(await pay(tiny.code)).toEqual({ amount: 99_999 })
  checkout.now = new Date('2026-11-21T08:00:00Z')
  expect(await pay(large.code)).toEqual({ amount: 5_000_000 })
  checkout.now = new Date('2026-11-20T08:00:00Z')
  await expect(
    sql`insert into trade_seller_day (document_hash, day, total, cash)
      values (repeat('a', 64), '2026-11-20', 5000000, 1)`.execute(checkout.own.db),
  ).rejects.toMatchObject({ constraint: 'trade_cash_below_limit_of_day' })
})

test('a phone that sells by two documents on one day is told to staff', async () => {
  const phone = { quote: { customer_phone: '0912 345 111' } }
  const one = await acceptedTrade(phone)
  expect((await read(one.code)).has_other_seller_today).toBe(false)
  const other = await acceptedTrade(phone)
  expect((await read(other.code)).has_other_seller_today).toBe(true)
})

test('what does not go into stock is always paid by another person', async () => {
  const damaged = { amount: 200_000, reason: 'hidden_damage', note: 'Vỡ màn hình' } as const
  const { code } = await acceptedTrade(damaged)
  for (const outcome of ['written_off', 'parts']) {
    expect(await refusal(pay(code, { outcome }, counter.seller))).toBe('another_must_pay')
  }
  expect(await pay(code, used, counter.seller)).toEqual({ amount: 200_000 })
  const { code: other } = await acceptedTrade(damaged)
  await expect(
    sql`insert into trade_payout (trade_quote_id, code, amount, method, outcome, offered_by, paid_by, paid_at, day)
      select trade_quote_id, code, 200000, 'cash', 'written_off', offered_by, offered_by, now(), '2026-11-20'
      from trade_quote where code = ${other}`.execute(checkout.own.db),
  ).rejects.toMatchObject({ constraint: 'trade_paid_by_another' })
})

test('a quote holds to the end of its last day; then its order is free for another quote', async () => {
  const buyer = await checkout.buyer()
  const { code, expires_at } = await quoteTrade(buyer, { visit_on: '2026-11-27' })
  expect(expires_at).toBe('2026-11-27T16:59:59.000Z')
  const order = await pickupOrder(buyer, products.phone)
  dataOf(await nameOrder(buyer, code, order.code))
  checkout.now = new Date('2026-11-27T16:59:00Z')
  expect((await read(code)).state).toBe('quoted')
  checkout.now = new Date('2026-11-27T17:00:00Z')
  expect((await read(code)).state).toBe('expired')
  checkout.now = new Date('2026-11-20T08:00:00Z')
  // A token lasts for less than a week: the order is named before its first quote is over.
  const next = await quoteTrade(buyer)
  expect(refusalOf(await nameOrder(buyer, next.code, order.code))).toBe('409 order_not_usable')
  await sql`update trade_quote set expires_at = ${checkout.now} where code = ${code}`.execute(
    checkout.own.db,
  )
  dataOf(await nameOrder(buyer, next.code, order.code))
  expect((await read(next.code)).order?.code).toBe(order.code)
  expect((await read(code)).order).toBeNull()
})

test('a device that nobody takes away from the counter ends by itself, and its owner may end it', async () => {
  const { code } = await acceptedTrade()
  const buyer = await checkout.buyer()
  const arrived = await arrivedTrade(buyer)
  const link = { code: arrived.code, secret: arrived.secret }
  expect(await shownBy(link)).toMatchObject({ state: 'arrived', may: { cancel: true } })
  dataOf(await buyer.call('POST', '/api/cart-trade/v1/trade-in/cancel', { code: arrived.code }))
  expect((await read(arrived.code)).state).toBe('cancelled')
  const { db } = checkout.own
  const log = createLog({ service: 'test', level: 'silent' })
  const expires = new Date((await read(code)).expires_at).getTime()
  const ends = expires + purchase_rules.counter_days * day_ms
  await sweep({ db, log, now: () => new Date(ends - 1) })
  expect((await read(code)).state).toBe('accepted')
  await sweep({ db, log, now: () => new Date(ends) })
  const ended = await read(code)
  expect(ended.state).toBe('refused')
  expect(ended.events.at(-1)).toMatchObject({ move: 'refuse', staff_name: null })
})

async function shownBy({ code, secret }: { code: string; secret: string }): Promise<TradeQuote> {
  const link = `/api/cart-trade/v1/trade-in?code=${code}&secret=${secret}`
  return dataOf<TradeQuote>(await checkout.door.call('GET', link))
}

test('an erased person leaves no seller behind, unless the shop bought the device', async () => {
  const { db } = checkout.own
  const phone = '0912 345 222'
  const [open, bought] = [
    await acceptedTrade({ quote: { customer_phone: phone } }),
    await acceptedTrade({ quote: { customer_phone: phone } }),
  ]
  await pay(bought.code)
  await transaction(db, (tx) => eraseTradesOf(tx, { phone: '+84912345222', customer_id: null }))
  const { rows } = await sql<{ code: string }>`
    select code from trade_seller where code in (${open.code}, ${bought.code})`.execute(db)
  expect(rows).toEqual([{ code: bought.code }])
})

test('whoever has the link does not take the order of another shopper off a quote', async () => {
  const { code, quote, order, buyer } = await tradeForOrder()
  const stranger = await checkout.buyer()
  const own_order = await pickupOrder(stranger, products.phone)
  const name = { code, secret: quote.secret, order_code: own_order.code }
  const answer = await stranger.call('POST', '/api/cart-trade/v1/trade-in/order', name)
  expect(refusalOf(answer)).toBe('409 order_not_usable')
  expect((await read(code)).order?.code).toBe(order.code)
  // The shopper of the named order may choose another one, and anybody may once it is over.
  dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code }))
  dataOf(await stranger.call('POST', '/api/cart-trade/v1/trade-in/order', name))
  expect((await read(code)).order?.code).toBe(own_order.code)
})

test('the message about a payment names the whole amount', async () => {
  const { code } = await tradeForOrder({ quote: { target_item_id: products.phone } })
  await pay(code, by_order)
  const { db } = checkout.own
  const { rows } = await sql<{ facts: object }>`
    select facts from outbox where template = 'trade_paid' order by outbox_id desc limit 1`.execute(
    db,
  )
  const sender = { name: 'Tiệm', public_url: 'https://tiem.example' } as never
  const sent = await renderTrade(
    { db, now: () => checkout.now, sender },
    'trade_paid',
    rows[0]?.facts,
  )
  expect(sent?.body).toContain('5.500.000')
})

test('full numbers of documents need a second step, and a shop that may be seen', async () => {
  expect(money_permissions.has('trade_ins.purchases')).toBe(true)
  const { tradeIns } = counter.office.services
  const of_shop = { scope: 'shops', max_amount: null } as const
  const near = staffWith({ 'trade_ins.purchases': of_shop }, [shops.first])
  for (const shop_id of [shops.hanoi, 999]) {
    expect(await refusal(tradeIns.purchases(near, { shop_id }))).toBe('shop_not_found')
    expect(await refusal(tradeIns.purchaseFile(near, { shop_id }))).toBe('shop_not_found')
  }
  expect((await tradeIns.purchases(near, { shop_id: shops.first })).shop_id).toBe(shops.first)
})

test('the list counts every state once, and finds a device by what its owner typed', async () => {
  const { tradeIns } = counter.office.services
  const imei = newImei()
  const { code } = await quoteTrade(await checkout.buyer(), { imei })
  const found = await tradeIns.tradeIns(counter.seller, { q: imei })
  expect(found.rows.map((row) => row.code)).toEqual([code])
  expect(found.counts.filter(({ count }) => count > 0)).toEqual([
    { state: 'quoted', count: 1, is_capped: false },
  ])
  checkout.now = new Date('2026-11-28T08:00:00Z')
  const later = await tradeIns.tradeIns(counter.seller, { q: imei, state: 'expired' })
  expect(later.rows.map((row) => row.code)).toEqual([code])
  expect(later.counts.find(({ state }) => state === 'expired')?.count).toBe(1)
  const quoted = await tradeIns.tradeIns(counter.seller, { q: imei, state: 'quoted' })
  expect(quoted.rows).toEqual([])
  checkout.now = new Date('2026-11-20T08:00:00Z')
})
