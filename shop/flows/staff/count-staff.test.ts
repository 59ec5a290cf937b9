import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Count } from '#contracts/staff/counts.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { StaffActor } from '#pure/contract.ts'
import { imeiCheckDigit } from '#pure/formats/unit-codes.ts'
import { receiveUnits } from '#shop/flows/units/move-units.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { staffHeaders, staffWith, test_staff } from '#test/support/staff.ts'
import { assertStock, clearUnits } from '#test/support/stock-ledger.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const checkout = openCheckout()
const lan: StaffActor = { ...test_staff, name: 'Lan' }
const cable = `SKU-${products.cable}`
let staff: StaffServices

const imeiOf = (number: number) => {
  const digits = `35000000${String(number).padStart(6, '0')}`
  return digits + imeiCheckDigit(digits)
}
const phones = [1, 2, 3, 4].map(imeiOf) as [string, string, string, string]

async function receive(imeis: readonly string[], shop_id: number = shops.first): Promise<void> {
  const units = imeis.map((imei1) => ({
    ...{ product_id: products.rare, imei1, imei2: null, serial: null, cost: 1_500_000 },
  }))
  const change = { document: null, at: checkout.now }
  await transaction(checkout.own.db, (tx) => receiveUnits(tx, units, shop_id, change))
}

beforeAll(async () => {
  const { db } = checkout.own
  const providers = await testProviders({ db, now: () => checkout.now, gateways: [cashOnDelivery] })
  staff = staffOffice(providers).services
})
beforeEach(async () => {
  await sql`update product set identified_by = 'imei' where product_id = ${products.rare}`.execute(
    checkout.own.db,
  )
  await receive(phones)
  pass(1)
})
afterEach(async () => {
  await emptyTables(checkout.own.db, 'stock_count', 'stock_transfer')
  await clearUnits(checkout.own.db)
})

const pass = (minutes: number) => {
  checkout.now = new Date(checkout.now.getTime() + minutes * 60_000)
}
const look = (code: string, actor = lan) => staff.counts.count(actor, { code }) as Promise<Count>
const open = async (actor = lan, shop_id: number = shops.first) =>
  (await staff.counts.createCount(actor, { shop_id })).code
const scan = (code: string, what: string, quantity = 1, actor = lan) =>
  staff.counts.scanCount(actor, { code, scan: what, quantity })
const seen = async (code: string) => ({ code, version: (await look(code)).version })
const close = async (code: string) => staff.counts.closeCount(lan, await seen(code))
const approve = async (code: string, actor = lan) =>
  staff.counts.approveCount(actor, await seen(code))

async function stockOf(product_id: number) {
  const { rows } = await sql<object>`select on_hand, quantity as free, shortage from stock
    where product_id = ${product_id} and shop_id = ${shops.first}`.execute(checkout.own.db)
  return rows[0]
}

/** Sells cables from the first shop, and hands them over. */
async function sell(quantity: number): Promise<void> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable, quantity)
  const { code } = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
  await staff.orders.confirmOrder(lan, { order_code: code, version: 1 })
  const shipped = { order_code: code, version: 2, move: 'ship', note: '' } as const
  await staff.orders.shipOrder(lan, shipped)
}

