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
  const cancelled =
    await sql`select from booking where code = ${code} and state = 'booked'`.execute(
      checkout.own.db,
    )
  expect(cancelled.rows).toHaveLength(1)
})
