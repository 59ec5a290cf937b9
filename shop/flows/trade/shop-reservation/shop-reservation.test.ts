import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { ShopReservation } from '#contracts/storefront/trade/shop-reservation.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireReservations } from '#shop/flows/expire-reservations.ts'
import { lapseShopReservations } from '#shop/flows/trade/shop-reservation/end-shop-reservation.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { reminderOf } from '#shop/trade/shop-reservation/shop-reservation.ts'
import { newMember } from '#test/members/member.ts'
import { type Buyer, buyerWith, dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { freeStock, products, putInStock, shops } from '#test/support/small-shop.ts'
import { staffWith, test_staff } from '#test/support/staff.ts'
import { assertStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()
const path = '/api/cart/v1/shop-reservation'
const log = createLog({ service: 'test', level: 'silent' })
const hour = 3_600_000
let staff: StaffServices
let lan = test_staff
let next_phone = 912_000_000

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery, bankTransfer]
  staff = staffOffice(await testProviders({ db, now: () => checkout.now, gateways })).services
  const { rows } = await sql<{ staff_id: number }>`insert into staff (name, login_name, created_at)
    values ('Lan', 'lan', now()) returning staff_id`.execute(db)
  lan = { ...test_staff, staff_id: rows[0]?.staff_id ?? 0, name: 'Lan' }
})
beforeEach(async () => {
  const { db } = checkout.own
  await sql`update shop_reservation set expires_at = ${new Date(0)} where state = 'reserved'`.execute(
    db,
  )
  await lapse()
  await sql`truncate outbox`.execute(db)
  await putInStock(db, [{ item_id: products.phone, free: { [shops.first]: 1, [shops.second]: 1 } }])
})
afterEach(async () => {
  await assertStock(checkout.own.db)
  const errors = await moneyErrors(checkout.own.db)
  if (errors.length > 0) throw new RangeError(errors.join('\n'))
})

const lapse = () => lapseShopReservations({ db: checkout.own.db, now: () => checkout.now, log })
const wish = (changes: object = {}) => ({
  ...{ item_id: products.phone, erp_shop_id: shops.first, customer_name: 'Nguyễn Văn An' },
  ...{ customer_phone: `0${next_phone++}`, ...changes },
})
const reserve = async (buyer: Buyer, changes: object = {}) =>
  buyer.call('POST', path, wish(changes))
const made = async (buyer: Buyer, changes: object = {}) =>
  dataOf<ShopReservation>(await reserve(buyer, changes))
const told = async () => {
  const { rows } = await sql<{
    line: string
  }>`select concat_ws(' ', channel, recipient, template) as line
    from outbox where template like 'reserved%' order by 1`.execute(checkout.own.db)
  return rows.map(({ line }) => line)
}
const stateOf = async (buyer: Buyer, code: string) =>
  dataOf<ShopReservation>(await buyer.call('GET', `${path}?code=${code}`)).state

test('a piece is set aside for a day; the owner and the link see it, and nobody else', async () => {
  const buyer = await checkout.buyer()
  const free = await freeStock(checkout.own.db, products.phone)
  const one = await made(buyer, {
    customer_phone: '0912 345 678',
    customer_mail: 'an@mail.example',
  })
  expect(one).toMatchObject({
    code: expect.stringMatching(/^DG261120-[0-9A-Z]{8}$/) as string,
    ...{ state: 'reserved', expires_at: '2026-11-21T08:00:00.000Z', is_open: true },
    ...{ item: { item_id: products.phone }, shop: { shop_id: shops.first } },
    ...{ phone: '09•• ••• 678', email: 'a•••@mail.example' },
  })
  expect(await freeStock(checkout.own.db, products.phone)).toBe(free - 1)
  expect(await told()).toEqual([
    'email an@mail.example reserved_at_shop',
    'email an@mail.example reserved_at_shop_reminder',
    'sms 0912345678 reserved_at_shop',
    'sms 0912345678 reserved_at_shop_reminder',
  ])
  const stranger = await checkout.buyer()
  const get = (who: Buyer, more = '') => who.call('GET', `${path}?code=${one.code}${more}`)
  expect(dataOf<ShopReservation>(await get(stranger, `&secret=${one.secret}`)).code).toBe(one.code)
  for (const answer of [
    await get(stranger),
    await get(stranger, `&secret=${'0'.repeat(40)}`),
    await stranger.call('POST', `${path}/cancel`, { code: one.code }),
  ]) {
    expect(refusalOf(answer)).toBe('404 shop_reservation_not_found')
  }
  expect(dataOf<unknown[]>(await stranger.call('GET', `${path}s`))).toEqual([])
  const by_link = await stranger.call('POST', `${path}/cancel`, {
    code: one.code,
    secret: one.secret,
  })
  expect(dataOf<ShopReservation>(by_link)).toMatchObject({ state: 'cancelled', is_open: false })
  dataOf(await buyer.call('POST', `${path}/cancel`, { code: one.code }))
  expect(await freeStock(checkout.own.db, products.phone)).toBe(free)
  expect((await told()).filter((line) => line.endsWith('_ended'))).toHaveLength(2)
})

