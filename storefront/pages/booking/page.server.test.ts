import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { secretBox } from '#platform/files/secret-box.ts'
import { createLog } from '#platform/observe/log.ts'
import { transaction } from '#platform/database/postgres.ts'
import { deleteBookingsOf } from '#shop/booking/sweep-bookings-store.ts'
import { sendNotifications } from '#shop/flows/send-notifications.ts'
import { deleteNoticesAbout } from '#shop/notification/sweep-outbox-store.ts'
import { mailbox } from '#shop/notification/transports/transport.ts'
import { type Cart, dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { addRepairs, products, repairs, shops } from '#test/support/small-shop.ts'

// 15:00 on Friday, 2026-11-20, in Vietnam.
const secret_key = 'd'.repeat(64)
const checkout = openCheckout({ SECRET_KEY: secret_key })
const log = createLog({ service: 'test', level: 'silent' })
beforeAll(() => addRepairs(checkout.own.db))

const chosen = `/dat-lich?dich_vu=${repairs.battery}&tinh=30&cua_hang=${shops.repairs}&ngay=2026-11-23`

async function browser() {
  const token = await checkout.door.guest()
  const headers = { cookie: `token=${token}`, 'sec-fetch-site': 'same-origin' }
  const open = async (path: string) => (await checkout.door.call('GET', path, { headers })).text
  const send = (path: string, fields: Record<string, string>) =>
    checkout.door.call('POST', path, { form: new URLSearchParams(fields), headers })
  return { open, send }
}

function fields(phone: string, more: Record<string, string> = {}) {
  return {
    intent: 'book',
    'item_id[]': String(repairs.battery),
    province_id: '30',
    erp_shop_id: String(shops.repairs),
    booking_date: '2026-11-23T02:00:00.000Z',
    customer_name: 'Nguyễn Văn An',
    customer_phone: phone,
    customer_mail: 'an@mail.example',
    ...more,
  }
}

/** The tags of a page that have an attribute. */
function tagsWith(html: string, attribute: string): string[] {
  return html.match(/<[^>]+>/g)?.filter((tag) => tag.includes(attribute)) ?? []
}

/** Sends what is due, and returns what was sent about bookings so far. */
async function messages(): Promise<{ channel: string; recipient: string; body: string }[]> {
  const { db } = checkout.own
  await sendNotifications({
    ...{ db, now: () => checkout.now, log, cart: checkout.door.services.cart },
    otp_box: secretBox({ secret_key, data_dir: '' }, 'otp'),
    transports: { email: mailbox, sms: mailbox },
    sender: {
      ...{ name: 'Thử', hotline: '1800', public_url: checkout.door.url },
      company: { name: 'C', address: 'A' },
    },
  })
  const { rows } = await sql<{ channel: string; recipient: string; body: string }>`
    select channel, recipient, body from outbox where state = 'sent' and template like 'booking%'
    order by outbox_id`.execute(db)
  return rows
}

test('services, shop, day and time are chosen by links; the form books and shows the code', async () => {
  const { open, send } = await browser()
  expect(await open('/dat-lich')).toContain('Bạn chưa chọn dịch vụ nào')
  const shop_step = await open(`/dat-lich?dich_vu=${repairs.battery}.${repairs.screen}`)
  expect(shop_step).toContain('Thay pin iPhone 13 - Chuẩn')
  expect(shop_step).toContain(`cua_hang=${shops.repairs}#ngay-gio`)
  expect(shop_step).not.toContain('Xác nhận đặt lịch')
  const six = Array.from({ length: 6 }, () => repairs.battery).join('.')
  expect(await open(`/dat-lich?dich_vu=${six}`)).toContain('chỉ gồm 5 dịch vụ đầu tiên')
  expect(shop_step).not.toContain('chỉ gồm 5 dịch vụ đầu tiên')
  const times = await open(chosen)
  expect(times).toContain('value="2026-11-23T02:00:00.000Z"')
  expect(times).toContain('Thứ hai, 23/11/2026')
  expect(times).toContain('Âm lịch <!-- -->15/10')
  // A shop that sells too, but has no technicians.
  expect(await open(chosen.replace(`hang=${shops.repairs}`, `hang=${shops.first}`))).toContain(
    'hiện không nhận lịch cho dịch vụ đã chọn',
  )
  const { booking_date: _none, ...without_time } = fields('0912 345 001', { customer_name: '' })
  const refused = await send(chosen, without_time)
  expect(refused.text).toContain('Vui lòng chọn ngày và giờ hẹn.')
  expect(refused.text).toContain('Vui lòng nhập họ tên.')
  expect(refused.text).toContain('value="0912 345 001"')
  const sent = await send(chosen, fields('0912 345 001'))
  const location = sent.headers.get('location') ?? ''
  expect([sent.status, location]).toEqual([
    303,
    expect.stringMatching(/^\/cart\/booking\?code=LH261120-[0-9A-Z]{8}$/),
  ])
  const done = await open(location)
  expect(done).toContain('ĐẶT LỊCH THÀNH CÔNG')
  expect(done).toContain('09:00, Thứ hai, 23/11/2026')
  expect(done).toContain('data:image/svg+xml')
  expect(done).not.toContain('0912 345 001')
  const { open: openElsewhere } = await browser()
  expect(await openElsewhere(location)).toContain('Trang không tồn tại')
})

test('services are lines of the cart of their own type, and leave it when they are booked', async () => {
  const token = await checkout.door.guest()
  const headers = { cookie: `token=${token}`, 'sec-fetch-site': 'same-origin' }
  const call = (method: string, path: string, json?: object) =>
    checkout.door.call(method, `/api/cart/v1${path}`, { token, ...(json && { json }) })
  const form = new URLSearchParams({
    ...{ intent: 'add', item_id: String(repairs.battery), item_type: '2' },
  })
  const added = await checkout.door.call('POST', '/cart', { form, headers })
  expect([added.status, added.headers.get('location')]).toEqual([303, '/cart/booking'])
  await call('POST', '/cart', { item_id: products.cable })
  const both = await call('POST', '/cart', { item_id: repairs.screen, item_type: 2 })
  const cart = dataOf<Cart>(both)
  expect([cart.item_quantity, cart.selected.item_quantity]).toEqual([3, 1])
  expect(cart.items.map(({ item_type, name }) => [item_type, name])).toEqual([
    [1, expect.any(String)],
    [2, 'Thay pin iPhone 13'],
    [2, 'Thay màn hình iPhone 13'],
  ])
  expect(refusalOf(await call('POST', '/cart', { item_id: products.cable, item_type: 2 }))).toBe(
    '409 item_type_not_offered',
  )
  const open = async (path: string) => (await checkout.door.call('GET', path, { headers })).text
  const shown = await open('/cart/booking')
  expect(tagsWith(shown, 'name="dich_vu"').join()).toContain(`value="${repairs.screen}"`)
  expect(shown).not.toContain(`Sản phẩm ${products.cable}`)
  expect(await open('/cart')).not.toContain('Thay pin iPhone 13')
  // Only the goods go to the checkout.
  const { selected } = dataOf<Cart>(await call('GET', '/cart'))
  expect(selected.item_quantity).toBe(1)
  const screen = { item_id: repairs.screen, item_type: 2 }
  dataOf(await call('PUT', '/cart/item/quantity', { ...screen, item_quantity: 2 }))
  const select = { item_type: 2, item_ids: [repairs.battery] }
  dataOf(await call('PUT', '/cart/item/selection', select))
  const booked = await call('POST', '/booking', {
    ...{ customer_name: 'An', customer_phone: '0912345031', erp_shop_id: shops.repairs },
    booking_date: '2026-11-26T09:00',
  })
  expect(dataOf<{ total: number }>(booked).total).toBe(920_000)
  const left = dataOf<Cart>(await call('DELETE', '/cart/item', screen))
  expect(left.items.map(({ item_type }) => item_type)).toEqual([1])
})

test('a service that the cart refuses is told about, also above an empty cart of goods', async () => {
  const { send } = await browser()
  const add = (dich_vu: number) => send('/cart', { intent: 'add-service', dich_vu: `${dich_vu}` })
  const gone = await add(1_000_000_099)
  expect(gone.text).toContain('Dịch vụ này hiện không còn nhận sửa')
  for (let count = 0; count < 5; count++) expect((await add(repairs.battery)).status).toBe(303)
  const sixth = await add(repairs.battery)
  expect(sixth.status).toBe(409)
  expect(sixth.text).toContain('Mỗi lịch hẹn có tối đa 5 dịch vụ')
  expect(sixth.text).toContain('Giỏ hàng của bạn đang trống')
})

test('when the last place is gone, the next times are buttons that keep what was typed', async () => {
  for (const phone of ['0912 345 011', '0912 345 012', '0912 345 013']) {
    const { send } = await browser()
    const at = { booking_date: '2026-11-23T06:00:00.000Z' }
    expect((await send(chosen, fields(phone, at))).status).toBe(303)
  }
  const { send } = await browser()
  const typed = fields('0912 345 014', { booking_date: '2026-11-23T06:00:00.000Z' })
  const refused = await send(chosen, typed)
  expect(refused.text).toContain('vừa có người đặt hết')
  expect(refused.text).toContain('value="Nguyễn Văn An"')
  // Enter in a field presses the first button of the form: that books the time that was chosen.
  const form = refused.text.slice(refused.text.indexOf('name="intent" value="book"'))
  expect(tagsWith(form, 'type="submit"')[0]).not.toContain('other_time')
  const [button = ''] = tagsWith(refused.text, 'name="other_time"')
  const [, other_time = ''] = /value="([^"]+)"/.exec(button) ?? []
  expect(other_time).toBe('2026-11-23T06:30:00.000Z')
  const again = await send(chosen, { ...typed, other_time })
  expect(again.status).toBe(303)
})

