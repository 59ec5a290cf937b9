import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Receipt, ReceiptList } from '#contracts/staff/receipts.ts'
import type { StaffActor } from '#pure/contract.ts'
import { imeiCheckDigit } from '#pure/formats/unit-codes.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { offerUsed, usedPhone } from '#test/goods/used-devices.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { freeStock, products, shops } from '#test/support/small-shop.ts'
import { everywhere, staffHeaders, staffWith, test_staff } from '#test/support/staff.ts'
import { assertStock, clearUnits } from '#test/support/stock-ledger.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const checkout = openCheckout()
const lan: StaffActor = { ...test_staff, name: 'Lan' }
const phone_sku = `SKU-${products.phone}`
const cable_sku = `SKU-${products.cable}`
let receipts: StaffServices['receipts']

beforeAll(async () => {
  const { db } = checkout.own
  const providers = await testProviders({ db, now: () => checkout.now, gateways: [cashOnDelivery] })
  receipts = staffOffice(providers).services.receipts
})
beforeEach(async () => {
  await sql`update product set identified_by = 'imei' where product_id = ${products.phone}`.execute(
    checkout.own.db,
  )
})
afterEach(async () => {
  await emptyTables(checkout.own.db, 'goods_receipt', 'supplier')
  await clearUnits(checkout.own.db)
})

const imeiOf = (number: number) => {
  const digits = `35000000${String(number).padStart(6, '0')}`
  return digits + imeiCheckDigit(digits)
}
const imeis = (count: number, first = 0) =>
  Array.from({ length: count }, (_, n) => imeiOf(first + n))

const look = (code: string, actor = lan) => receipts.receipt(actor, { code }) as Promise<Receipt>
const open = async (actor = lan, shop_id: number = shops.first, invoice = 'HD-1') =>
  (await receipts.createReceipt(actor, { supplier: 'Nhà phân phối A', shop_id, invoice })).code

async function save(code: string, line: Record<string, unknown>, actor = lan): Promise<void> {
  const { version } = await look(code, actor)
  await receipts.saveLine(actor, { code, version, sku: phone_sku, quantity: 1, ...line })
}

async function book(code: string, actor = lan) {
  const { version } = await look(code, actor)
  return receipts.receiveGoods(actor, { code, version })
}

