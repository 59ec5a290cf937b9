import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { ParcelMove } from '#contracts/staff/parcels.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { freeStock, products, putInStock, shops } from '#test/support/small-shop.ts'
import { assertStock } from '#test/support/stock-ledger.ts'
import { test_staff } from '#test/support/staff.ts'

const checkout = openCheckout(relay_env)
const lan = { ...test_staff, name: 'Lan' }
const huy = { ...test_staff, name: 'Huy' }
let office: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery, bankTransfer]
  office = staffOffice(await testProviders({ db, now: () => checkout.now, gateways })).services
})
afterEach(async () => {
  await assertStock(checkout.own.db)
  const errors = await moneyErrors(checkout.own.db)
  if (errors.length > 0) throw new RangeError(errors.join('; '))
})

/** A confirmed order of a phone and three cables. */
async function confirmed(payment_method = 'cod'): Promise<Order> {
  const { db } = checkout.own
  await putInStock(db, [
    { item_id: products.phone, free: { [shops.first]: 5 } },
    { item_id: products.cable, free: { [shops.first]: 50 } },
  ])
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(products.phone))
  dataOf(await buyer.add(products.cable, 3))
  dataOf(await buyer.quote({ [products.phone]: 1, [products.cable]: 3 }))
  dataOf(await buyer.address())
  const order = dataOf<Order>(await buyer.order({ payment_method }))
  if (payment_method !== 'cod') {
    const amount = order.totals.grand_total
    const raw = sepayBody({ content: order.code.replace('-', ''), amount })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
  }
  const { version } = await office.orders.order(lan, { order_code: order.code })
  await office.orders.confirmOrder(lan, { order_code: order.code, version })
  return order
}

const skuOf = ({ items }: Order, item: number) =>
  items.find(({ item_id }) => item_id === item)?.sku ?? ''

async function pack(order: Order, scanned: string[], is_part = true, actor = lan) {
  const { version } = await office.parcels.packing(actor, { order_code: order.code })
  const { code } = await office.parcels.packOrder(actor, {
    ...{ order_code: order.code, version, carrier: 'own', weight_g: 300 },
    scanned: scanned.join('\n'),
    ...(is_part && { is_part: '1' as const }),
  })
  return code
}

/** The phone in one parcel and the cables in another one. */
async function packedInTwo(payment_method = 'cod') {
  const order = await confirmed(payment_method)
  const cable = skuOf(order, products.cable)
  const one = await pack(order, [skuOf(order, products.phone)])
  const other = await pack(order, [cable, cable, cable], false)
  return { order, one, other }
}

const parcelOf = (code: string) => office.parcels.parcel(lan, { code })
const orderOf = ({ code }: Order) => office.orders.order(lan, { order_code: code })

async function move(code: string, ...names: ParcelMove[]) {
  for (const name of names) {
    const { version } = await parcelOf(code)
    await office.parcels.moveParcel(lan, { code, version, move: name, note: '' })
  }
}

const onHand = async () => {
  const { rows } = await sql<{ product_id: number; n: number }>`
    select product_id, sum(on_hand)::integer as n from stock group by product_id`.execute(
    checkout.own.db,
  )
  const of = (item: number) => rows.find(({ product_id }) => product_id === item)?.n
  return [of(products.phone), of(products.cable)]
}

