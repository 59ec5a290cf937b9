import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openTradeCounter, refusal } from '#test/goods/trade-counter.ts'
import { deliverOrder } from '#test/goods/deliver-order.ts'
import { old_phone } from '#test/goods/trade-ins.ts'
import { aMember } from '#test/members/loyalty.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { assertStock } from '#test/support/stock-ledger.ts'

const { checkout, counter, acceptedTrade, pay, nameOrder } = openTradeCounter()
/** What a phone costs, less the bonus of 500,000đ. A cable costs 150,000đ. */
const device = 30_490_000
const cable = 150_000

beforeAll(async () => {
  await sql`update trade_device set base_price = ${device} where code = ${old_phone}`.execute(
    checkout.own.db,
  )
})
afterEach(async () => {
  await assertStock(checkout.own.db)
  const errors = await moneyErrors(checkout.own.db)
  if (errors.length > 0) throw new RangeError(errors.join('\n'))
})

/** An order of a phone and a cable that is picked up. */
async function ordered(buyer: Buyer, use?: { voucher: string }): Promise<string> {
  const goods = { [products.phone]: 1, [products.cable]: 1 }
  for (const item_id of Object.keys(goods)) dataOf(await buyer.add(Number(item_id)))
  dataOf(await buyer.quote(goods))
  dataOf(await buyer.address({ shipping_method: 'store_pickup', erp_shop_id: shops.first }))
  if (use !== undefined) {
    dataOf(await buyer.call('POST', '/api/cart/v1/quote/voucher', { code: use.voucher }))
    dataOf(await buyer.call('PUT', '/api/cart/v1/quote/points', { are_used: true }))
  }
  return dataOf<Order>(await buyer.order()).code
}

/** Pays the order of a phone with an old device and its bonus. */
async function payWithDevice(buyer: Buyer, order_code: string): Promise<void> {
  const wish = { amount: device, quote: { target_item_id: products.phone } }
  const trade = await acceptedTrade({ ...wish, buyer })
  dataOf(await nameOrder(buyer, trade.code, order_code))
  const director = { ...counter.seller, staff_id: counter.manager.staff_id }
  await pay(trade.code, { method: 'order', reference: undefined }, director)
}

/** An order of a phone, which an old device and its bonus have paid, and a cable, which was paid online. */
async function paidByDevice() {
  const buyer = await checkout.buyer()
  const order_code = await ordered(buyer)
  await payWithDevice(buyer, order_code)
  const approve = await openPage(buyer, order_code)
  expect(await approve()).toMatchObject({ status: 'paid' })
  return { buyer, order_code }
}

/** Opens a page of the sandbox that asks for what is missing; returns what pays there. */
async function openPage(buyer: Buyer, order_code: string): Promise<() => Promise<unknown>> {
  const choice = { order_code, payment_method: 'momo' }
  const started = await buyer.call('PUT', '/api/cart/v1/order/payment', choice)
  const { redirect_url } = dataOf<{ redirect_url: string }>(started)
  const { pathname, search } = new URL(redirect_url, 'http://localhost')
  const { text } = await checkout.door.call('GET', pathname + search)
  const reference = /name="reference" value="([^"]+)"/.exec(text)?.[1] ?? ''
  return async () => {
    await checkout.door.call('POST', pathname, {
      headers: { 'sec-fetch-site': 'same-origin' },
      form: new URLSearchParams({ reference, action: 'approve' }),
    })
    checkout.now = new Date(checkout.now.getTime() + 5_000)
    const path = `/api/cart/v1/payment-gateway/momo/result?order_id_web=${order_code}`
    return dataOf(await buyer.call('GET', path))
  }
}

