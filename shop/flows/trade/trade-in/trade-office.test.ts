import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { TradeQuote } from '#contracts/storefront/trade/trade-in.ts'
import type { StaffActor } from '#pure/contract.ts'
import { moveUnits } from '#shop/flows/units/move-units.ts'
import { transaction } from '#platform/database/postgres.ts'
import { newImei, openTradeCounter, refusal } from '#test/goods/trade-counter.ts'
import { old_phone, quoteTrade } from '#test/goods/trade-ins.ts'
import { offerUsed, usedPhone } from '#test/goods/used-devices.ts'
import { dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { everywhere, staffWith } from '#test/support/staff.ts'
import { products, shops } from '#test/support/small-shop.ts'

const { checkout, counter, seen, read, offer, record, arrivedTrade, acceptedTrade, pay } =
  openTradeCounter()
let director: StaffActor
let caller: StaffActor

beforeAll(async () => {
  const { rows } = await sql<{ staff_id: number }>`
    insert into staff (name, login_name, created_at) values ('Mai', 'mai-le', now()), ('Tú', 'tu-tran', now())
    returning staff_id`.execute(checkout.own.db)
  const grants = [
    ...['trade_ins.see', 'trade_ins.grade', 'trade_ins.approve', 'trade_ins.prices'],
    'customers.see',
    ...['trade_ins.purchases', 'trade_ins.calls', 'used.see', 'stock.cost', 'changes.see'],
  ]
  director = { ...staffWith(everywhere(grants)), staff_id: rows[0]?.staff_id ?? 0, name: 'Mai' }
  caller = { ...director, staff_id: rows[1]?.staff_id ?? 0, name: 'Tú' }
})

test('a price far below the quote is read by its owner only after a second person agreed', async () => {
  const { tradeIns } = counter.office.services
  const buyer = await checkout.buyer()
  const { code, secret } = await arrivedTrade(buyer)
  const low = { amount: 3_900_000, reason: 'hidden_damage', note: 'Loa rè' } as const
  await offer(code, { ...low, actor: director })
  const owner = async () =>
    dataOf<TradeQuote>(
      await checkout.door.call('GET', `/api/cart-trade/v1/trade-in?code=${code}&secret=${secret}`),
    )
  const waiting = await owner()
  expect(waiting).toMatchObject({ state: 'checked', offer: null, may: { answer: false } })
  expect(JSON.stringify(waiting)).not.toContain('3900000')
  const accept = { code, amount_seen: 3_900_000 }
  const early = await buyer.call('POST', '/api/cart-trade/v1/trade-in/accept', accept)
  expect(refusalOf(early)).toBe('409 trade_in_closed')
  expect((await read(code, director)).may.approve).toBe(false)
  expect(await refusal(tradeIns.approve(director, await seen(code)))).toBe('own_offer')
  const elsewhere = staffWith({ 'trade_ins.approve': { scope: 'shops', max_amount: null } }, [
    shops.hanoi,
  ])
  expect(await refusal(tradeIns.approve(elsewhere, await seen(code)))).toBe('trade_in_not_found')
  await tradeIns.approve(caller, await seen(code))
  expect(await owner()).toMatchObject({
    ...{ state: 'offered', offer: { amount: 3_900_000, note: 'Loa rè' } },
    events: [{ move: 'quote' }, { move: 'arrive' }, { move: 'approve', amount: 3_900_000 }],
  })
  expect(await read(code)).toMatchObject({ offered_by: 'Mai', approved_by: 'Tú' })
  await record(code, '079090001555')
  dataOf(await buyer.call('POST', '/api/cart-trade/v1/trade-in/accept', accept))
  // Exactly a fifth less needs nobody else.
  const { code: other } = await arrivedTrade(await checkout.buyer())
  await offer(other, { ...low, amount: 4_000_000, actor: director })
  expect((await read(other)).state).toBe('offered')
})

test('prices are changed as they were seen, found by brand and words, and undone', async () => {
  const { tradeOffice, changes } = counter.office.services
  const price = async (q = 'may-cu-128') => (await tradeOffice.tradePrices(director, { q })).rows[0]
  expect(await price()).toMatchObject({ base_price: 5_000_000, upgrade_bonus: 500_000 })
  const change = {
    ...{ code: old_phone, base_price: 4_800_000, upgrade_bonus: 400_000, is_active: true },
    ...{ seen_price: 5_000_000, seen_bonus: 500_000 },
  }
  await tradeOffice.setTradePrice(director, change)
  expect(await refusal(tradeOffice.setTradePrice(director, change))).toBe('trade_price_changed')
  expect(await refusal(tradeOffice.setTradePrice(director, { ...change, code: 'x' }))).toBe(
    'trade_device_not_found',
  )
  expect((await tradeOffice.tradePrices(director, { brand: 'Samsung' })).rows).toEqual([])
  const { rows } = await changes.list(director, { thing: 'trade_price' })
  expect(rows[0]?.changes).toMatchObject({ base_price: [5_000_000, 4_800_000] })
  const change_id = rows[0]?.change_id ?? 0
  await changes.undoChange(director, { change_id })
  expect(await price()).toMatchObject({ base_price: 5_000_000, upgrade_bonus: 500_000 })
})

const call = (changes: object = {}) =>
  checkout.buyer().then((buyer) =>
    buyer.call('POST', '/api/cart-trade/v1/call', {
      ...{ customer_name: 'Lê Thị Hoa', customer_phone: '0903 111 222', model: 'iPhone cũ' },
      ...{ agrees: true, ...changes },
    }),
  )

test('who asks to be called waits once, and whoever takes the call sees the phone', async () => {
  const { tradeOffice } = counter.office.services
  for (const wrong of [{ agrees: false }, { customer_phone: '12' }, { customer_name: '1' }]) {
    expect(refusalOf(await call(wrong))).toBe('422 invalid_input')
  }
  expect([(await call()).status, (await call()).status]).toEqual([200, 200])
  const list = async (actor = director) => (await tradeOffice.tradeCalls(actor, {})).rows
  expect(await list()).toMatchObject([{ state: 'new', name: 'Lê Thị Hoa', model: 'iPhone cũ' }])
  expect(JSON.stringify(await list())).not.toContain('903111')
  const [{ trade_call_id = 0, version = 0 } = {}] = await list()
  await tradeOffice.takeTradeCall(director, { trade_call_id, version })
  expect(await list()).toMatchObject([{ phone: '0903111222', is_mine: true }])
  expect(await list(caller)).toMatchObject([{ is_mine: false, handled_by: 'Mai' }])
  const end = { trade_call_id, version: 1, outcome: 'called', note: 'Sẽ ghé' } as const
  expect(await refusal(tradeOffice.takeTradeCall(caller, { trade_call_id, version: 1 }))).toBe(
    'trade_call_changed',
  )
  expect(await refusal(tradeOffice.endTradeCall(caller, end))).toBe('trade_call_changed')
  await tradeOffice.endTradeCall(director, end)
  expect(await list()).toMatchObject([{ state: 'called', note: 'Sẽ ghé' }])
  expect(JSON.stringify(await list())).not.toContain('903111')
  expect((await call()).status).toBe(200)
  expect(await list()).toHaveLength(2)
})

test('whoever only asked what a device is worth is erased by phone, and found by it before', async () => {
  const { erasures, find } = counter.office.services
  const customer_phone = '0903 111 222'
  const imei = newImei()
  const { code } = await quoteTrade(await checkout.buyer(), { customer_phone, imei })
  const kinds = async (q: string) =>
    (await find.find(director, { q })).map(({ kind, rows }) => [kind, rows.map(({ key }) => key)])
  for (const q of [code.toLowerCase(), customer_phone, imei]) {
    expect(await kinds(q)).toContainEqual(['trade_in', [code]])
  }
  const officer = staffWith(everywhere(['customers.erase']))
  expect(await erasures.previewErasure(officer, { phone: customer_phone })).toMatchObject({
    ...{ order_count: 0, trade_in_count: 3 },
  })
  const request = { channel: 'email', request_number: 'YC-9', order_count: 0 } as const
  await erasures.eraseCustomer(officer, { phone: customer_phone, ...request })
  const { rows } = await sql`
    select phone from trade_quote where phone = '+84903111222'
    union all select phone from trade_call where phone = '+84903111222'`.execute(checkout.own.db)
  expect(rows).toEqual([])
  expect(await kinds(code)).toEqual([])
})

test('reports say what was bought by day and shop, and what used devices earned', async () => {
  const { db } = checkout.own
  const { tradeOffice } = counter.office.services
  const { code } = await acceptedTrade()
  await pay(code, { outcome: 'used', item_id: products.phone })
  const bought = await tradeOffice.tradeReport(director, {})
  expect(await counter.office.services.find.find(director, { q: 'CU-100001' })).toMatchObject([
    { kind: 'used_unit', rows: [{ key: '100001' }] },
  ])
  expect(bought).toMatchObject({
    month: '2026-11',
    rows: [
      {
        day: '2026-11-20',
        quantity: 1,
        total: 5_000_000,
        cash: 0,
        transfer: 5_000_000,
        on_order: 0,
      },
    ],
  })
  expect((await tradeOffice.tradeReport(director, { month: '2026-10' })).rows).toEqual([])
  const { product_id, imei_id, unit_id } = await offerUsed(db, usedPhone(77))
  await sql`update used_unit set listed_at = '2026-11-10T08:00:00Z' where imei_id = ${imei_id}`.execute(
    db,
  )
  const buyer = await checkout.buyer()
  await buyer.prepare(product_id)
  const order = dataOf<Order>(await buyer.order())
  const { rows: at } = await sql<{ now: Date }>`select ${checkout.now}::timestamptz as now`.execute(
    db,
  )
  await transaction(db, (tx) =>
    moveUnits(tx, [unit_id], 'sell', {
      ...{ document: order.code, place: { order_code: order.code } },
      at: at[0]?.now ?? checkout.now,
    }),
  )
  const sold = await tradeOffice.usedReport(director, {})
  expect(sold.rows).toEqual([
    expect.objectContaining({
      ...{ order_code: order.code, days_listed: 10, price: 12_000_000 },
      ...{ cost: 9_000_000, margin: 3_000_000 },
    }),
  ])
  const seller = staffWith(everywhere(['used.see']))
  expect((await tradeOffice.usedReport(seller, {})).rows).toMatchObject([
    { cost: null, margin: null },
  ])
})
