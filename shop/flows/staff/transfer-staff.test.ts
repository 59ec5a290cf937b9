import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Transfer, TransferList } from '#contracts/staff/transfers.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { StaffActor, StaffGrant } from '#pure/contract.ts'
import { imeiCheckDigit } from '#pure/formats/unit-codes.ts'
import { receiveUnits } from '#shop/flows/units/move-units.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { staffHeaders, staffWith, test_staff } from '#test/support/staff.ts'
import { assertStock, clearUnits } from '#test/support/stock-ledger.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const checkout = openCheckout()
const lan: StaffActor = { ...test_staff, name: 'Lan' }
const huy: StaffActor = { ...test_staff, name: 'Huy' }
const cable = `SKU-${products.cable}`
let staff: StaffServices

const imeiOf = (number: number) => {
  const digits = `35000000${String(number).padStart(6, '0')}`
  return digits + imeiCheckDigit(digits)
}
const phones = Array.from({ length: 12 }, (_, n) => imeiOf(n))

beforeAll(async () => {
  const { db } = checkout.own
  const providers = await testProviders({ db, now: () => checkout.now, gateways: [cashOnDelivery] })
  staff = staffOffice(providers).services
})
beforeEach(async () => {
  const { db } = checkout.own
  await sql`update product set identified_by = 'imei' where product_id = ${products.rare}`.execute(
    db,
  )
  const units = phones.map((imei1) => ({
    ...{ product_id: products.rare, imei1, imei2: null, serial: null, cost: 1_000_000 },
  }))
  const change = { document: null, at: checkout.now }
  await transaction(db, (tx) => receiveUnits(tx, units, shops.first, change))
})
afterEach(async () => {
  await emptyTables(checkout.own.db, 'stock_transfer')
  await clearUnits(checkout.own.db)
})

const look = (code: string, actor = lan) =>
  staff.transfers.transfer(actor, { code }) as Promise<Transfer>
const open = async (actor = lan) => {
  const places = { from_shop_id: shops.first, to_shop_id: shops.second }
  return (await staff.transfers.createTransfer(actor, places)).code
}
const add = (code: string, scan: string, quantity = 1, actor = lan) =>
  staff.transfers.addToTransfer(actor, { code, scan, quantity })
const receive = (code: string, scan: string, quantity = 1, actor = lan) =>
  staff.transfers.receiveScan(actor, { code, scan, quantity })
const send = async (code: string, actor = lan) =>
  staff.transfers.sendTransfer(actor, { code, version: (await look(code)).version })

/** Sends phones and cables from the first shop to the second. */
async function sent(imeis: readonly string[] = phones.slice(0, 3), cables = 0): Promise<string> {
  const code = await open()
  for (const imei of imeis) await add(code, imei)
  if (cables > 0) await add(code, cable, cables)
  await send(code)
  return code
}

async function onHand(product_id: number, shop_id: number): Promise<number> {
  const { rows } = await sql<{ on_hand: number }>`select on_hand from stock
    where product_id = ${product_id} and shop_id = ${shop_id}`.execute(checkout.own.db)
  return rows[0]?.on_hand ?? 0
}