describe('a receipt', () => {
  test('is made once by a form that is sent twice, and again when its first has a line', async () => {
    const [first, second] = await Promise.all([open(), open()])
    expect(second).toBe(first)
    // Somebody else of this name.
    expect(await open({ ...lan, staff_id: lan.staff_id + 1 })).not.toBe(first)
    await save(first, {})
    expect(await open()).not.toBe(first)
  })

  test('has no used devices: they come in one by one, with a passport', async () => {
    const { db } = checkout.own
    const { imei_id, product_id } = await offerUsed(db, usedPhone(70))
    const sku = `CU-${imei_id}`
    const refused = { code: 'used_device_not_received', data: { sku } }
    const code = await open()
    await expect(save(code, { sku })).rejects.toMatchObject(refused)
    await sql`insert into goods_receipt_line (goods_receipt_id, product_id, quantity, pasted)
      select goods_receipt_id, ${product_id}, 1, ${imeiOf(9)} from goods_receipt`.execute(db)
    await expect(book(code)).rejects.toMatchObject(refused)
    await sql`delete from used_unit`.execute(db)
  })

  test('books 500 pasted IMEIs with their cost and movements', async () => {
    const code = await open()
    await save(code, { quantity: 500, cost: 20_000_000, pasted: imeis(500).join('\n') })
    expect((await look(code)).lines).toMatchObject([
      { arriving: 500, wrong_lines: [], received: 0 },
    ])
    expect(await freeStock(checkout.own.db, products.phone)).toBe(5)
    expect(await book(code)).toEqual({ booked: 500, wrong: 0 })
    expect(await freeStock(checkout.own.db, products.phone)).toBe(505)
    expect(await look(code)).toMatchObject({ state: 'done', received: 500 })
    const { rows } = await sql<object>`
      select count(*) as movements, count(distinct unit_id) as units, min(cost) as cost,
        min(staff_name) as staff_name from stock_movement
      where document = ${code} and kind = 'receipt'`.execute(checkout.own.db)
    expect(rows).toEqual([{ movements: 500, units: 500, cost: 20_000_000, staff_name: 'Lan' }])
    await assertStock(checkout.own.db)
  })

  test('names each wrong line, books the right ones and keeps the wrong ones in the draft', async () => {
    const known = await open()
    await save(known, { pasted: imeiOf(1) })
    await book(known)
    const code = await open()
    const lines = [imeiOf(2), '356938035643808', imeiOf(2), imeiOf(1), '12345', imeiOf(3)]
    await save(code, { quantity: 6, pasted: lines.join('\n') })
    const [line] = (await look(code)).lines
    expect(line?.wrong_lines.map(({ line: at, problem }) => [at, problem])).toEqual([
      [2, 'wrong_check_digit'],
      [3, 'repeated'],
      [4, 'known'],
      [5, 'wrong_length'],
    ])
    expect(line?.wrong_lines[2]).toMatchObject({ known: 'in_stock', code: imeiOf(1) })
    expect(await book(code)).toEqual({ booked: 2, wrong: 4 })
    const after = await look(code)
    expect(after).toMatchObject({ state: 'open', received: 2 })
    // The second line of the same code is another mistake now: the unit is known.
    expect(after.lines[0]?.pasted.split('\n')).toEqual([
      ...['356938035643808', imeiOf(2), imeiOf(1), '12345'],
    ])
    await assertStock(checkout.own.db)
  })

  test('is received in parts, by quantity too, and never beyond what is expected', async () => {
    const code = await open()
    await save(code, { sku: cable_sku, quantity: 30, arriving: 20, cost: 90_000 })
    expect(await book(code)).toEqual({ booked: 20, wrong: 0 })
    await save(code, { sku: cable_sku, quantity: 30, arriving: 11 })
    await expect(book(code)).rejects.toMatchObject({
      code: 'more_than_expected',
      data: { sku: cable_sku, missing: 10, arriving: 11 },
    })
    await expect(save(code, { sku: cable_sku, quantity: 19 })).rejects.toMatchObject({
      code: 'too_few',
    })
    await save(code, { sku: cable_sku, quantity: 30, arriving: 10 })
    await book(code)
    expect(await look(code)).toMatchObject({ state: 'done', lines: [{ cost: 90_000 }] })
    expect(await freeStock(checkout.own.db, products.cable)).toBe(1_030)
    await assertStock(checkout.own.db)
  })

  test('is booked once when the button is pressed twice or by two people', async () => {
    const code = await open()
    await save(code, { quantity: 9, pasted: imeis(3).join('\n') })
    const { version } = await look(code)
    const press = (actor: StaffActor) => receipts.receiveGoods(actor, { code, version })
    const tries = await Promise.allSettled([press(lan), press({ ...lan, name: 'Huy' }), press(lan)])
    const refused = tries.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(2)
    for (const one of refused) expect(one).toMatchObject({ reason: { code: 'receipt_changed' } })
    expect(await freeStock(checkout.own.db, products.phone)).toBe(8)
    await assertStock(checkout.own.db)
  })

  test('loses a code that another receipt books at the same moment, and nothing else', async () => {
    const codes = [await open(), await open(lan, shops.first, 'HD-2')]
    expect(codes[0]).not.toBe(codes[1])
    for (const code of codes) await save(code, { quantity: 2, pasted: imeiOf(1) })
    await save(codes[0] ?? '', { quantity: 2, pasted: `${imeiOf(1)}\n${imeiOf(2)}` })
    const tries = await Promise.allSettled(codes.map((code) => book(code)))
    const booked = tries.map((one) => (one.status === 'fulfilled' ? one.value.booked : 0))
    expect([
      [2, 0],
      [1, 1],
    ]).toContainEqual(booked)
    expect(await freeStock(checkout.own.db, products.phone)).toBe(7)
    await assertStock(checkout.own.db)
  })

  test('ends with a reason when the rest does not come', async () => {
    const code = await open()
    await save(code, { quantity: 2, pasted: imeiOf(1) })
    await book(code)
    const { version } = await look(code)
    await receipts.closeReceipt(lan, { code, version, reason: 'Hết hàng ở hãng' })
    expect(await look(code)).toMatchObject({ state: 'done', close_reason: 'Hết hàng ở hãng' })
    await expect(save(code, {})).rejects.toMatchObject({ code: 'receipt_changed' })
  })
})