test('a price that rose meanwhile is shown with the old one, and booked when it is confirmed', async () => {
  const { open, send } = await browser()
  const totalIn = (html: string) =>
    /value="(\d+)"/.exec(tagsWith(html, 'name="total_seen"')[0] ?? '')?.[1] ?? ''
  const total_seen = totalIn(await open(chosen))
  const raise = (by: number) =>
    sql`update repair_option set price = price + ${by}`.execute(checkout.own.db)
  await raise(50_000)
  const typed = fields('0912 345 041', { booking_date: '2026-11-23T08:00:00.000Z' })
  const refused = await send(chosen, { ...typed, total_seen })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('vừa đổi từ 920.000đ thành 970.000đ')
  expect(refused.text).toContain('value="Nguyễn Văn An"')
  const confirmed = await send(chosen, { ...typed, total_seen: totalIn(refused.text) })
  expect(confirmed.status).toBe(303)
  await raise(-50_000)
  // A lower price is no reason to ask again.
  const later = { ...typed, booking_date: '2026-11-23T09:00:00.000Z', total_seen: '970000' }
  expect((await send(chosen, later)).status).toBe(303)
})

test('whoever has the link moves and cancels; messages and calendar say so, once for each change', async () => {
  const { send } = await browser()
  const sent = await send(chosen, fields('0912 345 021', { booking_date: '2026-11-24T03:00:00Z' }))
  const code = new URL(sent.headers.get('location') ?? '', 'http://x').searchParams.get('code')
  const own = async () =>
    (await messages())
      .filter(({ body }) => body.includes(code ?? '?'))
      .map(({ channel, body }) => ({
        channel,
        body,
      }))
  const made = await own()
  expect(made.map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms'])
  const sms = made.find(({ channel }) => channel === 'sms')?.body ?? ''
  expect(sms).toMatch(
    /^Thu: Da dat lich LH261120-\w{8}: 10:00 ngay 24\/11\/2026, 4 Tran Quang Khai/,
  )
  const [, link = ''] = /(\/cart\/booking\?code=\S+&key=[0-9a-f]{40})/.exec(sms) ?? []
  const key = link.slice(-40)

  const { open, send: sendElsewhere } = await browser()
  expect(await open(link)).toContain('Đổi lịch')
  expect(await open(link.replace(key, '0'.repeat(40)))).toContain('Trang không tồn tại')
  expect(await open(`${link}&doi=1&ngay=2026-11-25`)).toContain('2026-11-25T03:00:00.000Z')
  const setTechnicians = (count: number) =>
    sql`update shop_skill set technicians = ${count} where shop_id = ${shops.repairs} and skill = 'any'`.execute(
      checkout.own.db,
    )
  await setTechnicians(0)
  expect(await open(`${link}&doi=1`)).toContain('Lịch hẹn của bạn vẫn giữ nguyên')
  await setTechnicians(3)
  const change = { code: code ?? '', secret: key }
  const moved = await sendElsewhere(`${link}&doi=1`, {
    ...{ intent: 'move', ...change, booking_date: '2026-11-25T03:00:00.000Z' },
  })
  expect([moved.status, moved.headers.get('location')]).toEqual([303, link])
  const file = async () => open(link.replace('/cart/booking?', '/cart/booking/lich-hen.ics?'))
  expect(await file()).toMatch(/SEQUENCE:1\r\n[^]*DTSTART:20261125T030000Z[^]*STATUS:CONFIRMED/)
  expect((await own()).slice(made.length).map(({ body }) => body)[0]).toContain('25/11/2026')

  // The evening before: the reminder of the first time is dropped, that of the second one is sent.
  checkout.now = new Date('2026-11-23T11:00:00Z')
  expect(await own()).toHaveLength(4)
  checkout.now = new Date('2026-11-24T11:00:00Z')
  const reminded = (await own()).slice(4)
  expect(reminded).toHaveLength(2)
  expect(reminded.some(({ body }) => body.startsWith('Thu: Nhac lich ngay mai'))).toBe(true)

  expect(await open(`${link}&huy=1`)).toContain('HỦY LỊCH HẸN')
  const cancelled = await sendElsewhere(link, { intent: 'cancel', ...change })
  expect(cancelled.status).toBe(303)
  expect(await open(link)).toContain('LỊCH HẸN ĐÃ HỦY')
  expect(await file()).toContain('STATUS:CANCELLED')
  expect((await own()).slice(6).some(({ body }) => body.includes('Da huy lich'))).toBe(true)

  const { db } = checkout.own
  await transaction(db, async (tx) =>
    deleteNoticesAbout(
      tx,
      'booking_id',
      await deleteBookingsOf(tx, { phone: '+84912345021', customer_id: null }),
    ),
  )
  expect(await own()).toEqual([])
  expect(await open(link)).toContain('Trang không tồn tại')
})
