import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Unit, UnitList } from '#contracts/staff/units.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { StaffActor } from '#pure/contract.ts'
import { receiveUnits } from '#shop/flows/units/move-units.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { freeStock, products, shops } from '#test/support/small-shop.ts'
import { everywhere, staffWith, test_staff } from '#test/support/staff.ts'
import { assertStock, clearUnits } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()
const lan: StaffActor = { ...test_staff, name: 'Lan' }
const imei = '356938035643809'
const other_imei = '490154203237518'
let staff: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  const providers = await testProviders({ db, now: () => checkout.now, gateways: [cashOnDelivery] })
  staff = staffOffice(providers).services
})
afterEach(() => clearUnits(checkout.own.db))

/** Brings a phone with this IMEI on hand: the only ones of the shop have codes then. */
async function receive(imei1: string, shop_id: number = shops.repairs): Promise<void> {
  const unit = { product_id: products.rare, imei1, imei2: null, serial: null, cost: 7_000_000 }
  await transaction(checkout.own.db, (tx) =>
    receiveUnits(tx, [unit], shop_id, {
      document: 'PN000001',
      staff_name: 'Lan',
      at: checkout.now,
    }),
  )
}

const look = (code: string, actor = lan) => staff.units.unit(actor, { code }) as Promise<Unit>
const list = (input: object = {}, actor = lan) =>
  staff.units.units(actor, input) as Promise<UnitList>
const move = async (code: string, name: 'lock' | 'unlock' | 'find_faulty' | 'repair') =>
  staff.units.moveUnit(lan, { unit_id: (await look(code)).unit_id, move: name, reason: 'Mất hộp' })

describe('a unit', () => {
  test('is found by its code in any notation, with its events and its movement', async () => {
    await receive(imei)
    const unit = await look('35-693803-564380-9')
    expect(unit).toMatchObject({
      code: imei,
      state: 'in_stock',
      place: 'Cửa hàng 4',
      cost: 7_000_000,
    })
    expect(unit.events).toMatchObject([
      { move: 'receive', document: 'PN000001', staff_name: 'Lan' },
    ])
    const key = { product_id: products.rare, shop_id: shops.repairs }
    const { row, movements } = await staff.stock.stockRow(lan, key)
    expect([row.on_hand, movements[0]]).toMatchObject([4, { kind: 'receipt', unit_code: imei }])
    await assertStock(checkout.own.db)
    await expect(look('999')).rejects.toMatchObject({ code: 'unit_not_found', status: 404 })
  })

  test('is listed by state, shop and product, and by the beginning of its code', async () => {
    await receive(imei)
    await receive(other_imei, shops.first)
    const codes = async (input: object) => (await list(input)).rows.map(({ code }) => code)
    expect(await codes({})).toEqual([other_imei, imei])
    expect(await codes({ shop: shops.first })).toEqual([other_imei])
    expect(await codes({ q: '356938' })).toEqual([imei])
    expect(await codes({ q: 'sku-31' })).toEqual([other_imei, imei])
    expect(await codes({ state: 'sold' })).toEqual([])
    const { counts } = await list()
    expect(counts).toContainEqual({ state: 'in_stock', count: 2, is_capped: false })
  })

  test('leaves what can be sold when it is locked or faulty, and comes back', async () => {
    await receive(imei)
    for (const [away, back] of [
      ['lock', 'unlock'],
      ['find_faulty', 'repair'],
    ] as const) {
      expect(await freeStock(checkout.own.db, products.rare)).toBe(4)
      await move(imei, away)
      expect(await freeStock(checkout.own.db, products.rare)).toBe(3)
      await assertStock(checkout.own.db)
      await expect(move(imei, away)).rejects.toMatchObject({ code: 'unit_changed' })
      await move(imei, back)
    }
    await assertStock(checkout.own.db)
    const { events } = await look(imei)
    expect(events.map((event) => event.move)).toEqual([
      ...['receive', 'lock', 'unlock', 'find_faulty', 'repair'],
    ])
    expect(events[1]).toMatchObject({ reason: 'Mất hộp', staff_name: 'Lan' })
  })

  test('is locked once by two people at the same time', async () => {
    await receive(imei)
    const tries = await Promise.allSettled([move(imei, 'lock'), move(imei, 'lock')])
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await freeStock(checkout.own.db, products.rare)).toBe(3)
    await assertStock(checkout.own.db)
  })
})

describe('wrong codes', () => {
  test('are replaced with a reason; the former ones stay in the history', async () => {
    await receive(imei)
    const { unit_id } = await look(imei)
    const typed = { unit_id, imei2: '', serial: '', seen: imei, reason: 'Gõ nhầm' }
    const wrong = staff.units.correctCodes(lan, { ...typed, imei1: '356938035643808' })
    await expect(wrong).rejects.toMatchObject({
      code: 'unit_code_wrong',
      data: { code: '356938035643808' },
    })
    await staff.units.correctCodes(lan, { ...typed, imei1: other_imei })
    await expect(look(imei)).rejects.toMatchObject({ code: 'unit_not_found' })
    expect((await look(other_imei)).events.at(-1)).toMatchObject({
      move: 'correct',
      document: `${imei} → ${other_imei}`,
      reason: 'Gõ nhầm',
    })
    const again = staff.units.correctCodes(lan, { ...typed, imei1: imei })
    await expect(again).rejects.toMatchObject({ code: 'unit_changed' })
  })

  test('are refused when another unit has one of them, in whichever column', async () => {
    await receive(imei)
    await receive(other_imei)
    const { unit_id } = await look(imei)
    const typed = { unit_id, imei1: imei, serial: '', seen: imei, reason: 'x' }
    const taken = staff.units.correctCodes(lan, { ...typed, imei2: other_imei })
    await expect(taken).rejects.toMatchObject({ code: 'code_taken', data: { code: other_imei } })
  })
})

