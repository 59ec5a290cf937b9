import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffOrder } from '#contracts/staff/orders.ts'
import { InvalidInput, type StaffActor } from '#pure/contract.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { staffWith, test_staff } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const checkout = openCheckout()
const lan: StaffActor = { ...test_staff, name: 'Lan' }
const huy: StaffActor = { ...test_staff, name: 'Huy' }
let staff: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  const now = () => checkout.now
  const providers = await testProviders({ db, now, gateways: [cashOnDelivery] })
  staff = staffOffice(providers).services
})
beforeEach(async () => {
  await emptyTables(checkout.own.db, 'sales_order')
})

async function place(address: Record<string, unknown> = {}): Promise<Order> {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(products.cable))
  dataOf(await buyer.quote({ [products.cable]: 1 }))
  dataOf(await buyer.address({ ward_id: 26_737, ...address }))
  return dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
}

const typed = { name: 'Nguyễn Văn An', street: '12 Trần Quang Khải' }
const change = (order_code: string, fields: Record<string, unknown> = {}, actor = lan) =>
  staff.recipients.changeRecipient(actor, { order_code, version: 1, ...typed, ...fields })
const colleague = async () => {
  const { rows } = await sql<{ staff_id: number }>`
    insert into staff (name, login_name, created_at) values ('Huy', 'huy', now()) returning staff_id
  `.execute(checkout.own.db)
  return rows[0]?.staff_id ?? 0
}
const stored = async ({ code }: Order) => {
  const { rows } = await sql<{ recipient: Order['recipient']; phone: string; province_id: number }>`
    select recipient, phone, province_id from sales_order where code = ${code}
  `.execute(checkout.own.db)
  return rows[0]
}

test('name, phone and address change; prices, fee and what was not typed stay', async () => {
  const order = await place({ email: 'an@example.com', note: 'Giao giờ hành chính' })
  const fields = { name: 'Trần Bình', phone: '0987 654 178', street: '5 Lê Lợi', ward_id: 26_740 }
  expect(await change(order.code, { ...fields, note: '' })).toEqual({ version: 2 })
  expect(await stored(order)).toMatchObject({
    phone: '+84987654178',
    recipient: {
      ...{ name: 'Trần Bình', phone: '0987654178', street: '5 Lê Lợi', ward_id: 26_740 },
      ...{ ward_name: 'Phường Sài Gòn', email: 'an@example.com', note: null },
      address_text: '5 Lê Lợi, Phường Sài Gòn, Hồ Chí Minh',
    },
  })
  const seen = await staff.orders.order(lan, { order_code: order.code })
  expect(seen.totals).toEqual(order.totals)
  expect(seen.timeline.find(({ what }) => what === 'correct_recipient')).toMatchObject({
    who: 'Lan',
    note: 'tên người đặt, số điện thoại, địa chỉ, ghi chú của khách',
  })
})

test('salutation and the wish about data stay until staff change them, and the page shows both', async () => {
  const order = await place({ salutation: 'anh' })
  await change(order.code, { name: 'Trần Bình' })
  expect((await stored(order))?.recipient).toMatchObject({ salutation: 'anh', name: 'Trần Bình' })
  const changed = { version: 2, name: 'Trần Bình', salutation: 'chi', data_transfer: true }
  await change(order.code, changed)
  const shown = await staff.recipients.recipient(lan, { order_code: order.code })
  expect(shown).toMatchObject({ salutation: 'chi', data_transfer: true })
  await change(order.code, { ...changed, version: 3, salutation: '', data_transfer: false })
  expect((await stored(order))?.recipient).toMatchObject({ salutation: null, data_transfer: false })
  const { timeline } = await staff.orders.order(lan, { order_code: order.code })
  expect(timeline.map(({ note }) => note)).toContain('tên người đặt, chuyển dữ liệu')
})

test('whoever had the order before is told of another phone, and only of that', async () => {
  const told = async ({ code }: Order) => {
    const { rows } = await sql<{ channel: string; recipient: string }>`
      select channel, outbox.recipient from outbox join sales_order using (order_id)
      where code = ${code} and template = 'phone_changed' order by channel`.execute(checkout.own.db)
    return rows
  }
  const order = await place({ email: 'an@example.com' })
  await change(order.code, { name: 'Trần Bình' })
  expect(await told(order)).toEqual([])
  await change(order.code, { version: 2, phone: '0987 654 178' })
  expect(await told(order)).toEqual([
    { channel: 'email', recipient: 'an@example.com' },
    { channel: 'sms', recipient: '0912345678' },
  ])
})

