import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { dueBooking } from '#test/goods/inputs-of-bookings.ts'
import { dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { addRepairs, repairs, shops } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'

// 15:00 on Friday, 2026-11-20, in Vietnam.
const checkout = openCheckout()
const path = '/noi-bo/lich-hen'
beforeAll(() => addRepairs(checkout.own.db))

test('the page shows a day of a shop; a device is received, and who did not come is counted', async () => {
  const { door } = checkout
  const buyer = await checkout.buyer()
  const request = {
    ...{ item_id: repairs.screen, customer_name: 'Trần Bình', customer_phone: '0912 345 678' },
    ...{ booking_date: '2026-11-20T17:00', erp_shop_id: shops.repairs },
  }
  const { code } = dataOf<{ code: string }>(
    await buyer.call('POST', '/api/cart/v1/booking', request),
  )
  const missed = await dueBooking(checkout)
  const headers = { ...(await staffHeaders(door)), 'sec-fetch-site': 'same-origin' }
  const open = async (day = '2026-11-20') =>
    (await door.call('GET', `${path}?shop_id=${shops.repairs}&day=${day}`, { headers })).text
  const press = async (intent: string, of: string) => {
    const form = new URLSearchParams({ intent, booking: of })
    return (await door.call('POST', path, { form, headers })).status
  }
  const shown = await open()
  expect(shown).toContain('Trần Bình')
  expect(shown).toContain('Thay màn hình iPhone 13 - Chuẩn')
  expect(shown).not.toContain('345 678')
  // One of three technicians, one of two who change screens.
  const row = /<th[^>]*>17:00<\/th>(.*?)<\/tr>/.exec(shown)?.[1]?.replace(/<[^>]*>|\s/g, '')
  expect(row).toBe('1/31/2')
  expect(await open('2026-11-21')).not.toContain('Trần Bình')

  expect(await press('miss', code)).toBe(409)
  expect(await press('miss', missed)).toBe(303)
  expect(await press('miss', missed)).toBe(409)
  expect(await press('receive', 'LH261120-ZZZZZZZZ')).toBe(404)
  expect(await open()).toContain('Đã 1 lần không đến')
  expect(await press('receive', code)).toBe(303)
  const cancel = await buyer.call('POST', '/api/cart/v1/booking/cancel', { code })
  expect(refusalOf(cancel)).toBe('409 booking_closed')
  const { rows } = await sql<{ operation: string }>`
    select operation from change_log where thing = 'booking' order by change_id`.execute(
    checkout.own.db,
  )
  expect(rows.map(({ operation }) => operation)).toEqual([
    'bookings.missBooking',
    'bookings.receiveBooking',
  ])
})

test('staff book a visit for a customer, who gets the same confirmation', async () => {
  const { door, own } = checkout
  const headers = { ...(await staffHeaders(door)), 'sec-fetch-site': 'same-origin' }
  const wish = `${path}/moi?shop_id=${shops.repairs}&item=${repairs.screen}`
  const open = async (address: string) => (await door.call('GET', address, { headers })).text
  const found = await open(`${path}/moi?shop_id=${shops.repairs}&q=pin`)
  expect(found).toContain('Thêm Thay pin iPhone 13 - Chuẩn')
  // Nobody at a counter types marks.
  const bare = await open(`${path}/moi?shop_id=${shops.repairs}&q=man+HINH`)
  expect(bare).toContain('Thêm Thay màn hình iPhone 13')
  // It is 15:00: the running half hour is offered, and those before it are not.
  const form = await open(wish)
  expect(form).toContain('1.590.000đ')
  expect(form).toContain('value="2026-11-20T08:00:00.000Z"')
  expect(form).not.toContain('value="2026-11-20T07:30:00.000Z"')
  const send = (changes: Record<string, string> = {}, address = wish) =>
    door.call('POST', address, {
      form: new URLSearchParams({
        ...{ shop_id: String(shops.repairs), name: 'Lê Thị Cúc', phone: '0911 222 333', email: '' },
        ...{ notes: '', booking_date: '2026-11-20T08:00:00.000Z', total_seen: '1590000' },
        ...changes,
      }),
      headers,
    })
  const said = async (changes: Record<string, string>, address?: string) => {
    const { status, text } = await send(changes, address)
    return `${status} ${/role="alert"[^>]*>([^<]*)</.exec(text)?.[1]}`
  }
  const sent = await send()
  expect(sent.status).toBe(303)
  const slip = sent.headers.get('location') ?? ''
  const again = await send()
  expect(again.headers.get('location')).toBe(slip)
  const paper = await open(slip)
  expect(paper).toContain('15:00, Thứ sáu, 20/11/2026')
  expect(paper).not.toContain('222 333')
  const code = /LH261120-[0-9A-Z]{8}/.exec(slip)?.[0]
  const day = await open(`${path}?shop_id=${shops.repairs}&day=2026-11-20`)
  expect(day).toContain('Lê Thị Cúc')
  const { rows } = await sql<{ operation: string; secret: string; templates: string[] }>`
    select change_log.operation, booking.secret,
      (select array_agg(template || ' ' || channel order by outbox_id) from outbox
        where (facts->>'booking_id')::bigint = booking.booking_id) as templates
    from booking join change_log on change_log.thing = 'booking' and change_log.thing_key = booking.code
    where booking.code = ${code}`.execute(own.db)
  expect(rows).toMatchObject([
    { operation: 'bookings.createBooking', templates: ['booking_made sms'] },
  ])
  expect(paper).not.toContain(rows[0]?.secret)

  // A second screen fills the time; the third is told the next ones.
  expect((await send({ phone: '0911 222 334' })).status).toBe(303)
  expect(await said({ phone: '0911 222 335' })).toMatch(
    /^409 Giờ này đã kín. Giờ trống gần nhất: [^;]+ 16:30; [^;]+ 17:00; [^;]+ 17:30.$/,
  )
  expect(await said({ booking_date: '2026-11-20T07:30:00.000Z' })).toMatch(
    /^409 Cửa hàng không nhận/,
  )
  expect(await said({ total_seen: '1', phone: '0911 222 336' })).toMatch(
    /^409 Giá vừa tăng, tổng mới 1.590.000đ/,
  )
  expect(await said({ phone: '123' })).toMatch(/^422 /)
  expect(await said({}, `${path}/moi?item=999`)).toBe('404 Có dịch vụ đã ngừng. Chọn lại dịch vụ.')
  expect(await said({}, `${path}/moi`)).toMatch(/^422 /)
  expect(await said({ shop_id: String(shops.second) })).toMatch(/^409 Cửa hàng này hiện không/)
  const { rows: slots } = await sql<{ wrong: number }>`
    select count(*)::integer as wrong from slot where taken <> (select count(*) from booking_slot own
      where own.shop_id = slot.shop_id and own.skill = slot.skill and own.starts_at = slot.starts_at)`.execute(
    own.db,
  )
  expect(slots[0]?.wrong).toBe(0)
})

test('the appointments of a shop that repairs no more are shown still', async () => {
  const { door, own } = checkout
  const code = await dueBooking(checkout)
  const headers = await staffHeaders(door)
  const page = `${path}?shop_id=${shops.repairs}`
  const setTechnicians = (count: number) =>
    sql`update shop_skill set technicians = ${count} where shop_id = ${shops.repairs} and skill = 'any'`.execute(
      own.db,
    )
  await setTechnicians(0)
  expect((await door.call('GET', page, { headers })).text).toContain(code)
  await setTechnicians(3)
})

test('staff of other shops see neither the day nor its bookings', async () => {
  const { door } = checkout
  const code = await dueBooking(checkout)
  const headers = { ...(await staffHeaders(door, 'technician')), 'sec-fetch-site': 'same-origin' }
  await sql`delete from staff_shop where shop_id = ${shops.repairs}`.execute(checkout.own.db)
  const { text } = await door.call('GET', `${path}?shop_id=${shops.repairs}`, { headers })
  expect(text).not.toContain(code)
  const form = new URLSearchParams({ intent: 'receive', booking: code })
  expect((await door.call('POST', path, { form, headers })).status).toBe(404)
  expect((await door.call('GET', `${path}/${code}/phieu`, { headers })).status).toBe(404)
  const wish = new URLSearchParams({
    ...{ shop_id: String(shops.repairs), name: 'An', phone: '0911 222 339' },
    ...{ booking_date: '2026-11-23T09:00', total_seen: '' },
  })
  const foreign = await door.call('POST', `${path}/moi?item=${repairs.battery}`, {
    form: wish,
    headers,
  })
  expect(foreign.text).toContain('hiện không nhận lịch')
  const cancelled =
    await sql`select from booking where code = ${code} and state = 'booked'`.execute(
      checkout.own.db,
    )
  expect(cancelled.rows).toHaveLength(1)
})
