import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type Order, type Quote } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { staffHeaders, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout()
let office: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery]
  office = staffOffice(await testProviders({ db, now: () => checkout.now, gateways })).services
})

const read = () => office.delivery.deliveryRules(test_staff, {})
async function change(rules: Record<string, unknown>, version?: number) {
  const shown = await read()
  const input = { ...shown.rules, version: version ?? shown.version, ...rules }
  return office.delivery.setDeliveryRules(test_staff, input as never)
}

test('a changed fee counts in cart, checkout and price at once, and an order that saw another asks again', async () => {
  const buyer = await checkout.buyer()
  const before = await buyer.prepare(products.cable)
  expect(before.totals.shipping_fee).toBe(30_000)
  const { version } = await read()
  await change({ fee: 45_000, free_from: 200_000 })
  await expect(change({ fee: 1 }, version)).rejects.toMatchObject({
    code: 'delivery_rules_changed',
  })
  expect((await buyer.cart()).delivery).toEqual({ fee: 45_000, free_from: 200_000 })
  const { grand_total } = before.totals
  const asked = await buyer.order({ payment_method: 'cod', grand_total })
  expect(asked.body?.error).toMatchObject({
    code: 'grand_total_change',
    data: { grand_total: grand_total + 15_000 },
  })
  const shown = dataOf<Quote>(await buyer.call('GET', '/api/cart/v1/quote'))
  expect([shown.totals.shipping_fee, shown.delivery.fee]).toEqual([45_000, 45_000])
  const priced = await buyer.call('POST', '/api/cart/v1/calculate-price', {
    province_id: 30,
    items: [{ item_id: products.cable, item_quantity: 2 }],
  })
  expect(dataOf<Quote>(priced).totals.shipping_fee).toBe(0)
  await change({ fee: 30_000, free_from: 300_000 })
})

test('an order keeps what was promised with its address, unless it is placed too late for it', async () => {
  const promised = async (late_ms: number, address: Record<string, unknown> = {}) => {
    checkout.now = new Date('2026-11-20T08:00:00Z')
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    dataOf(await buyer.address(address))
    checkout.now = new Date(checkout.now.getTime() + late_ms)
    const { recipient } = dataOf<Order>(await buyer.order())
    const { day, time, place } = recipient.promise ?? {}
    return [day, time, place]
  }
  // 15:00 in Vietnam; the hours of the small shop say nothing.
  await sql`update shop set time_opening = '08:00 - 21:30'`.execute(checkout.own.db)
  const today = '2026-11-20'
  expect(await promised(0)).toEqual([today, '17:30', null])
  const pickup = { shipping_method: 'store_pickup', erp_shop_id: shops.first }
  const [day, time, place] = await promised(0, pickup)
  expect([day, time]).toEqual([today, '16:20'])
  expect(place).toBeTruthy()
  expect(await promised(21 * 60_000, pickup)).toEqual([undefined, undefined, undefined])
  expect(await promised(0, { ward_name: 'Xã Bình Hưng' })).toEqual(['2026-11-21', null, null])
  await office.delivery.addClosedDay(test_staff, { day: today, shop_id: null, name: 'Nghỉ lũ' })
  expect(await promised(0, pickup)).toEqual(['2026-11-21', '09:00', place])
  const { closed_days } = await read()
  const closed_day_id = closed_days[0]?.closed_day_id ?? 0
  await office.delivery.removeClosedDay(test_staff, { closed_day_id })
  expect(await promised(0, pickup)).toEqual([today, '16:20', place])
})

test('a closed day of an unknown shop is refused, and the same day is added once', async () => {
  const day = { day: '2027-04-30', name: 'Nghỉ lễ' }
  await expect(
    office.delivery.addClosedDay(test_staff, { ...day, shop_id: 999 }),
  ).rejects.toMatchObject({ code: 'shop_unknown' })
  const add = () => office.delivery.addClosedDay(test_staff, { ...day, shop_id: null })
  expect([(await add()).is_new, (await add()).is_new]).toEqual([true, false])
})

test('the page takes amounts as people write them, and says what is wrong with the others', async () => {
  const { door } = checkout
  const headers = { ...(await staffHeaders(door)), 'sec-fetch-site': 'same-origin' }
  const press = async (fields: Record<string, string>) => {
    const form = new URLSearchParams(fields)
    return (await door.call('POST', '/noi-bo/cai-dat/giao-hang', { headers, form })).status
  }
  const { rules, version } = await read()
  const texts = Object.fromEntries(
    Object.entries({ ...rules, version }).map(([name, value]) => [name, String(value)]),
  )
  const set = { ...texts, intent: 'rules' }
  expect(await press({ ...set, fee: '35.000đ', free_from: '1.000.000' })).toBe(303)
  expect((await read()).rules).toMatchObject({ fee: 35_000, free_from: 1_000_000 })
  const next = { ...set, version: String(version + 1) }
  for (const fee of ['35.00', '3.50000', '-1', '1e3', '', '0.5']) {
    expect(await press({ ...next, fee })).toBe(422)
  }
  expect(await press({ ...next, fee: '30.000', free_from: '300.000' })).toBe(303)
  const close = { intent: 'close', name: 'Nghỉ', shop_id: '', day: '2027-02-28' }
  expect(await press({ ...close, day: '2027-02-30' })).toBe(422)
  expect(await press({ ...close, day: '0000-01-01' })).toBe(422)
  expect(await press({ ...close, shop_id: '99999999999' })).toBe(422)
  expect(await press({ intent: 'open' })).toBe(422)
})