test('an empty phone stays, and the page shows it masked', async () => {
  const order = await place({ recipient_name: 'Lê Em', recipient_phone: '0905 111 222' })
  await change(order.code, { recipient_name: 'Lê Anh' })
  expect((await stored(order))?.recipient).toMatchObject({
    ...{ phone: '0912345678', recipient_name: 'Lê Anh', recipient_phone: '0905111222' },
  })
  const shown = await staff.recipients.recipient(lan, { order_code: order.code })
  expect(shown).toMatchObject({ phone: '09•• ••• 678', recipient_phone: '09•• ••• 222' })
  expect(shown.wards).toContainEqual({ ward_id: 26_737, name: 'Phường Tân Định' })
  await change(order.code, { version: 2 })
  expect((await stored(order))?.recipient).toMatchObject({
    ...{ recipient_name: null, recipient_phone: null },
  })
})

test('the same values write nothing', async () => {
  const order = await place()
  expect(await change(order.code)).toEqual({ version: 1 })
})

test('of two who change one order, the second sees what the first did and loses nothing', async () => {
  const order = await place()
  const both = await Promise.allSettled([
    change(order.code, { street: '1 Lê Lợi' }),
    change(order.code, { street: '2 Lê Lợi' }, huy),
  ])
  const refused = both.find((one) => one.status === 'rejected')
  expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  expect(refused?.reason).toMatchObject({
    code: 'order_changed',
    data: { version: 2, changes: [expect.objectContaining({ what: 'correct_recipient' })] },
  })
})

test.each([
  [{ phone: '12' }, 'phone'],
  [{ street: '' }, 'street'],
  [{ ward_id: 1 }, 'ward_id'],
  [{ recipient_name: 'Lê Em' }, 'recipient_phone'],
])('%j is refused beside its field', async (fields, field) => {
  const { code } = await place()
  const error = await change(code, fields).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(InvalidInput)
  expect(error).toMatchObject({ problems: { [field]: expect.any(String) } })
})

test('a blocked phone gets no order by a correction', async () => {
  const other = await place({ phone: '0987 654 178' })
  const { version } = await staff.customers.customer(lan, { order_code: other.code })
  const act = { order_code: other.code, version, reason: 'Nhiều lần không nhận hàng' }
  await staff.customers.blockCustomer(lan, { ...act, block: 'prepay' })
  const order = await place()
  await expect(change(order.code, { phone: '0987 654 178' })).rejects.toMatchObject({
    code: 'customer_blocked',
  })
})

test('an order that is picked up keeps its shop', async () => {
  const order = await place({ shipping_method: 'store_pickup', erp_shop_id: shops.first })
  await change(order.code, { name: 'Trần Bình', street: '5 Lê Lợi', ward_id: 26_740 })
  const { address_text, erp_shop_id } = order.recipient
  expect((await stored(order))?.recipient).toMatchObject({
    ...{ name: 'Trần Bình', address_text, erp_shop_id, ward_id: null },
  })
})

test('a shipped or packed order, one that somebody calls, and a foreign one are refused', async () => {
  const called = await place()
  const caller = { ...huy, staff_id: await colleague() }
  await staff.calls.takeCall(caller, { order_code: called.code })
  const other = { ...lan, staff_id: caller.staff_id + 1 }
  await expect(change(called.code, {}, other)).rejects.toMatchObject({ code: 'order_taken' })
  const packed = await place()
  const { code: order_code } = packed
  const { version } = await staff.orders.confirmOrder(lan, { order_code, version: 1 })
  const { sku } = ((await staff.orders.order(lan, { order_code })) as StaffOrder).items[0] ?? {
    sku: '',
  }
  await staff.parcels.packOrder(lan, {
    ...{ order_code, version, carrier: 'own', weight_g: 500, scanned: sku },
  })
  await expect(change(order_code, { version })).rejects.toMatchObject({ code: 'order_has_parcel' })
  const shipped = await place()
  await staff.orders.cancelOrder(lan, { order_code: shipped.code, version: 1, reason: 'other' })
  await expect(change(shipped.code, { version: 2 })).rejects.toMatchObject({
    code: 'move_not_possible',
  })
  const elsewhere = staffWith({ 'orders.confirm': { scope: 'shops', max_amount: null } }, [
    shops.hanoi,
  ])
  const foreign = await place()
  for (const order_code of [foreign.code, 'DH000000-00000000']) {
    await expect(change(order_code, {}, elsewhere)).rejects.toMatchObject({
      code: 'order_not_found',
    })
  }
})
