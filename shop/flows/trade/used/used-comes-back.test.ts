import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { returns } from '#contracts/staff/returns.ts'
import { transaction } from '#platform/database/postgres.ts'
import { addUsedUnit } from '#shop/flows/trade/used/add-used-unit.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import type { NewUsedUnit } from '#shop/inventory/used/used.ts'
import { givePhonesCodes } from '#test/goods/coded-phones.ts'
import { deliverOrder } from '#test/goods/deliver-order.ts'
import { offerUsed, usedPhone } from '#test/goods/used-devices.ts'
import { dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'
import { assertStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()
let office: StaffServices
let last = 800

beforeAll(async () => {
  const { db } = checkout.own
  const now = () => checkout.now
  office = staffOffice(await testProviders({ db, now, gateways: [cashOnDelivery] })).services
})
afterEach(() => assertStock(checkout.own.db))

async function device(changes: Partial<NewUsedUnit> = {}) {
  last += 1
  const unit = usedPhone(last, changes)
  return { ...(await offerUsed(checkout.own.db, unit)), unit }
}

const takeIn = (unit: NewUsedUnit, rights: { mayRelease?: (shop_id: number) => boolean } = {}) =>
  transaction(checkout.own.db, (tx) =>
    addUsedUnit(tx, unit, { staff_name: 'Lan', at: checkout.now, ...rights }),
  )

async function order(item_id: number, quantity = 1) {
  const buyer = await checkout.buyer()
  await buyer.prepare(item_id, quantity)
  return { buyer, ...dataOf<Order>(await buyer.order()) }
}

async function ship(order_code: string) {
  const seen = async () => (await office.orders.order(test_staff, { order_code })).version
  await office.orders.confirmOrder(test_staff, { order_code, version: await seen() })
  await office.orders.shipOrder(test_staff, { order_code, version: await seen(), move: 'ship' })
}

async function one<T>(query: ReturnType<typeof sql>): Promise<T> {
  const { rows } = await query.execute(checkout.own.db)
  return rows[0] as T
}

const passport = (imei_id: number) =>
  one<{ state: string; is_active: boolean }>(sql`
    select state, product.is_active from used_unit join product using (product_id) where imei_id = ${imei_id}`)

const open = (fields: Record<string, unknown>) =>
  office.returns.open(
    test_staff,
    returns.open.input.parse({ position: 1, reason: 'faulty', shop_id: shops.first, ...fields }),
  )

describe('a sold device', () => {
  test('is not on hand again by a count', async () => {
    const { product_id, imei_id } = await device()
    const { code } = await order(product_id)
    await deliverOrder(office, code)
    expect(await passport(imei_id)).toMatchObject({ state: 'sold' })
    const counted = { product_id, shop_id: shops.first, on_hand: 1, on_hand_seen: 0, reason: 'Đếm' }
    await expect(office.stock.countStock(test_staff, counted)).rejects.toMatchObject({
      code: 'used_device_not_counted',
    })
    // Nobody else puts an unnamed piece there: the database refuses it while the device is not in stock.
    await expect(
      sql`insert into stock_movement (product_id, shop_id, quantity, kind)
        values (${product_id}, ${shops.first}, 1, 'count')`.execute(checkout.own.db),
    ).rejects.toMatchObject({ constraint: 'used_unit_exists_once' })
    expect(await passport(imei_id)).toMatchObject({ state: 'sold' })
  })

  test('has the warranty of its passport, whatever its version says', async () => {
    const { product_id, unit_id } = await device({ warranty_months: 12 })
    const { code } = await order(product_id)
    await deliverOrder(office, code)
    const months = await one<{ months: number }>(sql`
      select extract(month from age(warranty_until, warranty_from))
        + 12 * extract(year from age(warranty_until, warranty_from)) as months from unit where unit_id = ${unit_id}`)
    expect(Number(months.months)).toBe(12)
    const proof = { code, phone: '0912 345 678' }
    const shown = await checkout.door.call('POST', '/api/lookup/v1/warranty/order', { json: proof })
    expect(dataOf(shown)).toMatchObject([{ months: 12 }])
  })

  test('that is with the courier does not come in: the parcel may come back', async () => {
    const { product_id, unit } = await device()
    const { code } = await order(product_id)
    await ship(code)
    await expect(takeIn(unit)).rejects.toMatchObject({ reason: 'on_the_way' })
    const { version } = await office.orders.order(test_staff, { order_code: code })
    await office.orders.shipOrder(test_staff, { order_code: code, version, move: 'deliver' })
    const back = await takeIn({ ...unit, cost: 7_000_000 })
    expect(await one(sql`select cost from unit where unit_id = ${back.unit_id}`)).toEqual({
      cost: 7_000_000,
    })
    expect(
      await one(sql`select cost from stock_movement where product_id = ${back.product_id}`),
    ).toEqual({ cost: 7_000_000 })
  })

  test('that is in a return does not come in, and one that was bought back is not returned', async () => {
    await givePhonesCodes(checkout.own.db, ['353912110000017'], checkout.now)
    const sold = await order(products.phone)
    await deliverOrder(office, sold.code)
    const codes = { imei1: '353912110000017', imei2: null, serial: null }
    const unit = usedPhone(1, { codes, source: 'trade_in', source_reference: 'TC-0009' })
    const asked = { order_code: sold.code, position: 1, reason: 'faulty', wish: 'refund' }
    const { code } = dataOf<{ code: string }>(
      await sold.buyer.call('POST', '/api/cart/v1/order/returns', asked),
    )
    await expect(takeIn(unit)).rejects.toMatchObject({ reason: 'in_return' })
    dataOf(
      await sold.buyer.call('POST', '/api/cart/v1/order/returns/withdraw', {
        ...{ order_code: sold.code, code },
      }),
    )
    await takeIn(unit)
    // The shop paid for it: no code, no quantity and no wrong code gets the price of the old order too.
    await expect(open({ order_code: sold.code })).rejects.toMatchObject({
      ...{ code: 'returned_already', data: { left: 0 } },
    })
    await expect(open({ order_code: sold.code, unit_code: codes.imei1 })).rejects.toMatchObject({
      code: 'unit_differs',
    })
    expect(refusalOf(await sold.buyer.call('POST', '/api/cart/v1/order/returns', asked))).toBe(
      '409 returned_already',
    )
  })
})

describe('a device that is locked or faulty', () => {
  test('is withdrawn, and comes in at its shop by whoever may move units there', async () => {
    for (const move of ['lock', 'find_faulty'] as const) {
      const { imei_id, unit_id, unit } = await device()
      await office.units.moveUnit(test_staff, { unit_id, move, reason: 'Mất' })
      expect(await passport(imei_id)).toEqual({ state: 'withdrawn', is_active: false })
      await expect(takeIn(unit)).rejects.toMatchObject({ reason: 'held_back' })
      const elsewhere = { ...unit, shop_id: shops.second }
      const mayRelease = () => true
      await expect(takeIn(elsewhere, { mayRelease })).rejects.toMatchObject({ reason: 'held_back' })
      await expect(
        takeIn(unit, { mayRelease: (shop_id) => shop_id !== shops.first }),
      ).rejects.toMatchObject({ reason: 'held_back' })
      const again = await takeIn({ ...unit, price: null }, { mayRelease })
      expect(again).toMatchObject({ unit_id })
      expect(await passport(again.imei_id)).toMatchObject({ state: 'draft' })
      expect(await passport(imei_id)).toMatchObject({ state: 'withdrawn' })
    }
  })

  test('stays withdrawn when it is in stock again', async () => {
    const { imei_id, unit_id, product_id } = await device()
    await office.units.moveUnit(test_staff, { unit_id, move: 'lock', reason: 'Tranh chấp' })
    await office.units.moveUnit(test_staff, { unit_id, move: 'unlock', reason: 'Đã xong' })
    expect(await passport(imei_id)).toEqual({ state: 'withdrawn', is_active: false })
    expect((await (await checkout.buyer()).add(product_id)).status).not.toBe(200)
  })

  test('is withdrawn when it is lost on a transfer', async () => {
    const { db } = checkout.own
    const { imei_id, unit_id } = await device()
    await sql`update unit set state = 'written_off', shop_id = null where unit_id = ${unit_id}`.execute(
      db,
    )
    expect(await passport(imei_id)).toEqual({ state: 'withdrawn', is_active: false })
    await sql`update unit set state = 'in_stock', shop_id = ${shops.first} where unit_id = ${unit_id}`.execute(
      db,
    )
  })
})

test('a device that is withdrawn while an order waits for it stays withdrawn', async () => {
  const { db } = checkout.own
  const { imei_id, product_id } = await device()
  const buyer = await checkout.buyer()
  await buyer.prepare(product_id)
  let waiting: Promise<unknown> = Promise.resolve()
  await transaction(db, async (tx) => {
    await sql`update used_unit set state = 'withdrawn' where imei_id = ${imei_id}`.execute(tx)
    await sql`update product set is_active = false where product_id = ${product_id}`.execute(tx)
    waiting = buyer.order()
    await expect
      .poll(async () => {
        const { rows } = await sql<{ waits: number }>`
          select count(*)::integer as waits from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        return rows[0]?.waits
      })
      .toBe(1)
  })
  await waiting
  expect(await passport(imei_id)).toEqual({ state: 'withdrawn', is_active: false })
})
