import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Booking, BookingDay } from '#contracts/storefront/booking.ts'
import { bookingMail, bookingSms } from '#shop/notification/templates/booking-templates.ts'
import { putParts } from '#test/goods/repair-parts.ts'
import { newMember } from '#test/members/member.ts'
import { type Buyer, buyerWith, dataOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { addRepairs, repairs, shops } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'

// 15:00 on Friday, 2026-11-20, in Vietnam.
const checkout = openCheckout()
const path = '/api/cart/v1/booking'
let phones = 912_345_000
const monday = '2026-11-23T09:00'

beforeAll(() => addRepairs(checkout.own.db))

const book = async (buyer: Buyer, changes: object = {}) =>
  dataOf<Booking>(
    await buyer.call('POST', path, {
      ...{ customer_name: 'Trần Bình', customer_phone: `0${phones++}` },
      ...{ item_id: repairs.battery, booking_date: monday },
      ...{ erp_shop_id: shops.repairs, ...changes },
    }),
  )
const put = (buyer: Buyer, item_quantity: number) =>
  buyer.call('POST', '/api/cart/v1/cart', { item_id: repairs.battery, item_type: 2, item_quantity })
const inCart = async (buyer: Buyer) =>
  (await buyer.cart()).items.map(({ item_quantity }) => item_quantity)

test('three of a service in the cart: two are booked, and the third stays', async () => {
  const buyer = await checkout.buyer()
  await put(buyer, 3)
  const { lines } = await book(buyer, { item_id: [repairs.battery, repairs.battery] })
  expect(lines).toMatchObject([{ quantity: 2 }])
  expect(await inCart(buyer)).toEqual([1])
  const { total } = await book(buyer, { item_id: undefined, booking_date: '2026-11-23T14:00' })
  expect(total).toBe(920_000)
  expect(await inCart(buyer)).toEqual([])
})

test('two carts that become one keep to the five services of a booking', async () => {
  const guest = await checkout.buyer()
  const { token } = await newMember(checkout.own.db, { phone: '+84912000999', now: checkout.now })
  const member = buyerWith(checkout.door, token)
  await put(guest, 4)
  await put(member, 3)
  dataOf(await member.call('POST', '/api/cart/v1/login-switch-user', { token: guest.token }))
  expect(await inCart(member)).toEqual([5])
})

test('a booking that is moved may take its own half hours again', async () => {
  const buyer = await checkout.buyer()
  const { code } = await book(buyer, { item_id: repairs.screen, booking_date: '2026-11-24T09:00' })
  await sql`update slot set capacity = taken where starts_at = '2026-11-24T09:30+07:00'`.execute(
    checkout.own.db,
  )
  const { days } = dataOf<{ days: BookingDay[] }>(
    await buyer.call('GET', `${path}/moves?code=${code}`),
  )
  const slots = days.find(({ day }) => day === '2026-11-24')?.slots
  expect(slots?.find(({ time }) => time === '09:30')?.is_free).toBe(true)
  const to = { code, booking_date: '2026-11-24T09:30' }
  expect(dataOf<Booking>(await buyer.call('PUT', path, to)).starts_at).toContain('T02:30')
})

test('the offer says which shops have all parts free, and the page says it of each shop', async () => {
  const { db } = checkout.own
  const offered = async (item_ids: number[]) => {
    const query = item_ids.map((id) => `item_id[]=${id}`).join('&')
    return dataOf<{ shops_with_parts: number[] | null }>(
      await checkout.door.call('GET', `${path}/slots?${query}`),
    ).shops_with_parts
  }
  expect(await offered([repairs.battery])).toEqual([])
  await putParts(db, { [repairs.battery]: 1, [repairs.screen]: 2 })
  expect(await offered([repairs.battery])).toEqual([shops.repairs])
  expect(await offered([repairs.battery, repairs.battery])).toEqual([])
  expect(await offered([repairs.battery, repairs.screen])).toEqual([shops.repairs])
  const page = (await checkout.door.call('GET', `/dat-lich?dich_vu=${repairs.battery}&tinh=30`))
    .text
  expect(page).toContain('Có sẵn linh kiện')
  expect(page).toContain('Linh kiện đặt về trong 2 ngày')
  await sql`update repair_part set needs_part = false where part_code = 'pin'`.execute(db)
  expect(await offered([repairs.battery])).toBeNull()
  await sql`update repair_part set needs_part = true where part_code = 'pin'`.execute(db)
})

test('a reminder that is late speaks of today, and a booking whose time has come of no kept hour', async () => {
  const buyer = await checkout.buyer()
  const booking = await book(buyer, { booking_date: '2026-11-24T15:00' })
  const company = { name: 'Tiệm', address: '1 Lê Lợi' }
  const sender = { name: 'Tiệm', hotline: '1800', public_url: 'https://a.example', company }
  const told = (now: Date) =>
    [bookingMail, bookingSms].map(
      (render) => render('booking_reminder', booking, { sender: sender as never, now }).body,
    )
  for (const text of told(new Date('2026-11-23T11:00:00Z'))) expect(text).toMatch(/ng[aà]y mai/)
  for (const text of told(new Date('2026-11-24T01:00:00Z'))) {
    expect(text).toMatch(/h[oô]m nay/)
    expect(text).not.toMatch(/ng[aà]y mai/)
  }
  const shown = async () =>
    (await checkout.door.call('GET', `/cart/booking?code=${booking.code}&key=${booking.secret}`))
      .text
  expect(await shown()).toContain('ĐẶT LỊCH THÀNH CÔNG')
  checkout.now = new Date('2026-11-24T09:00:00Z')
  const past = await shown()
  expect(past).toContain('ĐÃ ĐẾN GIỜ HẸN')
  expect(past).not.toContain('đã giữ giờ')
})

test('staff move an appointment; a full hour is refused with the next ones', async () => {
  const { door, own } = checkout
  const buyer = await checkout.buyer()
  const { code } = await book(buyer, { booking_date: '2026-11-25T09:00' })
  const headers = { ...(await staffHeaders(door)), 'sec-fetch-site': 'same-origin' }
  const page = `/noi-bo/lich-hen?shop_id=${shops.repairs}&day=2026-11-25`
  const move = (time: string) =>
    door.call('POST', page, {
      headers,
      form: new URLSearchParams({ intent: 'move', booking: code, time }),
    })
  expect((await move('2026-11-25T10:00')).status).toBe(303)
  const moved = dataOf<Booking>(await buyer.call('GET', `${path}?code=${code}`))
  expect(moved.starts_at).toBe('2026-11-25T03:00:00.000Z')
  await sql`insert into slot (shop_id, skill, starts_at, capacity, taken)
    values (${shops.repairs}, 'any', '2026-11-25T11:00+07:00', 0, 0)`.execute(own.db)
  const full = await move('2026-11-25T11:00')
  expect([full.status, full.text.includes('Giờ này đã kín')]).toEqual([409, true])
  expect((await move('2026-11-25T03:00')).text).toContain('không nhận lịch vào giờ này')
  const { rows } = await sql<{ template: string }>`
    select template from outbox where template = 'booking_moved' and channel = 'sms'`.execute(
    own.db,
  )
  expect(rows.length).toBeGreaterThanOrEqual(1)
})

test('the list of repair shops says why a shop is closed today, and when it opens again', async () => {
  const { own, door } = checkout
  await sql`insert into closed_day (day, name, shop_id) values ('2026-11-20', 'kiểm kê', ${shops.repairs}),
    ('2026-11-21', 'kiểm kê', ${shops.repairs})`.execute(own.db)
  const { text } = await door.call('GET', '/dia-chi-he-thong-sua-chua-dienthoaivui?province=30')
  expect(text).toContain('Nghỉ kiểm kê, mở lại 08:00 ngày 22/11/2026')
  expect(text).toContain('Đang mở cửa, đến 21:30')
})
