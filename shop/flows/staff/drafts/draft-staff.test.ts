import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { SharedQuote } from '#contracts/storefront/shared-quote.ts'
import { createLog } from '#platform/observe/log.ts'
import { sweep } from '#shop/flows/sweep/sweep-job.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { type Buyer, dataOf, type Order, type Quote } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { freeStock, products, shops } from '#test/support/small-shop.ts'
import { assertStock } from '#test/support/stock-ledger.ts'
import { staffWith, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout(relay_env)
const hour = 3_600_000
const phone_price = 30_990_000
let staff: StaffServices
let lan = test_staff

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery, bankTransfer]
  const providers = await testProviders({ db, now: () => checkout.now, gateways })
  staff = staffOffice(providers).services
  const { rows } = await sql<{ staff_id: number }>`insert into staff (name, login_name, created_at)
    values ('Lan', 'lan', now()) returning staff_id`.execute(db)
  lan = { ...test_staff, staff_id: rows[0]?.staff_id ?? 0, name: 'Lan' }
})
afterEach(async () => {
  await assertStock(checkout.own.db)
  const errors = await moneyErrors(checkout.own.db)
  if (errors.length > 0) throw new RangeError(errors.join('\n'))
})

const refused = (code: string, data?: unknown) =>
  expect.objectContaining(data === undefined ? { code } : { code, data })
const invalid = (problems: unknown) => expect.objectContaining({ problems })
const home = {
  name: 'Trần Bình',
  phone: '0987 654 321',
  shipping_method: 'home_delivery',
  ward_id: 26_737,
  street: '12 Trần Quang Khải',
} as const
const shown = (draft_id: number, actor = lan) => staff.drafts.draft(actor, { draft_id })

/** A draft of a phone and two cables. */
async function draftOf(goods: Record<string, number> = { 'SKU-11': 1, 'SKU-21': 2 }, actor = lan) {
  const { draft_id } = await staff.drafts.openDraft(actor, {})
  for (const [sku, quantity] of Object.entries(goods)) {
    await staff.drafts.addGoods(actor, { draft_id, sku, quantity })
  }
  return draft_id
}

async function save(draft_id: number, fields: Record<string, unknown> = home, actor = lan) {
  const { version } = await shown(draft_id, actor)
  const typed = { quantities: {}, shipping_method: 'home_delivery', ...fields } as const
  return staff.drafts.saveDraft(actor, { draft_id, version, ...typed })
}

async function place(draft_id: number, way: 'on_delivery' | 'hold' = 'on_delivery', actor = lan) {
  const { version, totals } = await shown(draft_id, actor)
  const grand_total = totals?.grand_total ?? 0
  return staff.drafts.placeDraft(actor, { draft_id, version, way, grand_total })
}

async function share(draft_id: number) {
  const { version } = await shown(draft_id)
  return (await staff.drafts.shareDraft(lan, { draft_id, version })).code
}

const path = '/api/cart/v1/quote/shared'
const take = (buyer: Buyer, code: string) => buyer.call('POST', path, { code })
const look = async (code: string, buyer?: Buyer) => {
  const reader = buyer ?? (await checkout.buyer())
  return reader.call('GET', `${path}?code=${code}`)
}
const seen = async (code: string) => dataOf<SharedQuote>(await look(code))
const ownQuote = async (buyer: Buyer) =>
  dataOf<Quote>(await buyer.call('GET', '/api/cart/v1/quote'))

