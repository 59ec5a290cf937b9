import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Packing, ParcelMove, StaffParcel } from '#contracts/staff/parcels.ts'
import type { StaffOrder } from '#contracts/staff/orders.ts'
import type { StaffActor } from '#pure/contract.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { findStockErrors } from '#shop/views/stock/stock-proof-store.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { givePhonesCodes } from '#test/goods/coded-phones.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { freeStock, products, shops } from '#test/support/small-shop.ts'
import { clearUnits } from '#test/support/stock-ledger.ts'
import { staffWith, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout(relay_env)
const lan: StaffActor = { ...test_staff, name: 'Lan' }
const huy: StaffActor = { ...test_staff, name: 'Huy' }
let office: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery]
  const providers = await testProviders({ db, now: () => checkout.now, gateways })
  office = staffOffice(providers).services
})

async function confirmed(quantity = 1): Promise<Order> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable, quantity)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
  await office.orders.confirmOrder(lan, { order_code: order.code, version: 1 })
  return order
}

const packing = async ({ code }: Order, actor = lan) =>
  (await office.parcels.packing(actor, { order_code: code })) as Packing

async function pack(
  order: Order,
  more: Record<string, unknown> = {},
  actor = lan,
): Promise<string> {
  const { version, units } = await packing(order, actor)
  const scanned = units.flatMap(({ sku, quantity }) => Array(quantity).fill(sku)).join('\n')
  const input = { order_code: order.code, version, carrier: 'own', weight_g: 300, scanned, ...more }
  return (await office.parcels.packOrder(actor, input)).code
}

const parcelOf = async (code: string, actor = lan) =>
  (await office.parcels.parcel(actor, { code })) as StaffParcel

async function move(code: string, name: ParcelMove, note = ''): Promise<string> {
  const { version } = await parcelOf(code)
  return (await office.parcels.moveParcel(lan, { code, version, move: name, note })).state
}

const orderState = async ({ code }: Order) =>
  ((await office.orders.order(lan, { order_code: code })) as StaffOrder).state

const refused = (code: string) => expect.objectContaining({ code })
const left = () => freeStock(checkout.own.db, products.cable)
const onHand = async () => {
  const { rows } = await sql<{ n: number }>`select sum(on_hand) as n from stock
    where product_id = ${products.cable}`.execute(checkout.own.db)
  return Number(rows[0]?.n)
}