test('of fifty who want the last piece and twenty who order it at the same moment, one gets it', async () => {
  await putInStock(checkout.own.db, [{ item_id: products.phone, free: { [shops.first]: 1 } }])
  const buyers = await Promise.all(Array.from({ length: 20 }, () => checkout.buyer()))
  for (const buyer of buyers) await buyer.prepare(products.phone)
  const holders = await Promise.all(Array.from({ length: 50 }, () => checkout.buyer()))
  const [ordered, reserved] = await Promise.all([
    Promise.all(buyers.map((buyer) => buyer.order())),
    Promise.all(holders.map((buyer) => reserve(buyer))),
  ])
  const won = [...ordered, ...reserved].filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  const lost = reserved.filter(({ status }) => status !== 200).map(refusalOf)
  expect(new Set(lost)).toEqual(new Set(lost.length > 0 ? ['409 shop_has_none'] : []))
  expect(await freeStock(checkout.own.db, products.phone)).toBe(0)
})

test('it goes back by itself after a day, once, and not by the job of other reservations', async () => {
  const buyer = await checkout.buyer()
  const { code } = await made(buyer, { customer_mail: 'an@mail.example' })
  checkout.now = new Date(checkout.now.getTime() + 24 * hour)
  expect(await expireReservations(checkout.own, checkout.now)).toBe(0)
  expect(await stateOf(buyer, code)).toBe('reserved')
  expect((await Promise.all([lapse(), lapse()])).toSorted()).toEqual([0, 1])
  expect(await stateOf(buyer, code)).toBe('lapsed')
  expect(await freeStock(checkout.own.db, products.phone)).toBe(2)
  const late = await buyer.call('POST', `${path}/cancel`, { code })
  expect(refusalOf(late)).toBe('409 shop_reservation_closed')
})

test('a repeated call gets the same; a phone has two open ones, and makes four a day', async () => {
  await putInStock(checkout.own.db, [{ item_id: products.phone, free: { [shops.first]: 9 } }])
  const buyer = await checkout.buyer()
  const customer_phone = '0912345600'
  const keyed = wish({ customer_phone, idempotency_key: 'one-press-of-the-button' })
  const twice = await Promise.all([
    buyer.call('POST', path, keyed),
    buyer.call('POST', path, keyed),
  ])
  const codes = twice.map((answer) => dataOf<ShopReservation>(answer).code)
  expect(new Set(codes).size).toBe(1)
  const second = await made(buyer, { customer_phone: '+84 912 345 600' })
  expect(refusalOf(await reserve(buyer, { customer_phone }))).toBe('409 too_many_shop_reservations')
  const cancel = (code: string) => buyer.call('POST', `${path}/cancel`, { code })
  for (const code of [codes[0] ?? '', second.code]) dataOf(await cancel(code))
  for (let n = 0; n < 2; n++) dataOf(await cancel((await made(buyer, { customer_phone })).code))
  expect(refusalOf(await reserve(buyer, { customer_phone }))).toBe('409 too_many_shop_reservations')
  checkout.now = new Date(checkout.now.getTime() + 25 * hour)
  dataOf(await reserve(buyer, { customer_phone }))
})

test('goods that are not sold, shops that have none, and contacts that are none are refused', async () => {
  const buyer = await checkout.buyer()
  const refused = async (changes: object) => refusalOf(await reserve(buyer, changes))
  for (const item_id of [products.unpriced, products.withdrawn, products.phone - 1, 999_999]) {
    expect(await refused({ item_id })).toBe('404 item_not_reservable')
  }
  for (const erp_shop_id of [shops.hanoi, shops.repairs, 999]) {
    expect(await refused({ erp_shop_id })).toBe('409 shop_has_none')
  }
  await sql`update product set launched_on = '2026-12-01' where product_id = ${products.phone - 1}`.execute(
    checkout.own.db,
  )
  expect(await refused({})).toBe('404 item_not_reservable')
  await sql`update product set launched_on = null where product_id = ${products.phone - 1}`.execute(
    checkout.own.db,
  )
  const invalid = await reserve(buyer, { customer_phone: '028 7100 1001', customer_name: '' })
  expect(invalid.status).toBe(422)
})