describe('a count', () => {
  test('is made once by a form that is sent twice, and again once something is counted', async () => {
    const [first, second] = await Promise.all([open(), open()])
    expect(second).toBe(first)
    expect(await open({ ...lan, staff_id: lan.staff_id + 1 })).not.toBe(first)
    await scan(first, cable)
    expect(await open()).not.toBe(first)
  })

  test('shows no expected number until it is closed', async () => {
    const code = await open()
    await scan(code, cable, 490)
    await scan(code, phones[0])
    await scan(code, imeiOf(9))
    const blind = await look(code)
    expect(blind.lines.map(({ sku, difference }) => [sku, difference])).toEqual([
      [cable, null],
      [`SKU-${products.rare}`, null],
    ])
    expect(blind).toMatchObject({ missing: [], not_counted: [], amount: null, may_approve: false })
    expect(blind.surplus).toEqual([{ code: imeiOf(9), sku: null, state: null }])
    await close(code)
    const { lines, missing, not_counted, may_approve } = await look(code)
    expect(lines[0]).toMatchObject({ sku: cable, counted: 490, difference: -10 })
    expect(missing.map((unit) => unit.code)).toEqual(phones.slice(1))
    expect([not_counted.includes(`SKU-${products.phone}`), may_approve]).toEqual([true, true])
  })

  test('compares with the book of its minute, so that sales go on', async () => {
    const code = await open()
    await scan(code, cable, 300)
    await sell(20)
    pass(5)
    // 480 are on the shelf now: 180 more are counted, and 20 of those before have left.
    await staff.counts.recount(lan, { ...(await seen(code)), sku: cable })
    await scan(code, cable, 478)
    pass(5)
    await sell(30)
    await close(code)
    expect((await look(code)).lines[0]).toMatchObject({ counted: 478, difference: -2 })
    for (const phone of phones)
      await staff.counts.recount(lan, await seen(code)).then(() => scan(code, phone))
    await close(code)
    await approve(code)
    expect(await stockOf(products.cable)).toMatchObject({ on_hand: 448, free: 448 })
    const { rows } = await sql<object>`select quantity, staff_name from stock_movement
      where document = ${code}`.execute(checkout.own.db)
    expect(rows).toEqual([{ quantity: -2, staff_name: 'Lan' }])
    await assertStock(checkout.own.db)
  })

  test('writes off missing units, and finds units that were written off', async () => {
    const code = await open()
    for (const phone of phones.slice(0, 3)) await scan(code, phone)
    await close(code)
    expect(await approve(code)).toEqual({ movements: 1 })
    expect(await staff.units.unit(lan, { code: phones[3] })).toMatchObject({ state: 'written_off' })
    expect(await stockOf(products.rare)).toMatchObject({ on_hand: 3 })
    const again = await open()
    for (const phone of phones) await scan(again, phone)
    await close(again)
    expect((await look(again)).surplus).toEqual([
      { code: phones[3], sku: `SKU-${products.rare}`, state: 'written_off' },
    ])
    await approve(again)
    expect(await staff.units.unit(lan, { code: phones[3] })).toMatchObject({ state: 'in_stock' })
    expect(await stockOf(products.rare)).toMatchObject({ on_hand: 4 })
    await assertStock(checkout.own.db)
  })

  test('misses no unit that was sold or came after it began', async () => {
    const code = await open()
    pass(1)
    await receive([imeiOf(7)])
    const { unit_id } = await staff.units.unit(lan, { code: phones[0] })
    await staff.units.moveUnit(lan, { unit_id, move: 'lock', reason: 'Tranh chấp' })
    for (const phone of phones.slice(1)) await scan(code, phone)
    await close(code)
    expect((await look(code)).missing).toEqual([])
    await approve(code)
    expect(await stockOf(products.rare)).toMatchObject({ on_hand: 4 })
    await assertStock(checkout.own.db)
  })

  test('leaves what orders have reserved: the row has a shortage', async () => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable, 40)
    await buyer.order({ payment_method: 'cod' })
    const code = await open()
    await scan(code, cable, 0)
    for (const phone of phones) await scan(code, phone)
    await close(code)
    await approve(code)
    expect(await stockOf(products.cable)).toEqual({ on_hand: 0, free: 0, shortage: 40 })
    await assertStock(checkout.own.db)
  })

  test('refuses what was scanned, what has codes, other categories and what is no code', async () => {
    const { db } = checkout.own
    await sql`insert into category (category_id, code, name) values (9, 'khac', 'Khác')`.execute(db)
    const code = await open()
    await scan(code, phones[0])
    const refusals = [
      [phones[0], 'scanned_already'],
      [`SKU-${products.rare}`, 'needs_code'],
      ['khong-co', 'code_not_found'],
    ] as const
    for (const [what, refusal] of refusals) {
      await expect(scan(code, what)).rejects.toMatchObject({ code: refusal })
    }
    const other = await staff.counts.createCount(lan, { shop_id: shops.first, category_id: 9 })
    await expect(scan(other.code, cable)).rejects.toMatchObject({ code: 'out_of_scope' })
  })

  test('is approved once by two people', async () => {
    const code = await open()
    await scan(code, cable, 495)
    for (const phone of phones) await scan(code, phone)
    await close(code)
    const both = await seen(code)
    const tries = await Promise.allSettled([
      staff.counts.approveCount(lan, both),
      staff.counts.approveCount({ ...lan, name: 'Huy' }, both),
    ])
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await stockOf(products.cable)).toMatchObject({ on_hand: 495 })
    await assertStock(checkout.own.db)
  })
})

describe('staff of a shop', () => {
  const manager = staffWith(
    {
      'stock.see': { scope: 'shops', max_amount: null },
      'stock.move': { scope: 'shops', max_amount: null },
      'stock.adjust': { scope: 'shops', max_amount: 2_000_000 },
    },
    [shops.first],
  )

  test('approve differences up to the amount of their role, by cost', async () => {
    const code = await open(manager)
    await scan(code, phones[0])
    await scan(code, phones[1])
    await close(code)
    expect(await look(code, manager)).toMatchObject({ may_approve: false, amount: null })
    await expect(approve(code, manager)).rejects.toMatchObject({ code: 'above_limit' })
    await staff.counts.recount(manager, await seen(code))
    await scan(code, phones[2], 1, manager)
    await close(code)
    expect(await look(code)).toMatchObject({ amount: 1_500_000 })
    await approve(code, manager)
    await assertStock(checkout.own.db)
  })

  test('count their shops only; a foreign count is the same 404 as none', async () => {
    const code = await open(lan, shops.second)
    const absent = { code: 'count_not_found', status: 404 }
    await expect(look(code, manager)).rejects.toMatchObject(absent)
    await expect(scan(code, cable, 1, manager)).rejects.toMatchObject(absent)
    const of_seen = { code, version: 1 }
    for (const call of ['closeCount', 'cancelCount', 'recount', 'approveCount'] as const) {
      await expect(staff.counts[call](manager, of_seen)).rejects.toMatchObject(absent)
    }
    await expect(open(manager, shops.second)).rejects.toMatchObject({ code: 'shop_not_found' })
  })
})

test('the page counts, closes and approves without scripts', async () => {
  const headers = { ...(await staffHeaders(checkout.door)), 'sec-fetch-site': 'same-origin' }
  const post = (path: string, fields: Record<string, string>) =>
    checkout.door.call('POST', path, { headers, form: new URLSearchParams(fields) })
  const begun = await post('/noi-bo/kiem-ke', { shop_id: String(shops.first), category_id: '' })
  const path = begun.headers.get('location') ?? ''
  for (const phone of phones) await post(path, { intent: 'scan', scan: phone, quantity: '1' })
  const again = await post(path, { intent: 'scan', scan: phones[0], quantity: '1' })
  expect([again.status, again.text.includes('mã này quét rồi.')]).toEqual([409, true])
  expect((await post(path, { intent: 'close', version: '1' })).status).toBe(303)
  expect((await post(path, { intent: 'approve', version: '2' })).status).toBe(303)
  expect((await checkout.door.call('GET', path, { headers })).text).toContain('Đã duyệt')
})