describe('packing', () => {
  test('needs every unit scanned once and no other; what is wrong is named', async () => {
    const order = await confirmed(2)
    const { units } = await packing(order)
    const [cable] = units
    if (!cable) throw new RangeError('the order has no units')
    expect(cable.quantity).toBe(2)
    for (const [scanned, missing, unexpected] of [
      [cable.sku, 1, []],
      [`${cable.sku} ${cable.sku} ${cable.sku}`, 0, [cable.sku]],
      [`${cable.sku} ${cable.sku} LA-HANG`, 0, ['LA-HANG']],
    ] as const) {
      await expect(pack(order, { scanned })).rejects.toMatchObject({
        code: 'scan_differs',
        data: { missing: missing === 0 ? [] : [{ sku: cable.sku, quantity: missing }], unexpected },
      })
    }
    const code = await pack(order, { scanned: `${cable.sku.toLowerCase()}\r\n ${cable.sku}\t` })
    const { state, cod_amount, events, moves } = await parcelOf(code)
    expect([state, cod_amount]).toEqual(['created', order.totals.grand_total])
    expect(events.map((event) => [event.move, event.staff_name])).toEqual([['create', 'Lan']])
    expect(moves).toEqual(['hand_over', 'go_out', 'cancel'])
    expect(await orderState(order)).toBe('confirmed')
  })

  test('two people who pack one order at once make one parcel', async () => {
    const order = await confirmed()
    const both = await Promise.allSettled([pack(order), pack(order, {}, huy)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const list = await office.parcels.parcelsOfOrder(lan, { order_code: order.code })
    expect(list).toHaveLength(1)
    await expect(packing(order)).rejects.toEqual(refused('not_to_pack'))
  })

  test('is for confirmed orders as they were seen', async () => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    const order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
    await expect(packing(order)).rejects.toEqual(refused('not_to_pack'))
    await expect(packing({ ...order, code: 'DH000000-ABCDEFGH' })).rejects.toEqual(
      refused('order_not_found'),
    )
    await office.orders.confirmOrder(lan, { order_code: order.code, version: 1 })
    await expect(pack(order, { version: 1 })).rejects.toEqual(refused('packing_changed'))
    await expect(pack(order, { carrier: 'bay' })).rejects.toEqual(refused('carrier_not_available'))
  })
})

test('an order that is picked up is never packed, and hides no other order from a scanned SKU', async () => {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  dataOf(await buyer.address({ shipping_method: 'store_pickup', erp_shop_id: shops.first }))
  const collected = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
  await office.orders.confirmOrder(lan, { order_code: collected.code, version: 1 })
  await sql`update sales_order set created_at = '2020-01-01' where code = ${collected.code}`.execute(
    checkout.own.db,
  )
  await expect(packing(collected)).rejects.toEqual(refused('not_to_pack'))
  const [unit] = (await packing(await confirmed())).units
  const found = async (scan: string) => (await office.parcels.packQueue(lan, { scan })).found
  const oldest = await found(unit?.sku ?? '')
  expect([oldest?.scanned, oldest?.order_code === collected.code]).toEqual([unit?.sku, false])
  expect(await found(collected.code)).toBeNull()
})

test('the goods of all waiting orders are collected in one walk, without what lies in a parcel', async () => {
  const collect = async (actor = lan, shop?: number) =>
    (await office.parcels.goodsToCollect(actor, { shop })).rows
  const cables = async () =>
    (await collect()).find(({ sku, shop_id }) => sku === 'SKU-21' && shop_id === shops.first)
  const { orders = 0, quantity = 0 } = (await cables()) ?? {}
  const order = await confirmed(2)
  await confirmed()
  expect(await cables()).toMatchObject({ orders: orders + 2, quantity: quantity + 3 })
  await pack(order)
  expect(await cables()).toMatchObject({ orders: orders + 1, quantity: quantity + 1 })
  expect(await collect(lan, shops.hanoi)).toEqual([])
  const far = staffWith({ 'orders.ship': { scope: 'shops', max_amount: null } }, [shops.hanoi])
  expect(await office.parcels.goodsToCollect(far, {})).toEqual({ rows: [], shops: [] })
})

describe('packing goods with an IMEI', () => {
  const imeis = ['350000000000018', '350000000000026', '350000000000034'] as const
  const phone = async () => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.phone)
    const order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
    await office.orders.confirmOrder(lan, { order_code: order.code, version: 1 })
    return order
  }
  const stateOf = async (code: string) =>
    ((await office.units.unit(lan, { code })) as { state: string }).state

  beforeEach(() => givePhonesCodes(checkout.own.db, imeis, checkout.now))
  afterEach(() => clearUnits(checkout.own.db))

  test('needs the code of each unit: the SKU alone is not enough, and another unit is named', async () => {
    const order = await phone()
    const [{ sku, by_sku } = { sku: '', by_sku: 1 }] = (await packing(order)).units
    expect(by_sku).toBe(0)
    await expect(pack(order, { scanned: sku })).rejects.toMatchObject({
      code: 'scan_differs',
      data: { missing: [{ sku, quantity: 1 }], unexpected: [] },
    })
    await expect(pack(order, { scanned: `${sku} 350000000000042` })).rejects.toMatchObject({
      data: { missing: [{ sku }], unexpected: ['350000000000042'] },
    })
    await expect(pack(order, { scanned: `${imeis[0]} ${imeis[1]}` })).rejects.toMatchObject({
      data: { missing: [], unexpected: [sku.toUpperCase()] },
    })
    const code = await pack(order, { scanned: `${sku}\n35-000000-000002-6` })
    await move(code, 'hand_over')
    expect(await Promise.all(imeis.map(stateOf))).toEqual(['in_stock', 'sold', 'in_stock'])
    await move(code, 'receive_back')
    expect(await Promise.all(imeis.map(stateOf))).toEqual(['in_stock', 'in_stock', 'in_stock'])
    expect(await findStockErrors(checkout.own.db)).toEqual([])
  })

  test('a unit in a parcel is in no other one, and an order without a parcel takes another unit', async () => {
    const [first, second, third] = [await phone(), await phone(), await phone()]
    const code = await pack(first, { scanned: imeis[0] })
    await expect(pack(second, { scanned: imeis[0] })).rejects.toEqual(
      refused('unit_in_other_parcel'),
    )
    const shipped = { order_code: third.code, version: 2, move: 'ship' } as const
    await office.orders.shipOrder(lan, shipped)
    expect(await Promise.all(imeis.map(stateOf))).toEqual(['in_stock', 'sold', 'in_stock'])
    await move(code, 'cancel')
    const again = await pack(second, { scanned: imeis[0] })
    await move(again, 'hand_over')
    expect(await stateOf(imeis[0])).toBe('sold')
  })

  test('a packed unit that was locked does not leave', async () => {
    const order = await phone()
    const code = await pack(order, { scanned: imeis[0] })
    const { unit_id } = (await office.units.unit(lan, { code: imeis[0] })) as { unit_id: number }
    await office.units.moveUnit(lan, { unit_id, move: 'lock', reason: 'Tranh chấp' })
    await expect(move(code, 'hand_over')).rejects.toEqual(refused('parcel_units_missing'))
    expect(await orderState(order)).toBe('confirmed')
  })
})