describe('an order', () => {
  test('takes units without a code first, then the oldest ones; they come back with it', async () => {
    const { db } = checkout.own
    await sql`insert into price (product_id, list_price) values (${products.unpriced}, 100000)
      on conflict do nothing`.execute(db)
    const phone = { imei2: null, serial: null, cost: null, product_id: products.cable }
    await transaction(db, (tx) =>
      receiveUnits(
        tx,
        [imei, other_imei].map((imei1) => ({ ...phone, imei1 })),
        shops.first,
        {
          ...{ document: null, at: checkout.now },
        },
      ),
    )
    await sql`insert into stock_movement (product_id, shop_id, quantity, kind)
      values (${products.cable}, ${shops.first}, -499, 'count')`.execute(db)
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable, 2)
    const { code } = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
    const seen = { order_code: code }
    await staff.orders.confirmOrder(lan, { ...seen, version: 1 })
    await staff.orders.shipOrder(lan, { ...seen, version: 2, move: 'ship', note: '' })
    expect(await look(imei)).toMatchObject({ state: 'sold', place: code })
    expect(await look(other_imei)).toMatchObject({ state: 'in_stock' })
    await assertStock(db)
    await staff.orders.shipOrder(lan, { ...seen, version: 3, move: 'come_back', note: '' })
    expect(await look(imei)).toMatchObject({ state: 'in_stock', place: 'Cửa hàng 1' })
    await assertStock(db)
  })

  test('starts the warranty of its units when it is delivered', async () => {
    const { db } = checkout.own
    await receive(imei, shops.first)
    const buyer = await checkout.buyer()
    await buyer.prepare(products.rare, 1)
    const { code } = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
    await staff.orders.confirmOrder(lan, { order_code: code, version: 1 })
    const seen = { order_code: code, note: '' }
    await staff.orders.shipOrder(lan, { ...seen, version: 2, move: 'ship' })
    expect(await look(imei)).toMatchObject({ state: 'sold', warranty_from: null })
    await staff.orders.shipOrder(lan, { ...seen, version: 3, move: 'deliver' })
    const { warranty_from, warranty_until } = await look(imei)
    expect(warranty_from).not.toBeNull()
    expect(Number(warranty_until?.slice(0, 4)) - Number(warranty_from?.slice(0, 4))).toBe(1)
    await assertStock(db)
  })

  test('that is missing a unit without a code cannot lower a count below the units with one', async () => {
    await receive(imei)
    const count = { product_id: products.rare, shop_id: shops.repairs, reason: 'Đếm' }
    const low = staff.stock.countStock(lan, { ...count, on_hand: 0, on_hand_seen: 4 })
    await expect(low).rejects.toMatchObject({ code: 'units_are_named', data: { named: 1 } })
    await staff.stock.countStock(lan, { ...count, on_hand: 1, on_hand_seen: 4 })
    await assertStock(checkout.own.db)
  })
})

describe('staff of a shop', () => {
  const of = (shop: number, names = ['stock.see', 'stock.move']) =>
    staffWith(
      Object.fromEntries(
        names.map((name) => [name, { scope: 'shops' as const, max_amount: null }]),
      ),
      [shop],
    )

  test('see and move the units of their shops; a foreign one is the same 404 as none', async () => {
    await receive(imei, shops.first)
    const { unit_id } = await look(imei)
    expect((await list({}, of(shops.first))).rows).toHaveLength(1)
    expect((await list({}, of(shops.second))).rows).toEqual([])
    expect((await list({}, of(shops.second))).counts).toContainEqual({
      ...{ state: 'in_stock', count: 0, is_capped: false },
    })
    const foreign = of(shops.second)
    const absent = { code: 'unit_not_found', status: 404 }
    await expect(look(imei, foreign)).rejects.toMatchObject(absent)
    const locking = { unit_id, move: 'lock', reason: 'x' } as const
    await expect(staff.units.moveUnit(foreign, locking)).rejects.toMatchObject(absent)
    const correction = {
      unit_id,
      imei1: other_imei,
      imei2: '',
      serial: '',
      seen: imei,
      reason: 'x',
    }
    await expect(staff.units.correctCodes(foreign, correction)).rejects.toMatchObject(absent)
    await staff.units.moveUnit(of(shops.first), locking)
  })

  test('see no cost without the permission', async () => {
    await receive(imei, shops.first)
    const { rows, may_see_cost } = await list({}, of(shops.first))
    expect([rows[0]?.cost, may_see_cost]).toEqual([null, false])
    expect((await look(imei, of(shops.first))).cost).toBeNull()
    expect((await list({}, staffWith(everywhere(['stock.see', 'stock.cost'])))).rows[0]?.cost).toBe(
      7_000_000,
    )
  })
})
