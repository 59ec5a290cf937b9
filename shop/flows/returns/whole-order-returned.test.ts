import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { transaction } from '#platform/database/postgres.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { insertReward } from '#shop/loyalty/reward-store.ts'
import { deliverOrder } from '#test/goods/deliver-order.ts'
import { aMember } from '#test/members/loyalty.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { closeOffers, openFlashSale } from '#test/support/flash-crowd.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, putInStock, shops } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'
import { assertStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()
let office: StaffServices
let lan = { ...test_staff, name: 'Lan' }
let huy = { ...test_staff, name: 'Huy' }
const { cable, phone } = products

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery]
  office = staffOffice(await testProviders({ db, now: () => checkout.now, gateways })).services
  const { rows } = await sql<{ staff_id: number }>`insert into staff (name, login_name, created_at)
    values ('Lan', 'lan', now()), ('Huy', 'huy', now()) returning staff_id`.execute(db)
  lan = { ...lan, staff_id: rows[0]?.staff_id ?? 0 }
  huy = { ...huy, staff_id: rows[1]?.staff_id ?? 0 }
  await putInStock(db, [{ item_id: cable, free: { [shops.first]: 200 } }])
})
afterEach(async () => {
  await assertStock(checkout.own.db)
  const errors = await moneyErrors(checkout.own.db)
  if (errors.length > 0) throw new RangeError(errors.join('\n'))
})

/** Opens a checkout of these goods with an address. */
async function toPay(buyer: Buyer, goods: Record<number, number>) {
  for (const [item_id, quantity] of Object.entries(goods)) {
    dataOf(await buyer.add(Number(item_id), quantity))
  }
  dataOf(await buyer.quote(goods))
  dataOf(await buyer.address())
}

const ordered = async (buyer: Buyer) =>
  dataOf<Order>(await buyer.order({ payment_method: 'cod' })).code

/** Units of the first line come back in good state; the refund is approved. */
async function returned(order_code: string, quantity: number) {
  const brought = { order_code, position: 1, quantity, shop_id: shops.first }
  const { code } = await office.returns.open(lan, { ...brought, reason: 'wrong_item' })
  await office.returns.inspect(lan, { code, version: 1, grade: 'sealed', gifts_returned: true })
  await office.returns.refund(lan, { code, version: 2 })
  const { rows } = await office.refundRequests.requests(huy, {})
  const request = rows.find(({ return_code }) => return_code === code)
  const { refund_request_id = 0 } = request ?? {}
  await office.refundRequests.approve(huy, { refund_request_id })
}

/** Splits units of the only line off; returns the new code. */
async function split(order_code: string, units: number) {
  const moved = { 1: units }
  const { version, totals } = await office.orderParts.split(lan, { order_code, moved })
  const input = { order_code, version, moved, total: totals?.stays ?? 0, reason: 'Giao sau' }
  return (await office.orderParts.splitOrder(lan, input)).order_code
}

/** Cables at the price of a flash sale in two parts, both delivered, and what is taken of the sale and its limit. */
async function inTwo() {
  const { db } = checkout.own
  const sale = { item_id: cable, price: 100_000, slots: 9, per_customer: 3 }
  const open = { ...sale, is_online_only: false, now: checkout.now }
  const { quota_id } = await openFlashSale(db, open)
  await sql`truncate customer_use`.execute(db)
  const buyer = await checkout.buyer()
  await toPay(buyer, { [cable]: 3 })
  const first = await ordered(buyer)
  const second = await split(first, 1)
  await closeOffers(db)
  const taken = async () => {
    const { rows } = await sql<{ slots: number; uses: number }>`
      select taken as slots, (select sum(taken)::int from customer_use) as uses from quota
      where quota_id = ${quota_id}`.execute(db)
    return rows[0]
  }
  return { first, second, taken, buyer }
}