describe('a parcel takes its order along', () => {
  test('handed over, it ships its units once; delivered, it delivers', async () => {
    const [free, on_hand] = [await left(), await onHand()]
    const order = await confirmed(2)
    const code = await pack(order)
    expect(await move(code, 'hand_over')).toBe('handed_over')
    expect(await orderState(order)).toBe('shipping')
    expect([await left(), await onHand()]).toEqual([free - 2, on_hand - 2])
    await move(code, 'go_out')
    await move(code, 'fail', 'Khách không nghe máy')
    await move(code, 'go_out')
    expect([await left(), await onHand()]).toEqual([free - 2, on_hand - 2])
    await move(code, 'deliver')
    expect(await orderState(order)).toBe('delivered')
    const { moves, events } = await parcelOf(code)
    expect(moves).toEqual([])
    expect(events.map((event) => event.move)).toEqual([
      'deliver',
      'go_out',
      'fail',
      'go_out',
      'hand_over',
      'create',
    ])
    expect(events[2]?.note).toBe('Khách không nghe máy')
  })

  test('handed over, its courier collects what is still missing after a transfer', async () => {
    const order = await confirmed()
    const code = await pack(order)
    const { grand_total } = order.totals
    expect((await parcelOf(code)).cod_amount).toBe(grand_total)
    const body = sepayBody({ content: order.code.replace('-', ''), amount: 50_000 })
    await postSepay(checkout.door, body, sepayHeaders(body, checkout.now))
    await move(code, 'hand_over')
    expect((await parcelOf(code)).cod_amount).toBe(grand_total - 50_000)
  })

  test('received back, its units are on hand again and the order is cancelled', async () => {
    const [free, on_hand] = [await left(), await onHand()]
    const order = await confirmed()
    const code = await pack(order)
    for (const name of ['hand_over', 'fail', 'turn_back', 'receive_back'] as const) {
      await move(code, name)
    }
    expect(await orderState(order)).toBe('cancelled')
    expect([await left(), await onHand()]).toEqual([free, on_hand])
    expect(await findStockErrors(checkout.own.db)).toEqual([])
  })

  test('lost, it stays lost: its order waits for a decision of staff', async () => {
    const order = await confirmed()
    const code = await pack(order)
    await move(code, 'hand_over')
    await move(code, 'lose')
    expect(await orderState(order)).toBe('shipping')
    await expect(move(code, 'deliver')).rejects.toEqual(refused('parcel_not_movable'))
  })

  test('an order in a parcel is not shipped by hand', async () => {
    const order = await confirmed()
    const code = await pack(order)
    const seen = { order_code: order.code, version: 2 }
    await expect(office.orders.shipOrder(lan, { ...seen, move: 'ship' })).rejects.toMatchObject({
      code: 'order_has_parcel',
      data: { parcel_code: code },
    })
  })

  test('a cancelled order cancels the parcel that has not left; a cancelled parcel can be packed again', async () => {
    const order = await confirmed()
    const first = await pack(order)
    await move(first, 'cancel')
    const second = await pack(order)
    await office.orders.cancelOrder(lan, { order_code: order.code, version: 2, reason: 'other' })
    const { state, events } = await parcelOf(second)
    expect([state, events[0]?.staff_name]).toEqual(['cancelled', 'Lan'])
    await expect(move(second, 'hand_over')).rejects.toEqual(refused('parcel_not_movable'))
  })

  test('two people move one parcel: the second one is told', async () => {
    const order = await confirmed()
    const code = await pack(order)
    const input = { code, version: 1 }
    const both = await Promise.allSettled([
      office.parcels.moveParcel(lan, { ...input, move: 'hand_over' }),
      office.parcels.moveParcel(huy, { ...input, move: 'cancel' }),
    ])
    expect(both.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: refused('parcel_changed') },
    ])
  })
})