async function positionOf(order_code: string, item_id: number): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select position from sales_order_line join sales_order using (order_id)
    where code = ${order_code} and item_id = ${item_id}`.execute(checkout.own.db)
  return rows[0]?.position ?? 0
}

async function splitOff(order_code: string, item_id: number): Promise<string> {
  const { orderParts } = counter.office.services
  const moved = { [await positionOf(order_code, item_id)]: 1 }
  const { version, totals } = await orderParts.split(counter.seller, { order_code, moved })
  const input = { order_code, version, moved, total: totals?.stays ?? 0, reason: 'Giao sau' }
  return (await orderParts.splitOrder(counter.seller, input)).order_code
}

/** What goes back of these orders, by state and by what it came as. */
async function goesBack(codes: readonly string[]) {
  const { rows } = await sql<{ refund_id: number; way: string; amount: number }>`
    select refund_id, refund.state || ' ' || gateway as way, amount
    from refund join sales_order o using (order_id)
    where o.code = any(${codes}::text[]) and reason <> 'exchange' order by refund_id`.execute(
    checkout.own.db,
  )
  return rows
}

const sumOf = (rows: readonly { amount: number }[]) =>
  rows.reduce((sum, { amount }) => sum + amount, 0)

test.each([products.phone, products.cable])(
  'the bonus of an order in two never becomes money, whichever part is cancelled first: %s',
  async (item_id) => {
    const { buyer, order_code } = await paidByDevice()
    const other = await splitOff(order_code, item_id)
    for (const code of [order_code, other]) {
      dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: code }))
    }
    const back = await goesBack([order_code, other])
    const money = back.filter(({ way }) => way !== 'done trade_in_bonus')
    expect(sumOf(money)).toBe(device + cable)
    expect(sumOf(back)).toBe(device + cable + 500_000)
    // Its price is due by transfer alone, wherever it went.
    const { refunds } = counter.office.services
    for (const { refund_id } of money.filter(({ way }) => way === 'due trade_in')) {
      const settled = refunds.settleRefund(counter.seller, { refund_id, decision: 'done' })
      expect(await refusal(settled)).toBe('transfer_only')
    }
  },
)

test('the bonus does not pay for other goods when those that it was promised for go off the order', async () => {
  const { order_code } = await paidByDevice()
  const { orderGoods } = counter.office.services
  const removed = { [await positionOf(order_code, products.phone)]: 1 }
  const shown = await orderGoods.goods(counter.seller, { order_code, removed })
  const change = { order_code, version: shown.version, removed, added: {}, reason: 'Không mua nữa' }
  await orderGoods.changeGoods(counter.seller, { ...change, new_total: cable })
  expect(await goesBack([order_code])).toMatchObject([
    { way: 'due momo', amount: cable },
    { way: 'done trade_in_bonus', amount: 500_000 },
    { way: 'due trade_in', amount: device - cable },
  ])
})

test('nor does it when its goods went for dearer ones and that order is cancelled', async () => {
  const { order_code } = await paidByDevice()
  const { orderGoods, orders, drafts } = counter.office.services
  const removed = {
    [await positionOf(order_code, products.phone)]: 1,
    [await positionOf(order_code, products.cable)]: 1,
  }
  const wanted = { order_code, removed, added: { [products.phone]: 1, [products.cable]: 2 } }
  const { version } = await orderGoods.goods(counter.seller, wanted)
  const { draft_id } = await orderGoods.orderApart(counter.seller, { ...wanted, version })
  const draft = await drafts.draft(counter.seller, { draft_id })
  const grand_total = draft.totals?.grand_total ?? 0
  const placing = { draft_id, version: draft.version, way: 'hold', grand_total } as const
  const { order_code: dearer } = await drafts.placeDraft(counter.seller, placing)
  const seen = await orders.order(counter.seller, { order_code: dearer })
  const cancel = { order_code: dearer, version: seen.version, reason: 'other' } as const
  await orders.cancelOrder(counter.seller, cancel)
  expect(await goesBack([order_code, dearer])).toMatchObject([
    { way: 'due exchange', amount: cable },
    { way: 'due trade_in', amount: device },
    { way: 'done trade_in_bonus', amount: 500_000 },
  ])
})

test('device, bonus, voucher and points come back once each, also when the order is paid late in between', async () => {
  const { db } = checkout.own
  const lan = await aMember(checkout)
  for (const [item_id, quantity] of [
    [products.phone, 1],
    [products.cable, 4],
  ] as const) {
    await lan.prepare(item_id, quantity)
    await deliverOrder(counter.office.services, dataOf<Order>(await lan.order()).code)
  }
  await sql`with one as (insert into quota (total) values (1) returning quota_id)
    insert into voucher (code, name, value, quota_id, per_customer)
    select 'LENDOI', 'Lên đời', 30000, quota_id, 1 from one`.execute(db)
  const taken = async () => {
    const { rows } = await sql<{ taken: number }>`
      select taken from quota join voucher using (quota_id) where code = 'LENDOI'`.execute(db)
    return [rows[0]?.taken, (await lan.standing()).points]
  }
  const order_code = await ordered(lan, { voucher: 'LENDOI' })
  expect(await taken()).toEqual([1, 0])
  const approve = await openPage(lan, order_code)
  const on_delivery = { order_code, payment_method: 'cod' }
  dataOf(await lan.call('PUT', '/api/cart/v1/order/payment', on_delivery))
  await payWithDevice(lan, order_code)
  const cancel = () => lan.call('POST', '/api/cart/v1/order/cancel', { order_code })
  dataOf(await cancel())
  const of_device = [
    { way: 'due trade_in', amount: device },
    { way: 'done trade_in_bonus', amount: 500_000 },
  ]
  expect(await goesBack([order_code])).toMatchObject(of_device)
  expect(await taken()).toEqual([0, 3_000])
  expect(await approve()).toMatchObject({ order_state: 'pending' })
  expect(await goesBack([order_code])).toMatchObject(of_device)
  expect(await taken()).toEqual([1, 0])
  dataOf(await cancel())
  const paid_late = device + 500_000 + cable - 30_000 - 3_000
  expect(await goesBack([order_code])).toMatchObject([
    ...of_device,
    { way: 'due momo', amount: paid_late },
  ])
  expect(await taken()).toEqual([0, 3_000])
})