test('the counter sells the piece that is set aside, also the last one, and nobody else’s shop does', async () => {
  await putInStock(checkout.own.db, [{ item_id: products.phone, free: { [shops.first]: 1 } }])
  const buyer = await checkout.buyer()
  const { code } = await made(buyer)
  const foreign = staffWith(
    {
      'orders.see': { scope: 'shops', max_amount: null },
      'orders.create': { scope: 'shops', max_amount: null },
    },
    [shops.second],
  )
  await expect(staff.shopReservations.shopReservation(foreign, { code })).rejects.toMatchObject({
    code: 'shop_reservation_not_found',
  })
  const shown = await staff.shopReservations.shopReservation(lan, { code: code.toLowerCase() })
  expect(shown).toMatchObject({
    ...{ state: 'reserved', sku: 'SKU-11', price: 30_990_000 },
    may: { sell: true, release: true },
  })
  const sell = (scanned: string, grand_total: number, actor = lan) =>
    staff.shopReservations.sellReserved(actor, { code, scanned, grand_total })
  await expect(sell('SKU-11', 30_990_000, foreign)).rejects.toMatchObject({
    code: 'shop_reservation_not_found',
  })
  await expect(sell('SKU-21', 30_990_000)).rejects.toMatchObject({ code: 'scan_differs' })
  await expect(sell('SKU-11', 1)).rejects.toMatchObject({ code: 'grand_total_change' })
  expect(await stateOf(buyer, code)).toBe('reserved')
  const both = await Promise.allSettled([sell('SKU-11', 30_990_000), sell('SKU-11', 30_990_000)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const sold = await staff.shopReservations.shopReservation(lan, { code })
  expect(sold).toMatchObject({ state: 'sold', may: { sell: false, release: false } })
  const order = await staff.orders.order(lan, { order_code: sold.order_code ?? '' })
  expect(order).toMatchObject({ state: 'delivered', totals: { grand_total: 30_990_000 } })
  expect(await freeStock(checkout.own.db, products.phone)).toBe(0)
})

test('staff see what is set aside at their shops, and give a piece back', async () => {
  const buyer = await checkout.buyer()
  const { code } = await made(buyer)
  const other = await made(buyer, { erp_shop_id: shops.second })
  const of_first = staffWith({ 'orders.see': { scope: 'shops', max_amount: null } }, [shops.first])
  const listed = async (actor = lan, more: object = {}) =>
    (await staff.shopReservations.shopReservations(actor, more)).rows.map((row) => row.code)
  expect(await listed(of_first, { state: 'reserved' })).toEqual([code])
  expect((await listed(lan, { state: 'reserved' })).toSorted()).toEqual(
    [code, other.code].toSorted(),
  )
  expect(await listed(lan, { q: other.code })).toEqual([other.code])
  await staff.shopReservations.releaseReserved(lan, { code, reason: 'Khách gọi báo không đến' })
  expect(await stateOf(buyer, code)).toBe('cancelled')
  await expect(
    staff.shopReservations.releaseReserved(lan, { code, reason: 'x' }),
  ).rejects.toMatchObject({ code: 'shop_reservation_closed' })
})

test('what a guest has had set aside is the member’s who signs in there', async () => {
  const guest = await checkout.buyer()
  const { code } = await made(guest)
  const { token } = await newMember(checkout.own.db, { phone: '+84912000777', now: checkout.now })
  const member = buyerWith(checkout.door, token)
  dataOf(
    await member.call('POST', '/api/cart/v1/login-switch-user', {
      token: guest.token,
      province_id: 30,
    }),
  )
  const own = dataOf<ShopReservation[]>(await member.call('GET', `${path}s`))
  expect(own.map((one) => one.code)).toEqual([code])
})

test('a reminder comes four hours before, and never at night', () => {
  const at = (text: string) => new Date(`2026-11-21T${text}+07:00`)
  const shown = (text: string) => reminderOf(at(text)).toISOString()
  expect(shown('18:00:00')).toBe(at('14:00:00').toISOString())
  expect(shown('12:00:00')).toBe(at('08:00:00').toISOString())
  expect(shown('11:59:00')).toBe(new Date('2026-11-20T20:00:00+07:00').toISOString())
  expect(shown('23:59:00')).toBe(at('19:59:00').toISOString())
  expect(reminderOf(new Date('2026-11-22T01:00:00+07:00')).toISOString()).toBe(
    at('20:00:00').toISOString(),
  )
})