describe('handing over by scanning', () => {
  test('each code has its own outcome; a code scanned twice counts once', async () => {
    const [one, two] = [await pack(await confirmed()), await pack(await confirmed())]
    await move(two, 'hand_over')
    const codes = `${one.toLowerCase()}\n${one} ${two}\nVDKHONGCO`
    const receipt = await office.parcels.handOver(lan, { codes })
    expect(receipt.map(({ code, outcome }) => [code, outcome])).toEqual([
      [one, 'done'],
      [two, 'parcel_not_movable'],
      ['VDKHONGCO', 'parcel_not_found'],
    ])
    expect((await parcelOf(one)).state).toBe('handed_over')
  })

  test('what was handed over on a day is listed again, within reach', async () => {
    const code = await pack(await confirmed())
    await office.parcels.handOver(huy, { codes: code })
    const { day, rows } = await office.parcels.handedOver(lan, {})
    expect(day).toBe(vietnamDay(checkout.now))
    expect(rows.at(-1)).toMatchObject({
      ...{ code, staff_name: 'Huy', carrier: 'own', handed_at: checkout.now.toISOString() },
    })
    const day_before = vietnamDay(checkout.now, -1)
    expect((await office.parcels.handedOver(lan, { day: day_before })).rows).toEqual([])
    const far = staffWith({ 'orders.ship': { scope: 'shops', max_amount: null } }, [shops.hanoi])
    expect((await office.parcels.handedOver(far, {})).rows).toEqual([])
  })

  test('units that a count did not find do not leave', async () => {
    const order = await confirmed()
    const code = await pack(order)
    await sql`insert into stock_movement (product_id, shop_id, quantity, kind)
      select product_id, shop_id, -on_hand, 'count' from stock
      where product_id = ${products.cable} and on_hand > 0`.execute(checkout.own.db)
    const receipt = await office.parcels.handOver(lan, { codes: code })
    expect(receipt[0]?.outcome).toBe('parcel_units_missing')
    expect([await orderState(order), (await parcelOf(code)).state]).toEqual([
      'confirmed',
      'created',
    ])
    await sql`insert into stock_movement (product_id, shop_id, quantity, kind)
      select product_id, shop_id, 100, 'count' from stock
      where product_id = ${products.cable}`.execute(checkout.own.db)
  })
})

test('a label has the whole phone, and the order’s history says who saw it', async () => {
  const order = await confirmed()
  const code = await pack(order)
  const label = await office.parcels.label(lan, { code })
  expect(label.phone).toMatch(/^0912 ?345 ?678$|^09\d{8}$/)
  expect(label.items).toMatch(/^1 × /)
  const { timeline } = (await office.orders.order(lan, { order_code: order.code })) as StaffOrder
  expect(timeline.filter(({ kind }) => kind === 'phone_shown').map(({ who }) => who)).toEqual([
    'Lan',
  ])
})