describe('a transfer', () => {
  test('is made once by a form that is sent twice; another device makes another', async () => {
    const places = { from_shop_id: shops.first, to_shop_id: shops.second }
    const withScan = (scan?: string) => staff.transfers.createTransfer(lan, { ...places, scan })
    const [first, second] = await Promise.all([withScan(), withScan()])
    expect(second).toEqual(first)
    const namesake = { ...lan, staff_id: lan.staff_id + 1 }
    expect(await staff.transfers.createTransfer(namesake, places)).not.toEqual(first)
    const scanned = await Promise.all([withScan(phones[0]), withScan(phones[0])])
    expect(scanned[1]).toEqual(scanned[0])
    expect(scanned[0]).not.toEqual(first)
    expect(await withScan(phones[1])).not.toEqual(scanned[0])
    await add(first.code, phones[2] ?? '')
    expect(await withScan()).not.toEqual(first)
  })

  test('of twelve phones and forty cables leaves one shop and arrives at the other by scans', async () => {
    const code = await sent(phones, 40)
    expect(await onHand(products.rare, shops.first)).toBe(0)
    expect(await onHand(products.cable, shops.first)).toBe(460)
    expect(await staff.units.unit(lan, { code: phones[0] ?? '' })).toMatchObject({
      state: 'in_transfer',
      place: code,
    })
    await assertStock(checkout.own.db)
    for (const imei of phones) await receive(code, imei)
    await receive(code, cable, 15)
    expect(await look(code)).toMatchObject({ state: 'sent', received: 27, quantity: 52 })
    await receive(code, cable, 25, huy)
    expect(await look(code)).toMatchObject({ state: 'closed', received: 52, closed_by: 'Huy' })
    expect(await onHand(products.rare, shops.second)).toBe(12)
    expect(await onHand(products.cable, shops.second)).toBe(40)
    const { events } = await staff.units.unit(lan, { code: phones[0] ?? '' })
    expect(events.map(({ move, document }) => [move, document])).toEqual([
      ...[
        ['receive', null],
        ['send', code],
        ['arrive', code],
      ],
    ])
    await assertStock(checkout.own.db)
  })

  test('begins with the device that its page sends, from the shop that has it', async () => {
    const [scan = ''] = phones
    const { scanned } = await staff.transfers.transfers(lan, { scan })
    expect(scanned).toEqual({ code: scan, shop_id: String(shops.first) })
    const places = { from_shop_id: shops.first, to_shop_id: shops.second }
    const { code } = await staff.transfers.createTransfer(lan, { ...places, scan })
    const { lines } = await look(code)
    expect(lines.map(({ units }) => units)).toEqual([[{ code: scan, is_received: false }]])
    const back = { from_shop_id: shops.second, to_shop_id: shops.first, scan }
    await expect(staff.transfers.createTransfer(lan, back)).rejects.toMatchObject({
      code: 'not_here',
    })
    await send(code)
    expect((await staff.transfers.transfers(lan, { scan })).scanned).toBe(null)
    const grants = { 'stock.see': { scope: 'shops', max_amount: null } } as const
    const reader = staffWith(grants, [shops.first])
    const { scanned: nowhere } = await staff.transfers.transfers(reader, { scan: phones[1] })
    expect(nowhere).toBe(null)
  })

  test('refuses what is not there, what was scanned, and a SKU of what has codes', async () => {
    const code = await open()
    await add(code, phones[0] ?? '')
    const refusals = [
      [phones[0], 'scanned_already'],
      [imeiOf(99), 'code_not_found'],
      [`SKU-${products.rare}`, 'needs_code'],
    ] as const
    for (const [scan = '', refusal] of refusals) {
      await expect(add(code, scan)).rejects.toMatchObject({ code: refusal })
    }
    await staff.units.moveUnit(lan, {
      unit_id: (await staff.units.unit(lan, { code: phones[1] ?? '' })).unit_id,
      move: 'lock',
      reason: 'Mất',
    })
    await expect(add(code, phones[1] ?? '')).rejects.toMatchObject({ code: 'not_here' })
  })

  test('never sends what orders have reserved, nor a unit that left meanwhile', async () => {
    const { db } = checkout.own
    const buyer = await checkout.buyer()
    await buyer.prepare(products.rare, 10)
    await buyer.order({ payment_method: 'cod' })
    const code = await open()
    for (const imei of phones.slice(0, 3)) await add(code, imei)
    await expect(send(code)).rejects.toMatchObject({
      ...{ code: 'not_free', data: { sku: `SKU-${products.rare}`, free: 2 } },
    })
    const [first = ''] = phones
    const { unit_id } = await staff.units.unit(lan, { code: first })
    await staff.units.moveUnit(lan, { unit_id, move: 'find_faulty', reason: 'Vỡ' })
    await expect(send(code)).rejects.toMatchObject({
      code: 'units_moved',
      data: { codes: [first] },
    })
    expect(await look(code)).toMatchObject({ state: 'draft' })
    await assertStock(db)
  })

  test('is sent once by two people, and each unit is received once', async () => {
    const code = await open()
    for (const imei of phones.slice(0, 2)) await add(code, imei)
    const { version } = await look(code)
    const press = (actor: StaffActor) => staff.transfers.sendTransfer(actor, { code, version })
    const tries = await Promise.allSettled([press(lan), press(huy)])
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [first = '', second = ''] = phones
    const scans = await Promise.allSettled([receive(code, first), receive(code, first, 1, huy)])
    expect(scans.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await receive(code, second)
    expect(await onHand(products.rare, shops.second)).toBe(2)
    await assertStock(checkout.own.db)
  })

  test('never brings more than was sent', async () => {
    const code = await sent([], 5)
    await receive(code, cable, 4)
    const more = receive(code, cable, 2)
    await expect(more).rejects.toMatchObject({ code: 'more_than_sent', data: { missing: 1 } })
    const both = await Promise.allSettled([receive(code, cable), receive(code, cable, 1, huy)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const foreign = await sent([phones[5] ?? ''])
    await expect(receive(foreign, phones[6] ?? '')).rejects.toMatchObject({ code: 'not_sent' })
    await expect(receive(foreign, cable)).rejects.toMatchObject({ code: 'not_sent' })
    await assertStock(checkout.own.db)
  })
})

describe('a sent transfer', () => {
  test('cannot be cancelled: somebody says where its goods are', async () => {
    const code = await sent(phones.slice(0, 3), 5)
    const { version } = await look(code)
    await expect(staff.transfers.cancelDraft(lan, { code, version })).rejects.toMatchObject({
      code: 'transfer_changed',
    })
    await receive(code, phones[0] ?? '')
    const seen = { code, version: (await look(code)).version, reason: 'Xe quay về' }
    await staff.transfers.settleTransfer(lan, { ...seen, where: 'sender' })
    expect(await look(code)).toMatchObject({ state: 'closed', close_reason: 'Xe quay về' })
    expect(await onHand(products.rare, shops.first)).toBe(11)
    expect(await onHand(products.rare, shops.second)).toBe(1)
    expect(await onHand(products.cable, shops.first)).toBe(500)
    await assertStock(checkout.own.db)
  })

  test('is written off up to the amount of the role', async () => {
    const grant = (max_amount: number): StaffGrant => ({ scope: 'shops', max_amount })
    const manager = staffWith({ 'stock.adjust': grant(2_000_000) }, [shops.second])
    const code = await sent(phones.slice(0, 3))
    const seen = { code, version: (await look(code)).version, reason: 'Mất trên xe' }
    await expect(staff.transfers.writeOffTransfer(manager, seen)).rejects.toMatchObject({
      code: 'above_limit',
    })
    await receive(code, phones[0] ?? '')
    const { version } = await look(code)
    await staff.transfers.writeOffTransfer(manager, { ...seen, version })
    expect(await staff.units.unit(lan, { code: phones[1] ?? '' })).toMatchObject({
      ...{ state: 'written_off', place: null },
    })
    expect(await look(code)).toMatchObject({ state: 'closed', received: 1 })
    await assertStock(checkout.own.db)
  })
})

test('staff act at their own side; a foreign transfer is the same 404 as none', async () => {
  const grants = {
    'stock.see': { scope: 'shops', max_amount: null },
    'stock.move': { scope: 'shops', max_amount: null },
  } as const
  const [at_first, at_second, elsewhere] = [shops.first, shops.second, shops.hanoi].map((shop) =>
    staffWith(grants, [shop]),
  ) as [StaffActor, StaffActor, StaffActor]
  const absent = { code: 'transfer_not_found', status: 404 }
  const code = await open(at_first)
  await add(code, phones[0] ?? '', 1, at_first)
  await expect(add(code, phones[1] ?? '', 1, at_second)).rejects.toMatchObject(absent)
  await send(code, at_first)
  await expect(receive(code, phones[0] ?? '', 1, at_first)).rejects.toMatchObject(absent)
  await expect(look(code, elsewhere)).rejects.toMatchObject(absent)
  expect(((await staff.transfers.transfers(elsewhere, {})) as TransferList).rows).toEqual([])
  await expect(open(elsewhere)).rejects.toMatchObject({ code: 'shop_not_found' })
  expect((await look(code, at_second)).may_receive).toBe(true)
  await receive(code, phones[0] ?? '', 1, at_second)
})

test('the pages add, send and receive without scripts', async () => {
  const headers = { ...(await staffHeaders(checkout.door)), 'sec-fetch-site': 'same-origin' }
  const post = (path: string, fields: Record<string, string>) =>
    checkout.door.call('POST', path, { headers, form: new URLSearchParams(fields) })
  const places = { from_shop_id: String(shops.first), to_shop_id: String(shops.second) }
  const path = (await post('/noi-bo/chuyen-kho', places)).headers.get('location') ?? ''
  const [scan = ''] = phones
  expect((await post(path, { intent: 'add', scan, quantity: '1' })).status).toBe(303)
  const again = await post(path, { intent: 'add', scan, quantity: '1' })
  expect([again.status, again.text.includes('mã này quét rồi.')]).toEqual([409, true])
  expect((await post(path, { intent: 'send', version: '2' })).status).toBe(303)
  expect((await post(path, { intent: 'receive', scan, quantity: '1' })).status).toBe(303)
  expect((await checkout.door.call('GET', path, { headers })).text).toContain('Đã xong')
})