describe('an order in several parcels', () => {
  test('collects exactly what is missing, and says which parcel is which', async () => {
    const order = await confirmed()
    const cable = skuOf(order, products.cable)
    const first = await pack(order, [cable])
    expect((await parcelOf(first)).part).toEqual({ number: 1, of: null })
    const { rows } = await office.parcels.packQueue(lan, {})
    expect(rows.find(({ order_code }) => order_code === order.code)?.items).toMatch(/; 2 ×|^2 ×/)
    const second = await pack(order, [cable, skuOf(order, products.phone)])
    const third = await pack(order, [cable], false)
    const parcels = await Promise.all([first, second, third].map(parcelOf))
    expect(parcels.map(({ part }) => part)).toEqual([1, 2, 3].map((number) => ({ number, of: 3 })))
    const amounts = parcels.map(({ cod_amount }) => cod_amount)
    expect(amounts.every((amount) => amount > 0)).toBe(true)
    expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(order.totals.grand_total)
    await expect(office.parcels.packing(lan, { order_code: order.code })).rejects.toMatchObject({
      code: 'not_to_pack',
    })
    const label = await office.parcels.label(lan, { code: first })
    expect(label.items).toMatch(/^1 × /)
  })

  test('ships with the first, each with its own units, and is delivered with the last', async () => {
    const { order, one, other } = await packedInTwo()
    const before = await onHand()
    await move(one, 'hand_over')
    expect((await orderOf(order)).state).toBe('shipping')
    expect(await onHand()).toEqual([(before[0] ?? 0) - 1, before[1]])
    const shown = async () =>
      dataOf<Order>(
        await checkout.door.call(
          'GET',
          `/api/cart/v1/order?code=${order.code}&secret=${order.secret}`,
        ),
      )
    expect(await shown()).not.toHaveProperty('parcels')
    await move(one, 'go_out', 'deliver')
    expect(await shown()).toMatchObject({
      ...{ state: 'shipping', parcels: { delivered: 1, others: 1 } },
    })
    await move(other, 'hand_over')
    expect(await onHand()).toEqual([(before[0] ?? 0) - 1, (before[1] ?? 0) - 3])
    await move(other, 'deliver')
    expect((await orderOf(order)).state).toBe('delivered')
    const { rows } = await sql<{ sum: number }>`select sum(amount)::bigint as sum from parcel_cod
      join sales_order using (order_id) where code = ${order.code}`.execute(checkout.own.db)
    expect(rows[0]?.sum).toBe(order.totals.grand_total)
  })

  test('of which one comes back: its goods go off the order, their units are on hand, nobody pays for them', async () => {
    const before = await packedInTwo()
    const { order, one, other } = before
    const hand = await onHand()
    const free = await freeStock(checkout.own.db, products.cable)
    await move(one, 'hand_over', 'deliver')
    await move(other, 'hand_over', 'turn_back', 'receive_back')
    expect(await onHand()).toEqual([(hand[0] ?? 0) - 1, hand[1]])
    expect(await freeStock(checkout.own.db, products.cable)).toBe(free + 3)
    const { state, totals, payments, items } = await orderOf(order)
    expect(state).toBe('delivered')
    expect(items.map(({ item_id }) => item_id)).toEqual([products.phone])
    const { cod_amount } = await parcelOf(one)
    expect(totals.grand_total).toBe(cod_amount)
    expect(payments).toMatchObject([{ state: 'due_on_delivery', amount: cod_amount }])
  })

  test('that is paid gets the money of the parcel back; all back is a cancelled order', async () => {
    const { order, one, other } = await packedInTwo('bank_transfer')
    await move(other, 'hand_over', 'turn_back', 'receive_back')
    expect((await orderOf(order)).state).toBe('shipping')
    const { refunds } = await orderOf(order)
    expect(refunds).toMatchObject([{ amount: 450_000, reason: 'fewer_goods' }])
    await move(one, 'hand_over', 'turn_back', 'receive_back')
    expect((await orderOf(order)).state).toBe('cancelled')
  })

  test('packs again what was cancelled, also when another parcel is on its way', async () => {
    const { order, one, other } = await packedInTwo()
    await move(one, 'hand_over')
    const { cod_amount } = await parcelOf(other)
    await move(other, 'cancel')
    await move(one, 'deliver')
    expect((await orderOf(order)).state).toBe('shipping')
    const cable = skuOf(order, products.cable)
    const again = await pack(order, [cable, cable, cable], false)
    expect((await parcelOf(again)).cod_amount).toBe(cod_amount)
    await move(again, 'hand_over', 'deliver')
    expect((await orderOf(order)).state).toBe('delivered')
  })

  test('that is lost leaves the order on its way', async () => {
    const { order, one, other } = await packedInTwo()
    await move(one, 'hand_over', 'lose')
    await move(other, 'hand_over', 'deliver')
    expect((await orderOf(order)).state).toBe('shipping')
  })

  test('two people who pack the same units at once make one parcel of them; a cancelled order cancels all', async () => {
    const order = await confirmed()
    const phone = [skuOf(order, products.phone)]
    const both = await Promise.allSettled([pack(order, phone), pack(order, phone, true, huy)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(pack(order, phone)).rejects.toMatchObject({ code: 'scan_differs' })
    const cable = skuOf(order, products.cable)
    await expect(pack(order, [cable, cable, cable, cable])).rejects.toMatchObject({
      code: 'scan_differs',
    })
    await pack(order, [cable])
    const { version } = await orderOf(order)
    await office.orders.cancelOrder(lan, { order_code: order.code, version, reason: 'other' })
    const list = await office.parcels.parcelsOfOrder(lan, { order_code: order.code })
    expect(list.map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
    const { rows } = await sql`select from packing_rest join sales_order using (order_id)
      where code = ${order.code}`.execute(checkout.own.db)
    expect(rows).toEqual([])
  })
})