describe('staff of a shop', () => {
  const clerk = staffWith(
    {
      'stock.see': { scope: 'shops', max_amount: null },
      'stock.move': { scope: 'shops', max_amount: null },
    },
    [shops.second],
  )

  test('receive at their shops only; a foreign receipt is the same 404 as none', async () => {
    const foreign = await open()
    const absent = { code: 'receipt_not_found', status: 404 }
    await expect(look(foreign, clerk)).rejects.toMatchObject(absent)
    const seen = { code: foreign, version: 1 }
    await expect(receipts.receiveGoods(clerk, seen)).rejects.toMatchObject(absent)
    const line = { ...seen, sku: phone_sku, quantity: 1 }
    await expect(receipts.saveLine(clerk, line)).rejects.toMatchObject(absent)
    await expect(receipts.closeReceipt(clerk, { ...seen, reason: 'x' })).rejects.toMatchObject(
      absent,
    )
    await expect(open(clerk)).rejects.toMatchObject({ code: 'shop_not_found' })
    const { rows } = (await receipts.receipts(clerk, {})) as ReceiptList
    expect(rows).toEqual([])
  })

  test('neither see nor set costs without the permission', async () => {
    const code = await open(lan, shops.second)
    await save(code, { sku: cable_sku, quantity: 5, arriving: 5, cost: 90_000 })
    expect((await look(code, clerk)).lines[0]?.cost).toBeNull()
    const wrong = save(code, { sku: cable_sku, quantity: 5, arriving: 5, cost: 1 }, clerk)
    await expect(wrong).rejects.toMatchObject({ code: 'cost_not_allowed' })
    await save(code, { sku: cable_sku, quantity: 5, arriving: 5 }, clerk)
    await book(code, clerk)
    expect((await look(code)).lines[0]?.cost).toBe(90_000)
  })

  test('see receipts without changing them if they may only look', async () => {
    const code = await open()
    const reader = staffWith(everywhere(['stock.see']))
    expect(await look(code, reader)).toMatchObject({ may_change: false, may_see_cost: false })
  })
})

test('the page creates a receipt, saves a line and books it without scripts', async () => {
  const headers = { ...(await staffHeaders(checkout.door)), 'sec-fetch-site': 'same-origin' }
  const send = (path: string, fields: Record<string, string>) =>
    checkout.door.call('POST', path, { headers, form: new URLSearchParams(fields) })
  const made = await send('/noi-bo/nhap-hang', {
    supplier: 'Nhà phân phối A',
    shop_id: String(shops.first),
    invoice: '',
  })
  const path = made.headers.get('location') ?? ''
  expect(path).toMatch(/^\/noi-bo\/nhap-hang\/PN\d{6}$/)
  const line = { sku: phone_sku, quantity: '2', cost: '', pasted: `${imeiOf(1)}\r\n12345` }
  expect((await send(path, { intent: 'save', version: '1', ...line })).status).toBe(303)
  const page = await checkout.door.call('GET', path, { headers })
  for (const shown of ['dòng chưa nhận được', 'không đủ 15 số', 'vào kho']) {
    expect(page.text).toContain(shown)
  }
  const booked = await send(path, { intent: 'receive', version: '2' })
  expect(booked.headers.get('location')).toBe(`${path}?booked=1`)
  expect((await send(path, { intent: 'receive', version: '2' })).status).toBe(409)
  expect((await checkout.door.call('GET', '/noi-bo/nhap-hang', { headers })).text).toContain(
    'Nhà phân phối A',
  )
})