test('a member has voucher and points again when all goods of an order came back, once', async () => {
  const { db } = checkout.own
  const member = await aMember(checkout)
  const { customer_id } = member
  // The first order brings a tier, the second one points.
  const bought: Record<number, number>[] = [{ [phone]: 1 }, { [cable]: 4 }]
  for (const goods of bought) {
    await toPay(member, goods)
    await deliverOrder(office, await ordered(member))
  }
  const [code, ends_at] = ['QUALAN1', new Date(checkout.now.getTime() + 86_400_000)]
  const gift = {
    customer_id,
    kind: 'birthday',
    occasion: '2026',
    code,
    name: 'Quà',
    ends_at,
  } as const
  const worth = { value: 50_000, min_total: 100_000 }
  await transaction(db, (tx) => insertReward(tx, { ...gift, ...worth }, checkout.now))
  const before = await member.standing()
  expect(before.points).toBeGreaterThan(0)
  await toPay(member, { [cable]: 2 })
  const path = '/api/cart/v1/quote'
  dataOf(await member.call('POST', `${path}/voucher`, { code }))
  dataOf(await member.call('PUT', `${path}/points`, { are_used: true }))
  const order_code = await ordered(member)
  const used = async () => {
    const { rows } = await sql<{ taken: number }>`
      select taken from voucher join quota using (quota_id) where code = ${code}`.execute(db)
    return rows[0]?.taken
  }
  expect(await used()).toBe(1)
  expect((await member.standing()).points).toBeLessThan(before.points)
  await deliverOrder(office, order_code)
  await returned(order_code, 1)
  expect(await used()).toBe(1)
  await returned(order_code, 1)
  expect(await used()).toBe(0)
  expect(await member.standing()).toEqual(before)
})

test('of a split order the limits are taken until the goods of its last part came back', async () => {
  const { first, second, taken } = await inTwo()
  await deliverOrder(office, first)
  await deliverOrder(office, second)
  await returned(first, 2)
  expect(await taken()).toEqual({ slots: 3, uses: 3 })
  await returned(second, 1)
  expect(await taken()).toEqual({ slots: 3, uses: 0 })
})

test('a part that is cancelled after the goods of the other came back frees the limits', async () => {
  const { first, second, taken, buyer } = await inTwo()
  await deliverOrder(office, first)
  await returned(first, 2)
  expect(await taken()).toEqual({ slots: 3, uses: 3 })
  dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: second }))
  expect(await taken()).toEqual({ slots: 3, uses: 0 })
})

test('an erased customer may return the rest: the voucher is free again, and points stay booked right', async () => {
  const { db } = checkout.own
  await closeOffers(db)
  await sql`truncate customer_use`.execute(db)
  const member = await aMember(checkout)
  const { customer_id } = member
  const bought: Record<number, number>[] = [{ [phone]: 1 }, { [cable]: 4 }]
  for (const goods of bought) {
    await toPay(member, goods)
    await deliverOrder(office, await ordered(member))
  }
  const before = await member.standing()
  await sql`with one as (insert into quota (total) values (1) returning quota_id)
    insert into voucher (code, name, value, quota_id, per_customer)
    select 'XOATOI', 'Một lần', 30000, quota_id, 1 from one`.execute(db)
  const path = '/api/cart/v1/quote'
  await toPay(member, { [cable]: 2 })
  dataOf(await member.call('POST', `${path}/voucher`, { code: 'XOATOI' }))
  dataOf(await member.call('PUT', `${path}/points`, { are_used: true }))
  const order_code = await ordered(member)
  await deliverOrder(office, order_code)
  await returned(order_code, 1)
  await paidBack(order_code)
  const used = async () => {
    const { rows } = await sql<{ taken: number; uses: string[] | null }>`
      select taken, (select array_agg(customer_key) from customer_use where customer_use.taken > 0) as uses
      from voucher join quota using (quota_id) where code = 'XOATOI'`.execute(db)
    return rows[0]
  }
  expect(await used()).toEqual({ taken: 1, uses: ['+84912345678'] })
  const own = await sql<{ phone: string }>`
    select phone from member where customer_id = ${customer_id}`.execute(db)
  const erased = { channel: 'email', request_number: 'YC-1', order_count: 3 } as const
  await office.erasures.eraseCustomer(lan, { ...erased, phone: own.rows[0]?.phone ?? '' })
  expect(await used()).toEqual({ taken: 1, uses: [expect.stringMatching(/^erased:/)] })

  await returned(order_code, 1)
  await paidBack(order_code)
  expect(await used()).toEqual({ taken: 0, uses: null })
  expect(await member.standing()).toEqual(before)
})

/** The money of all refunds of an order is paid out. */
async function paidBack(order_code: string) {
  const rows = await office.refunds.refunds(lan, {})
  const owed = rows.filter((row) => row.order_code === order_code && row.state === 'due')
  for (const { refund_id } of owed) {
    await office.refunds.settleRefund(lan, { refund_id, decision: 'done', note: 'CK' })
  }
}
