import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Booking, BookingDay } from '#contracts/storefront/booking.ts'
import { lunarDate } from '#pure/lunar/lunar-date.ts'
import { julianDay } from '#pure/lunar/julian-day.ts'
import { type Buyer, dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { addRepairs, repairs, shops } from '#test/support/small-shop.ts'

// 15:00 on Friday, 2026-11-20, in Vietnam.
const checkout = openCheckout()
const path = '/api/cart/v1/booking'
let next_phone = 912_000_000

beforeAll(() => addRepairs(checkout.own.db))

function wish(changes: object = {}) {
  return {
    item_id: repairs.battery,
    province_id: 30,
    customer_name: 'Nguyễn Văn An',
    customer_phone: `0${next_phone++}`,
    booking_date: '2026-11-23T09:00:00+07:00',
    erp_shop_id: shops.repairs,
    ...changes,
  }
}

async function book(buyer: Buyer, changes: object = {}) {
  return buyer.call('POST', path, wish(changes))
}

/** What the slots say is taken, and what the bookings have: both must be the same. */
async function books() {
  const { rows } = await sql<{ wrong: number; full: number }>`
    select count(*) filter (where taken <> (select count(*) from booking_slot own
        where own.shop_id = slot.shop_id and own.skill = slot.skill and own.starts_at = slot.starts_at))::integer as wrong,
      count(*) filter (where taken = capacity)::integer as full
    from slot`.execute(checkout.own.db)
  return rows[0]
}

test('a form books a time at a promised price; the owner and the link see it, and nobody else', async () => {
  const buyer = await checkout.buyer()
  const fields = { ...wish(), item_id: String(repairs.battery), customer_mail: '', meta: '' }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  const sent = await checkout.door.call('POST', path, { token: buyer.token, form })
  const booking = dataOf<Booking>(sent)
  expect(booking).toMatchObject({
    code: expect.stringMatching(/^LH261120-[0-9A-Z]{8}$/) as string,
    secret: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
    state: 'booked',
    starts_at: '2026-11-23T02:00:00.000Z',
    ends_at: '2026-11-23T02:30:00.000Z',
    total: 920_000,
    lines: [{ item_id: repairs.battery, name: 'Thay pin iPhone 13 - Chuẩn', quantity: 1 }],
    is_open: true,
  })
  expect(sent.text).not.toContain(fields.customer_phone)
  const stranger = await checkout.buyer()
  const query = `${path}?code=${booking.code.toLowerCase()}`
  expect(dataOf<Booking>(await buyer.call('GET', query))).toEqual(booking)
  const linked = await checkout.door.call('GET', `${query}&secret=${booking.secret}`)
  expect(dataOf<Booking>(linked)).toEqual(booking)
  expect(dataOf<Booking[]>(await buyer.call('GET', '/api/cart/v1/bookings'))).toEqual([booking])
  // A foreign code, an absent code and a wrong secret are the same.
  const { code } = booking
  const to = { booking_date: '2026-11-24 10:00' }
  const wrong = '0'.repeat(40)
  for (const answer of [
    await stranger.call('GET', query),
    await stranger.call('GET', `${path}?code=LH261120-00000000`),
    await checkout.door.call('GET', `${path}?code=${code}&secret=${wrong}`),
    await stranger.call('GET', `${path}/moves?code=${code}`),
    await checkout.door.call('GET', `${path}/moves?code=${code}&secret=${wrong}`),
    await stranger.call('PUT', path, { code, ...to }),
    await stranger.call('PUT', `${path}?secret=${wrong}`, { code, ...to }),
    await stranger.call('POST', `${path}/cancel`, { code }),
    await checkout.door.call('POST', `${path}/cancel?secret=${wrong}`, { json: { code } }),
  ]) {
    expect(refusalOf(answer)).toBe('404 booking_not_found')
  }
})

test('a tick for offers by mail is in the log of consents, and a booking without one is no choice', async () => {
  const buyer = await checkout.buyer()
  dataOf(await book(buyer, { customer_mail: 'an@mail.example' }))
  const logged = async () => dataOf(await buyer.call('GET', '/api/consent/v1/consents'))
  expect(await logged()).toEqual([])
  const ticked = { customer_mail: 'an@mail.example', promotion_announcement: true }
  dataOf(await book(buyer, { ...ticked, booking_date: '2026-11-23T10:00:00+07:00' }))
  expect(await logged()).toMatchObject([
    { purpose: 'mail', is_granted: true, place: 'booking', text_version: 1 },
  ])
})

test('the price is that of the booking, also when it rises later', async () => {
  const buyer = await checkout.buyer()
  const { code } = dataOf<Booking>(await book(buyer, { booking_date: '25/11/2026 9:00' }))
  await sql`update repair_option set price = price + 100000`.execute(checkout.own.db)
  const moved = await buyer.call('PUT', path, { code, booking_date: '2026-11-25T11:30' })
  expect(dataOf<Booking>(moved)).toMatchObject({ total: 920_000, version: 1 })
  await sql`update repair_option set price = price - 100000`.execute(checkout.own.db)
})

test('thirty at once for the last three places: three win, the others are offered the next times', async () => {
  const buyers: Buyer[] = []
  while (buyers.length < 30) buyers.push(await checkout.buyer())
  const booking_date = '2026-11-24T09:00:00+07:00'
  const answers = await Promise.all(buyers.map((buyer) => book(buyer, { booking_date })))
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(3)
  const lost = answers.filter(({ status }) => status !== 200)
  expect(new Set(lost.map(refusalOf))).toEqual(new Set(['409 slot_full']))
  expect(lost[0]?.body?.error?.data).toEqual({
    slots: ['02:30', '03:00', '03:30'].map((time) => ({
      starts_at: `2026-11-24T${time}:00.000Z`,
    })),
  })
  expect(await books()).toMatchObject({ wrong: 0 })
  // A cancelled one makes room for one.
  const [first] = won.map((answer) => dataOf<Booking>(answer))
  const linked = `${path}/cancel?secret=${first?.secret}`
  const cancelled = await checkout.door.call('POST', linked, { json: { code: first?.code } })
  expect(dataOf<Booking>(cancelled)).toMatchObject({ state: 'cancelled', is_open: false })
  const again = await Promise.all(buyers.slice(0, 5).map((buyer) => book(buyer, { booking_date })))
  expect(again.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('technicians are counted by skill: two screens at once, and a third device only for another skill', async () => {
  const buyer = await checkout.buyer()
  const booking_date = '2026-11-26T09:00:00+07:00'
  const screen = { item_id: repairs.screen, booking_date }
  dataOf(await book(buyer, screen))
  dataOf(await book(buyer, screen))
  expect(refusalOf(await book(buyer, screen))).toBe('409 slot_full')
  dataOf(await book(buyer, { booking_date }))
  // The screens take until 10:30.
  const at = (time: string) => ({ ...screen, booking_date: `2026-11-26T${time}:00+07:00` })
  expect(refusalOf(await book(buyer, at('10:00')))).toBe('409 slot_full')
  dataOf(await book(buyer, at('10:30')))
})

test('random bookings, moves and cancellations never exceed a capacity and lose no place', async () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
  const buyer = await checkout.buyer()
  const made: Booking[] = []
  for (let round = 0; round < 6; round++) {
    const acts = Array.from({ length: 12 }, async () => {
      const hour = 8 + random(3)
      const booking_date = `2026-11-27T${String(hour).padStart(2, '0')}:${random(2) ? '30' : '00'}`
      const booking = made[random(made.length + 1)]
      const item_id = random(2) ? [repairs.battery, repairs.screen] : repairs.screen
      const act = random(3)
      if (booking === undefined || act === 0) return book(buyer, { item_id, booking_date })
      const { code } = booking
      return act === 1
        ? buyer.call('PUT', path, { code, booking_date })
        : buyer.call('POST', `${path}/cancel`, { code })
    })
    for (const answer of await Promise.all(acts)) {
      expect([200, 409]).toContain(answer.status)
      if (answer.status === 200) made.push(dataOf<Booking>(answer))
    }
    expect(await books()).toMatchObject({ wrong: 0 })
  }
  expect((await books())?.full).toBeGreaterThan(0)
})

test('a repeated call gets the same booking; a phone has three open ones at most', async () => {
  const buyer = await checkout.buyer()
  const request = wish({ booking_date: '2026-11-28T09:00' })
  const twice = await Promise.all([0, 1].map(() => buyer.call('POST', path, request)))
  const [one, two] = twice.map((answer) => dataOf<Booking>(answer))
  expect(two).toEqual(one)
  // Somebody else of the family books the same time.
  const family = await checkout.buyer()
  const other_device = dataOf<Booking>(await family.call('POST', path, request))
  expect(other_device.code).not.toBe(one?.code)
  dataOf(await family.call('POST', `${path}/cancel`, { code: other_device.code }))
  const key = { headers: { 'idempotency-key': 'booking-key-1' } }
  const keyed = wish({ booking_date: '2026-11-28T10:00' })
  const first = dataOf<Booking>(await buyer.call('POST', path, keyed, key))
  const other = { ...keyed, booking_date: '2026-11-28T11:00' }
  expect(dataOf<Booking>(await buyer.call('POST', path, other, key)).code).toBe(first.code)
  const at = (time: string) =>
    buyer.call('POST', path, { ...request, booking_date: `2026-11-28T${time}` })
  dataOf(await at('13:00'))
  dataOf(await at('14:00'))
  const fourth = await at('15:00')
  expect([refusalOf(fourth), fourth.body?.error?.data]).toEqual([
    '409 too_many_bookings',
    { max: 3 },
  ])
  // Who did not come three times has one at a time.
  await sql`update booking set state = 'no_show', ended_at = ${checkout.now}
    where code = ${one?.code ?? ''} or starts_at >= '2026-11-28T06:00Z'`.execute(checkout.own.db)
  dataOf(await at('16:00'))
  expect((await at('17:00')).body?.error?.data).toEqual({ max: 1 })
})

test('a booking moves five times, and those of one phone ten times: nobody is flooded with messages', async () => {
  const buyer = await checkout.buyer()
  const phone = { customer_phone: '0987654321' }
  const move = async (code: string, minutes: number) => {
    const time = new Date(Date.parse('2026-12-01T01:00:00Z') + minutes * 60_000).toISOString()
    return buyer.call('PUT', path, { code, booking_date: time })
  }
  const codes: string[] = []
  for (const booking_date of ['2026-12-02T09:00', '2026-12-02T10:00', '2026-12-02T11:00']) {
    codes.push(dataOf<Booking>(await book(buyer, { ...phone, booking_date })).code)
  }
  const [first = '', second = '', third = ''] = codes
  for (let moves = 0; moves < 5; moves++) dataOf(await move(first, moves * 30))
  // The time that it has already is no move.
  dataOf(await move(first, 4 * 30))
  const sixth = await move(first, 300)
  expect([refusalOf(sixth), sixth.body?.error?.data]).toEqual(['409 too_many_moves', { max: 5 }])
  for (let moves = 0; moves < 5; moves++) dataOf(await move(second, 300 + moves * 30))
  expect(refusalOf(await move(third, 600))).toBe('409 too_many_moves')
  // Cancelling and booking again gives no further moves.
  dataOf(await buyer.call('POST', `${path}/cancel`, { code: first }))
  const again = await book(buyer, { ...phone, booking_date: '2026-12-02T13:00' })
  expect(refusalOf(await move(dataOf<Booking>(again).code, 600))).toBe('409 too_many_moves')
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from outbox
    where template = 'booking_moved' and channel = 'sms' and recipient like '%987654321'`.execute(
    checkout.own.db,
  )
  expect(rows).toEqual([{ count: 10 }])
})

test('a repeated call is answered when the cart is empty and the shop takes no bookings any more', async () => {
  const { db } = checkout.own
  const buyer = await checkout.buyer()
  const service = { item_id: repairs.battery, item_type: 2 }
  dataOf(await buyer.call('POST', '/api/cart/v1/cart', service))
  const key = { headers: { 'idempotency-key': 'booking-key-2' } }
  const { item_id: _none, ...request } = wish({ booking_date: '2026-12-02T15:00' })
  const first = dataOf<Booking>(await buyer.call('POST', path, request, key))
  const closed = sql`update shop_skill set technicians = 0 where shop_id = ${shops.repairs} and skill = 'any'`
  await closed.execute(db)
  const second = await buyer.call('POST', path, request, key)
  await sql`update shop_skill set technicians = 3 where shop_id = ${shops.repairs} and skill = 'any'`.execute(
    db,
  )
  expect(dataOf<Booking>(second)).toEqual(first)
  // Two phones with one key, at once.
  const same_key = { headers: { 'idempotency-key': 'booking-key-3' } }
  const answers = await Promise.all(
    ['15:30', '16:00', '16:30', '17:00'].map((time) =>
      buyer.call('POST', path, wish({ booking_date: `2026-12-02T${time}` }), same_key),
    ),
  )
  const codes = answers.map((answer) => dataOf<Booking>(answer).code)
  expect(new Set(codes).size).toBe(1)
})

test('the next free half hours of a shop leave out what is taken, and go on tomorrow', async () => {
  const { db } = checkout.own
  const at = checkout.now
  const next = async () => {
    const found = dataOf<{ shop_id: number; starts_at: string[] }[]>(
      await checkout.door.call('GET', `${path}/next-free`),
    )
    return found.find(({ shop_id }) => shop_id === shops.repairs)?.starts_at
  }
  try {
    checkout.now = new Date('2027-03-03T03:10:00Z')
    const [first = '', second = ''] = (await next()) ?? []
    expect(first > checkout.now.toISOString() && first < second).toBe(true)
    await sql`insert into slot (shop_id, skill, starts_at, capacity, taken)
      values (${shops.repairs}, 'any', ${first}, 1, 1)`.execute(db)
    expect(await next()).toContain(second)
    expect(await next()).not.toContain(first)
    // After the shop has closed.
    checkout.now = new Date('2027-03-03T16:00:00Z')
    expect((await next())?.[0]?.slice(0, 10)).toBe('2027-03-04')
    await sql`insert into closed_day (shop_id, day, name) values (${shops.repairs}, '2027-03-04', 'Kiểm kê')`.execute(
      db,
    )
    expect(await next()).toBe(undefined)
  } finally {
    checkout.now = at
    await sql`delete from closed_day where name = 'Kiểm kê'`.execute(db)
    await sql`delete from slot where starts_at >= '2027-03-01' and taken = 1 and capacity = 1`.execute(
      db,
    )
  }
})

test('a day that does not exist is refused, and not taken for another one', async () => {
  const buyer = await checkout.buyer()
  for (const booking_date of [
    '31/11/2026 10:00',
    '2026-11-31T10:00',
    '2026-11-31T10:00:00+07:00',
  ]) {
    expect(refusalOf(await book(buyer, { booking_date }))).toBe('422 invalid_input')
  }
})

test('times that are not offered, and services and shops that do not exist, are refused', async () => {
  const buyer = await checkout.buyer()
  const refused = async (changes: object) => refusalOf(await book(buyer, changes))
  for (const booking_date of [
    '2026-11-19T09:00', // yesterday
    '2026-11-20T15:30', // half an hour from now
    '2026-11-23T09:10', // no half hour
    '2026-11-23T21:30', // the shop closes
    '2026-12-04T09:00', // the fifteenth day
  ]) {
    expect(await refused({ booking_date })).toBe('409 slot_not_offered')
  }
  dataOf(await book(buyer, { booking_date: '2026-11-20T16:00' }))
  dataOf(await book(buyer, { booking_date: '2026-12-03T21:00' }))
  const last = await book(buyer, { booking_date: '2027-03-01T09:00' })
  expect(last.body?.error?.data).toEqual({
    slots: ['13:00', '13:30', '14:00'].map((time) => ({ starts_at: `2026-12-03T${time}:00.000Z` })),
  })
  expect(await refused({ erp_shop_id: shops.first })).toBe('409 shop_takes_no_bookings')
  expect(await refused({ erp_shop_id: 99 })).toBe('409 shop_takes_no_bookings')
  expect(await refused({ item_id: 21 })).toBe('404 service_not_found')
  expect(await refused({ item_id: [repairs.battery, 1_000_000_099] })).toBe('404 service_not_found')
  const many = [repairs.screen, repairs.screen, repairs.screen]
  expect(await refused({ item_id: many })).toBe('409 booking_too_long')
  const wrong = { customer_phone: '028 3822 1234', customer_name: '123', customer_mail: 'x@' }
  const problems = await book(buyer, { ...wrong, booking_date: 'mai' })
  expect(refusalOf(problems)).toBe('422 invalid_input')
  expect(refusalOf(await book(buyer, wrong))).toBe('422 invalid_input')
})

test('the days show the lunar calendar and why a shop is closed; Tết is in the list of closed days', async () => {
  const { db } = checkout.own
  checkout.now = new Date('2027-01-28T08:00:00Z')
  const query = `${path}/slots?item_id=${repairs.battery}&erp_shop_id=${shops.repairs}`
  const { days } = dataOf<{ days: BookingDay[] }>(await checkout.door.call('GET', query))
  expect(days).toHaveLength(14)
  const closed = days.filter((day) => day.closed !== null)
  expect(closed.map(({ day, lunar, closed: why, slots }) => [day, lunar, why, slots])).toEqual([
    ['2027-02-05', '29/12', 'Giao thừa', []],
    ['2027-02-06', '1/1', 'Mùng 1 Tết', []],
    ['2027-02-07', '2/1', 'Mùng 2 Tết', []],
    ['2027-02-08', '3/1', 'Mùng 3 Tết', []],
  ])
  expect(days[1]?.slots).toHaveLength(27)
  const buyer = await checkout.buyer()
  const tet = await book(buyer, { booking_date: '2027-02-06T09:00' })
  expect(refusalOf(tet)).toBe('409 slot_not_offered')
  expect(tet.body?.error?.data).toMatchObject({
    slots: [{ starts_at: '2027-02-09T01:00:00.000Z' }, {}, {}],
  })
  const { rows } = await sql<{ day: string; name: string }>`
    select day::text, name from closed_day where name like 'Mùng 1%' order by day`.execute(db)
  expect(rows).toHaveLength(5)
  for (const { day } of rows) {
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
    expect(lunarDate(julianDay({ year, month, day: date }))).toMatchObject({
      day: 1,
      month: 1,
      year,
    })
  }
})

test('once its time has come a booking is closed', async () => {
  const buyer = await checkout.buyer()
  const { code } = dataOf<Booking>(await book(buyer, { booking_date: '2026-11-30T09:00' }))
  await sql`update session set expires_at = '2027-01-01'`.execute(checkout.own.db)
  checkout.now = new Date('2026-11-30T02:00:00Z')
  expect(refusalOf(await buyer.call('POST', `${path}/cancel`, { code }))).toBe('409 booking_closed')
  const to = { code, booking_date: '2026-12-02T09:00' }
  expect(refusalOf(await buyer.call('PUT', path, to))).toBe('409 booking_closed')
})