describe('an order that staff make', () => {
  test('is placed like any other, with what they take off, and confirmed by its maker', async () => {
    const draft_id = await draftOf()
    await save(draft_id, { ...home, discount: 150_000, discount_reason: 'Khách quen' })
    const draft = await shown(draft_id)
    const total = phone_price + 300_000 - 150_000
    expect(draft).toMatchObject({
      ...{ state: 'open', made_by: 'Lan', discount: 150_000 },
      address: { name: 'Trần Bình', phone: '09•• ••• 321', ward_id: 26_737 },
      totals: { grand_total: total, adjustments: [{ rule: 'staff', amount: 150_000 }] },
      on_delivery: { method: 'cod', grand_total: total },
    })
    expect(await freeStock(checkout.own.db, products.phone)).toBe(5)
    const { order_code, is_in_reach } = await place(draft_id)
    expect(is_in_reach).toBe(true)
    expect(await freeStock(checkout.own.db, products.phone)).toBe(4)
    const order = await staff.orders.order(lan, { order_code })
    expect(order).toMatchObject({ state: 'confirmed', totals: { grand_total: total } })
    const moves = order.timeline.filter(({ kind }) => kind === 'move')
    expect(moves.map(({ what, actor, who }) => [what, actor, who]).toSorted()).toEqual([
      ['confirm', 'staff', 'Lan'],
      ['place_cod', 'staff', 'Lan'],
    ])
    const listed = async (made: 'me' | 'staff' | 'shopper', reader = lan) =>
      (await staff.orders.orders(reader, { made })).rows.map(({ code }) => code)
    expect([await listed('me'), await listed('staff')]).toEqual([[order_code], [order_code]])
    expect(await listed('shopper')).not.toContain(order_code)
    expect(await listed('me', { ...lan, staff_id: lan.staff_id + 1 })).toEqual([])
    expect(await shown(draft_id)).toMatchObject({ state: 'ordered', order_code })
    await expect(place(draft_id)).rejects.toEqual(refused('draft_closed', { state: 'ordered' }))
  })

  test('is placed once by two people who press at the same time', async () => {
    const draft_id = await draftOf({ 'SKU-21': 1 })
    await save(draft_id)
    const { version, totals } = await shown(draft_id)
    const placing = {
      draft_id,
      version,
      way: 'hold',
      grand_total: totals?.grand_total ?? 0,
    } as const
    const both = await Promise.allSettled([
      staff.drafts.placeDraft(lan, placing),
      staff.drafts.placeDraft(lan, placing),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const late = both.find(({ status }) => status === 'rejected')
    expect(late).toMatchObject({ reason: { code: 'draft_closed', data: { state: 'ordered' } } })
  })

  test('for the buyer of an earlier order begins with that address', async () => {
    const first = await draftOf()
    await save(first)
    const { order_code } = await place(first)
    const { draft_id } = await staff.drafts.openDraft(lan, { order_code })
    expect((await shown(draft_id)).address).toMatchObject({ name: 'Trần Bình', ward_id: 26_737 })
    await staff.drafts.addGoods(lan, { draft_id, sku: 'sku-21', quantity: 1 })
    expect((await shown(draft_id)).totals?.item_quantity).toBe(1)
  })

  test('is picked up in a shop only with what that shop has', async () => {
    const draft_id = await draftOf({ 'SKU-11': 2 })
    const at = (shop_id: number) => ({ ...home, shipping_method: 'store_pickup', shop_id })
    await expect(save(draft_id, at(shops.second))).rejects.toEqual(refused('shop_out_of_stock'))
    expect((await shown(draft_id)).address).toBeNull()
    await save(draft_id, at(shops.first))
    const { order_code } = await place(draft_id)
    const order = await staff.orders.order(lan, { order_code })
    expect(order.recipient.erp_shop_id).toBe(shops.first)
  })

  test('is sold at the counter: scanned, paid in cash and gone, or not made at all', async () => {
    const draft_id = await draftOf({ 'SKU-11': 1, 'SKU-21': 2 })
    const counter = async (scanned: string, actor = lan) => {
      const { version, on_delivery } = await shown(draft_id)
      const grand_total = on_delivery?.grand_total ?? 0
      const placing = { draft_id, version, way: 'counter', scanned, grand_total } as const
      return staff.drafts.placeDraft(actor, placing)
    }
    await save(draft_id)
    await expect(counter('SKU-11 SKU-21 SKU-21')).rejects.toEqual(refused('no_counter'))
    await save(draft_id, { ...home, shipping_method: 'store_pickup', shop_id: shops.first })
    const elsewhere = staffWith({ 'orders.create': { scope: 'all', max_amount: null } })
    const nobody = { ...elsewhere, staff_id: lan.staff_id }
    await expect(counter('SKU-11', nobody)).rejects.toEqual(refused('no_counter'))
    await expect(counter('SKU-11 SKU-21')).rejects.toEqual(refused('scan_differs'))
    expect(await freeStock(checkout.own.db, products.phone)).toBe(5)
    const { order_code } = await counter('SKU-11 SKU-21 SKU-21')
    const order = await staff.orders.order(lan, { order_code })
    expect(order).toMatchObject({ state: 'delivered', payments: [{ state: 'paid' }] })
    const { rows } = await sql<{ sold: number }>`select sum(-quantity) as sold from stock_movement
      where kind = 'sale' and document = ${order_code}`.execute(checkout.own.db)
    expect(rows).toEqual([{ sold: 3 }])
    const returnable = await staff.returns.returnable(lan, { q: order_code })
    expect(returnable).toMatchObject({ order_code, day: 0 })
  })

  test('is refused without goods, without an address, and at another total', async () => {
    const empty = (await staff.drafts.openDraft(lan, {})).draft_id
    const placing = { draft_id: empty, version: 1, way: 'hold', grand_total: 0 } as const
    await expect(staff.drafts.placeDraft(lan, placing)).rejects.toEqual(refused('draft_empty'))
    const draft_id = await draftOf()
    await expect(place(draft_id)).rejects.toEqual(refused('address_missing'))
    await save(draft_id)
    const { version } = await shown(draft_id)
    const other = { draft_id, version, way: 'hold', grand_total: 1_000 } as const
    await expect(staff.drafts.placeDraft(lan, other)).rejects.toEqual(refused('grand_total_change'))
    expect((await place(draft_id, 'hold')).order_code).toMatch(/^DH/)
  })
})

describe('the goods of a draft', () => {
  test('are in one draft when its form is sent twice, and in another once it has some', async () => {
    const opened = await Promise.all([
      staff.drafts.openDraft(lan, {}),
      staff.drafts.openDraft(lan, {}),
    ])
    expect(opened[1]).toEqual(opened[0])
    await staff.drafts.addGoods(lan, { ...opened[0], sku: 'SKU-21', quantity: 1 })
    expect(await staff.drafts.openDraft(lan, {})).not.toEqual(opened[0])
  })

  test('change by line, and a line that is set to 0 goes', async () => {
    const draft_id = await draftOf()
    const { lines } = await shown(draft_id)
    const [phone, cable] = lines.map(({ line_id }) => line_id ?? 0)
    await save(draft_id, { quantities: { [cable ?? 0]: 5 } })
    expect((await shown(draft_id)).totals?.item_quantity).toBe(6)
    await save(draft_id, { quantities: { [phone ?? 0]: 0, [cable ?? 0]: 1 } })
    expect((await shown(draft_id)).lines.map(({ sku }) => sku)).toEqual(['SKU-21'])
    await save(draft_id, { quantities: { [cable ?? 0]: 0 } })
    expect(await shown(draft_id)).toMatchObject({ lines: [], totals: null })
  })

  test('are found by SKU and by words, with what is free here; unknown and sold out ones are refused', async () => {
    const { draft_id } = await staff.drafts.openDraft(lan, {})
    const find = async (q: string) => (await staff.drafts.draft(lan, { draft_id, q })).found
    expect(await find('sku-11')).toMatchObject([{ sku: 'SKU-11', price: phone_price, free: 5 }])
    expect(await find('không có gì như vậy')).toEqual([])
    const add = (sku: string) => staff.drafts.addGoods(lan, { draft_id, sku, quantity: 1 })
    await expect(add('SKU-999')).rejects.toEqual(refused('item_not_found'))
    await expect(add('SKU-31')).rejects.toEqual(refused('sold_out'))
  })

  test('that are no longer sold are named and can be removed', async () => {
    const draft_id = await draftOf()
    const offer = (is_active: boolean) =>
      sql`update product set is_active = ${is_active}
      where product_id = ${products.cable}`.execute(checkout.own.db)
    await offer(false)
    const { gone, totals } = await shown(draft_id)
    expect([gone.length, totals]).toEqual([1, null])
    await save(draft_id, { quantities: { [gone[0]?.line_id ?? 0]: 0 } })
    expect((await shown(draft_id)).totals?.grand_total).toBe(phone_price)
    await offer(true)
  })

  test('added by two people at once are both there; a save of an older version is refused', async () => {
    const draft_id = await draftOf({ 'SKU-21': 1 })
    const { version } = await shown(draft_id)
    const add = () => staff.drafts.addGoods(lan, { draft_id, sku: 'SKU-21', quantity: 1 })
    await Promise.all([add(), add(), add()])
    expect((await shown(draft_id)).totals?.item_quantity).toBe(4)
    const stale = { draft_id, version, quantities: {}, ...home } as const
    await expect(staff.drafts.saveDraft(lan, stale)).rejects.toEqual(refused('draft_changed'))
  })
})

describe('who may do what', () => {
  const grant = { scope: 'shops', max_amount: null } as const
  const discount = { scope: 'shops', max_amount: 200_000 } as const
  const seller = (shop: number) => ({
    ...staffWith({ 'orders.create': grant, 'orders.discount': discount }, [shop]),
    staff_id: lan.staff_id,
  })

  test('a draft of another shop is not there', async () => {
    const draft_id = await draftOf({ 'SKU-21': 1 }, seller(shops.first))
    const other = seller(shops.second)
    const missing = refused('draft_not_found')
    await expect(shown(draft_id, other)).rejects.toEqual(missing)
    const seen = { draft_id, version: 2 }
    await expect(staff.drafts.dropDraft(other, seen)).rejects.toEqual(missing)
    await expect(staff.drafts.shareDraft(other, seen)).rejects.toEqual(missing)
    expect((await staff.drafts.drafts(other, {})).rows).toEqual([])
    const { rows } = await staff.drafts.drafts(seller(shops.first), { state: 'open' })
    expect(rows).toMatchObject([
      { draft_id, goods: expect.stringMatching(/^1 × /), grand_total: 180_000 },
    ])
  })

  test('whoever may only go on with their own orders is given the one they make', async () => {
    const own = { scope: 'own', max_amount: null } as const
    const names = ['orders.create', 'orders.see', 'orders.confirm']
    const support = staffWith(Object.fromEntries(names.map((name) => [name, own])))
    const actor = { ...support, staff_id: lan.staff_id, name: 'Lan' }
    const draft_id = await draftOf({ 'SKU-21': 1 }, actor)
    await save(draft_id, home, actor)
    const { order_code, is_in_reach } = await place(draft_id, 'hold', actor)
    expect(is_in_reach).toBe(true)
    expect(await staff.orders.order(actor, { order_code })).toMatchObject({ assigned_name: 'Lan' })
  })

  test('a discount needs a reason and ends at the limit of who gives it or changes the goods', async () => {
    const actor = seller(shops.first)
    const draft_id = await draftOf(undefined, actor)
    const give = (amount: number, reason: string | undefined, by = actor) =>
      save(draft_id, { ...home, discount: amount, discount_reason: reason }, by)
    await expect(give(100_000, undefined)).rejects.toEqual(
      invalid({ discount_reason: expect.any(String) }),
    )
    await expect(give(100_500, 'Khách quen')).rejects.toEqual(
      invalid({ discount: expect.any(String) }),
    )
    await expect(give(31_290_000, 'Tặng', lan)).rejects.toEqual(
      invalid({ discount: expect.any(String) }),
    )
    const too_high = refused('discount_too_high', { max_discount: 200_000 })
    await expect(give(300_000, 'Khách quen')).rejects.toEqual(too_high)
    await give(300_000, 'Khách quen', lan)
    await give(300_000, 'Khách quen')
    const add = staff.drafts.addGoods(actor, { draft_id, sku: 'SKU-21', quantity: 1 })
    await expect(add).rejects.toEqual(too_high)
    const { order_code } = await place(draft_id, 'on_delivery', actor)
    const { totals } = await staff.orders.order(lan, { order_code })
    expect(totals.adjustments).toMatchObject([{ rule: 'staff', amount: 300_000 }])
  })
})

describe('the link of a draft', () => {
  test('opens the checkout, which is then the shopper’s with everything in it', async () => {
    const draft_id = await draftOf()
    await save(draft_id, { ...home, discount: 90_000, discount_reason: 'Khách quen' })
    const code = await share(draft_id)
    expect((await shown(draft_id)).state).toBe('shared')
    const total = phone_price + 210_000
    expect(await seen(code)).toMatchObject({ totals: { grand_total: total }, order: null })
    expect(JSON.stringify(await seen(code))).not.toContain('Trần Bình')
    const buyer = await checkout.buyer()
    dataOf(await buyer.add(products.cable, 7))
    expect(dataOf(await take(buyer, code))).toEqual({ order_code: null, has_address: true })
    expect(await ownQuote(buyer)).toMatchObject({
      recipient: { name: 'Trần Bình' },
      totals: { grand_total: total, item_quantity: 3 },
    })
    expect(dataOf(await take(buyer, code))).toEqual({ order_code: null, has_address: true })
    const { version } = await shown(draft_id)
    const closed = refused('draft_closed', { state: 'taken' })
    const stale = { draft_id, version, quantities: {}, ...home } as const
    await expect(staff.drafts.saveDraft(lan, stale)).rejects.toEqual(closed)
    const order = dataOf<Order>(await buyer.order({ payment_method: 'cod', grand_total: total }))
    expect(order.totals.grand_total).toBe(total)
    expect(await shown(draft_id)).toMatchObject({ state: 'ordered', order_code: order.code })
  })

  test('keeps the discount only for all of its goods', async () => {
    const draft_id = await draftOf()
    await save(draft_id, { ...home, discount: 90_000, discount_reason: 'Khách quen' })
    const buyer = await checkout.buyer()
    dataOf(await take(buyer, await share(draft_id)))
    const removed = { item_id: products.phone, item_type: 1 }
    dataOf(await buyer.call('DELETE', '/api/cart/v1/quote/item', removed))
    expect((await ownQuote(buyer)).totals).toMatchObject({ adjustments: [] })
  })

  test('opens an order that is held for 24 hours; its shopper pays it', async () => {
    const draft_id = await draftOf()
    await save(draft_id)
    const { order_code } = await place(draft_id, 'hold')
    const code = await share(draft_id)
    const until = new Date(checkout.now.getTime() + 24 * hour).toISOString()
    expect(await seen(code)).toMatchObject({
      order: { code: order_code, awaits_payment: true, expires_at: until },
    })
    const buyer = await checkout.buyer()
    const chosen = { order_code, payment_method: bankTransfer.code }
    const pay = () => buyer.call('POST', '/api/cart/v1/order/payment', chosen)
    expect((await pay()).status).toBe(404)
    expect(dataOf(await take(buyer, code))).toEqual({ order_code, has_address: true })
    checkout.now = new Date(checkout.now.getTime() + 23 * hour)
    const { order } = dataOf<{ order: Order }>(await pay())
    const content = order_code.replace('-', '')
    const raw = sepayBody({ content, amount: order.totals.grand_total })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
    const paid = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect(paid.state).toBe('pending')
    // Whoever the link was forwarded to does not get it; a new link opens it on another device.
    const other = await checkout.buyer()
    expect([(await look(code, other)).status, (await take(other, code)).status]).toEqual([404, 404])
    expect((await look(code, buyer)).status).toBe(200)
    expect(dataOf(await take(other, await share(draft_id)))).toMatchObject({ order_code })
    expect(dataOf<Order>(await other.call('GET', '/api/cart/v1/order')).code).toBe(order_code)
    expect((await buyer.call('GET', '/api/cart/v1/order')).status).toBe(404)
  })

  test('ends when another one is made, when the draft is dropped, and after its days', async () => {
    const draft_id = await draftOf()
    const first = await share(draft_id)
    const second = await share(draft_id)
    const statusOf = async (code: string) => (await look(code)).status
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    const { version } = await shown(draft_id)
    await staff.drafts.dropDraft(lan, { draft_id, version })
    expect(await statusOf(second)).toBe(404)
    const other = await share(await draftOf())
    checkout.now = new Date(checkout.now.getTime() + 8 * 24 * hour)
    expect(await statusOf(other)).toBe(404)
    expect((await take(await checkout.buyer(), other)).status).toBe(404)
  })
})

test('drafts that became no order are forgotten with their goods and addresses', async () => {
  const { db } = checkout.own
  const ordered = await draftOf()
  await save(ordered)
  await place(ordered)
  const forgotten = await draftOf()
  await save(forgotten)
  const now = () => new Date(checkout.now.getTime() + 31 * 24 * hour)
  const log = createLog({ service: 'test', level: 'error' })
  expect((await sweep({ db, log, now }))['forgotten_drafts']).toBeGreaterThan(0)
  const { rows } = await sql<{ draft_id: number }>`select draft_id from draft_order
    where draft_id = any(${[ordered, forgotten]}::bigint[])`.execute(db)
  expect(rows).toEqual([{ draft_id: ordered }])
})