test('staff of other shops see and move nothing: a foreign parcel is an absent one', async () => {
  const order = await confirmed()
  const code = await pack(order)
  const grant = { scope: 'shops', max_amount: null } as const
  const grants = { 'orders.see': grant, 'orders.ship': grant }
  const { rows } = await sql<{
    shop_id: number
  }>`select shop_id from parcel where code = ${code}`.execute(checkout.own.db)
  const own_shop = rows[0]?.shop_id ?? 0
  const far_shop = Object.values(shops).find((shop) => shop !== own_shop) ?? 0
  const [near, far] = [staffWith(grants, [own_shop]), staffWith(grants, [far_shop])]
  const calls = [
    (who: StaffActor, of: string) => office.parcels.parcel(who, { code: of }),
    (who: StaffActor, of: string) => office.parcels.label(who, { code: of }),
    (who: StaffActor, of: string) =>
      office.parcels.moveParcel(who, { code: of, version: 1, move: 'hand_over' }),
  ]
  for (const call of calls) {
    for (const [who, of] of [
      [far, code],
      [near, 'VDKHONGCO'],
    ] as const) {
      await expect(call(who, of)).rejects.toEqual(refused('parcel_not_found'))
    }
  }
  await expect(packing(await confirmed(), far)).rejects.toEqual(refused('order_not_found'))
  const { rows: listed, counts } = await office.parcels.parcels(far, {})
  expect([listed, counts.every(({ count }) => count === 0)]).toEqual([[], true])
  expect(await office.parcels.parcelsOfOrder(far, { order_code: order.code })).toEqual([])
  expect((await office.parcels.handOver(far, { codes: code }))[0]?.outcome).toBe('parcel_not_found')
  expect((await office.parcels.parcels(near, { q: order.code.toLowerCase() })).rows).toHaveLength(1)
})

test('whoever has only what is assigned to them sees the parcels of these orders, in every list', async () => {
  const { db } = checkout.own
  const { rows } = await sql<{ staff_id: number }>`
    insert into staff (name, login_name, created_at) values ('Tài', 'tai', now()) returning staff_id`.execute(
    db,
  )
  const staff_id = rows[0]?.staff_id ?? 0
  const courier = { ...staffWith({ 'orders.see': { scope: 'own', max_amount: null } }), staff_id }
  const [own, other] = [await confirmed(), await confirmed()]
  const codes = { own: await pack(own), other: await pack(other) }
  await sql`update sales_order set assigned_to = ${staff_id} where code = ${own.code}`.execute(db)

  const list = await office.parcels.parcels(courier, {})
  expect(list.rows.map(({ code }) => code)).toEqual([codes.own])
  expect(list.counts.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  expect((await parcelOf(codes.own, courier)).moves).toEqual([])
  await expect(parcelOf(codes.other, courier)).rejects.toEqual(refused('parcel_not_found'))
  const of = async ({ code: order_code }: Order) =>
    (await office.parcels.parcelsOfOrder(courier, { order_code })).length
  expect([await of(own), await of(other)]).toEqual([1, 0])
  // Nothing of it may be moved without the permission.
  const move_it = { code: codes.own, version: 1, move: 'hand_over' } as const
  await expect(office.parcels.moveParcel(courier, move_it)).rejects.toEqual(
    refused('permission_missing'),
  )
})

test('a courier reports from the door what is assigned to them, and moves nothing else', async () => {
  const { db } = checkout.own
  const own_only = { scope: 'own', max_amount: null } as const
  const { rows } = await sql<{ staff_id: number }>`
    insert into staff (name, login_name, created_at) values ('Phú', 'phu', now()) returning staff_id`.execute(
    db,
  )
  const staff_id = rows[0]?.staff_id ?? 0
  const grants = { 'orders.see': own_only, 'orders.deliver': own_only }
  const courier = { ...staffWith(grants), staff_id, name: 'Phú' }
  const [own, other] = [await confirmed(), await confirmed()]
  const codes = { own: await pack(own), other: await pack(other) }
  await sql`update sales_order set assigned_to = ${staff_id} where code = ${own.code}`.execute(db)
  expect((await parcelOf(codes.own, courier)).moves).toEqual([])
  await office.parcels.handOver(lan, { codes: `${codes.own} ${codes.other}` })

  expect((await parcelOf(codes.own, courier)).moves).toEqual(['deliver', 'fail'])
  const report = (code: string, version: number, move: 'deliver' | 'fail') =>
    office.parcels.deliverParcel(courier, { code, version, move, note: 'Không nghe máy' })
  await expect(report(codes.other, 2, 'deliver')).rejects.toEqual(refused('parcel_not_found'))
  expect(await report(codes.own, 2, 'fail')).toEqual({ state: 'delivery_failed' })
  await expect(report(codes.own, 2, 'deliver')).rejects.toEqual(refused('parcel_changed'))
  expect(await report(codes.own, 3, 'deliver')).toEqual({ state: 'delivered' })
  const { events } = await parcelOf(codes.own, lan)
  expect(events.map(({ staff_name }) => staff_name)).toContain('Phú')
  expect(await orderState(own)).toBe('delivered')
})
