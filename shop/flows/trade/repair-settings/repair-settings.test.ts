import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { addRepairs, repairs, shops } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'

// 15:00 on Friday, 2026-11-20, in Vietnam.
const checkout = openCheckout()
const services_path = '/noi-bo/sua-chua/dich-vu'
const technicians_path = '/noi-bo/sua-chua/ky-thuat-vien'
beforeAll(async () => {
  await addRepairs(checkout.own.db)
})

/** A member of staff with a role, who opens pages and sends forms. */
async function member(role?: string) {
  const { door } = checkout
  const headers = { ...(await staffHeaders(door, role)), 'sec-fetch-site': 'same-origin' }
  return {
    open: (path: string) => door.call('GET', path, { headers }),
    send: async (path: string, fields: Record<string, string>) => {
      const { status, text } = await door.call('POST', path, {
        form: new URLSearchParams(fields),
        headers,
      })
      const said = /role="(?:alert|status)"[^>]*>([^<]*)</.exec(text)?.[1]
      return said === undefined ? String(status) : `${status} ${said}`
    },
  }
}

function hidden(text: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
}

test('a service gets other prices and a new grade, and shoppers book it at once', async () => {
  const staff = await member()
  const list = await staff.open(`${services_path}?q=pin&skill=pin&is_active=on`)
  expect(list.text).toContain('Thay pin iPhone 13')
  expect(list.text).not.toContain('Thay màn hình iPhone 13')
  const path = `${services_path}/SC-pin`
  const { text } = await staff.open(path)
  const form = {
    ...{ seen: hidden(text, 'seen'), name: 'Thay pin iPhone 13', minutes: '45', skill: 'pin' },
    ...{ is_active: '1', 'option_id.0': String(repairs.battery), 'label.0': 'Chuẩn' },
    ...{ 'price.0': '950.000', 'list_price.0': '1.100.000', 'warranty_months.0': '18' },
    ...{ 'is_active.0': '1', 'label.1': 'Dung lượng cao', 'price.1': '1190000' },
    ...{ 'list_price.1': '', 'warranty_months.1': '12', 'is_active.1': '1' },
  }
  expect(await staff.send(path, { ...form, 'label.1': 'chuẩn' })).toMatch(/^422 Hai loại/)
  expect(await staff.send(path, { ...form, 'list_price.0': '900000' })).toMatch(/^422 Giá gạch/)
  expect(await staff.send(path, { ...form, 'price.1': 'rẻ' })).toMatch(/^422 Giá là số đồng/)
  expect(await staff.send(path, { ...form, minutes: '1' })).toMatch(/^422 /)
  expect(await staff.send(path, form)).toBe('303')
  expect(await staff.send(path, form)).toMatch(/^409 Dịch vụ vừa được người khác đổi/)
  const { rows: options } =
    await sql`select label, list_price, price, warranty_months, repair_option.position from repair_option
    join repair_service using (service_id) where sku = 'SC-pin' order by repair_option.position`.execute(
      checkout.own.db,
    )
  expect(options).toEqual([
    { label: 'Chuẩn', list_price: 1_100_000, price: 950_000, warranty_months: 18, position: 0 },
    {
      label: 'Dung lượng cao',
      list_price: null,
      price: 1_190_000,
      warranty_months: 12,
      position: 1,
    },
  ])
  const offered = await checkout.door.call(
    'GET',
    `/api/cart/v1/booking/slots?item_id=${repairs.battery}`,
  )
  expect(dataOf(offered)).toMatchObject({ total: 950_000, lines: [{ minutes: 45 }] })
  // What is switched off is not offered any more. A name is free only when nobody else has it.
  const { text: changed } = await staff.open(path)
  const high = /name="option_id.1" value="(\d+)"/.exec(changed)?.[1] ?? ''
  const { 'is_active.1': _on, ...off } = form
  const next = { ...off, seen: hidden(changed, 'seen'), 'option_id.1': high }
  const swapped = { 'label.0': 'Dung lượng cao', 'label.1': 'Chuẩn' }
  expect(await staff.send(path, { ...next, ...swapped })).toMatch(/^422 Hai loại/)
  expect(await staff.send(path, next)).toBe('303')
  const gone = await checkout.door.call('GET', `/api/cart/v1/booking/slots?item_id=${high}`)
  expect(refusalOf(gone)).toBe('404 service_not_found')
  expect((await staff.open(`${services_path}/SC-khong-co`)).status).toBe(404)
  const { rows } = await sql<{ table_name: string }>`
    select table_name from change_log where thing = 'repair_service' and operation = 'repairSettings.saveService'`.execute(
    checkout.own.db,
  )
  expect(new Set(rows.map(({ table_name }) => table_name))).toEqual(
    new Set(['repair_service', 'repair_option']),
  )
})

test('a new service is typed by staff with its parts, and shoppers find and book it', async () => {
  const staff = await member()
  const { db } = checkout.own
  const new_path = `${services_path}/moi`
  expect((await staff.open(services_path)).text).toContain(`href="${new_path}"`)
  const [, part_code = ''] =
    /<option value="([a-z-]+)"/.exec((await staff.open(new_path)).text) ?? []
  const form = {
    ...{ part_code, device_kind: 'dien-thoai', brand_name: 'Nokia', model_name: 'Nokia 3310' },
    ...{ name: '', minutes: '30', skill: 'pin', label: 'Chuẩn', price: '250.000' },
    ...{ list_price: '', warranty_months: '6' },
  }
  for (const [changes, said] of [
    [{ model_name: '' }, '422 Ghi dòng máy.'],
    [{ price: 'rẻ' }, '422 Giá là số đồng, ví dụ 890.000.'],
    [{ list_price: '200000' }, '422 Giá gạch phải cao hơn giá bán, hoặc để trống.'],
    [{ part_code: 'khong-co' }, '422 Chọn loại sửa chữa trong danh sách.'],
  ] as const) {
    expect(await staff.send(new_path, { ...form, ...changes })).toBe(said)
  }
  expect(await staff.send(new_path, form)).toBe('303')
  expect(await staff.send(new_path, { ...form, model_name: 'NOKIA 3310' })).toMatch(/^409 /)
  const path = `${services_path}/SC-${part_code}-nokia-3310`
  const page = await checkout.door.call('GET', `/${part_code}-nokia-3310`)
  expect([page.status, page.text.includes('250.000đ')]).toEqual([200, true])
  const { text } = await staff.open(path)
  const option_id = hidden(text, 'option_id')
  const parts = { intent: 'parts', option_id, shop_id: String(shops.repairs) }
  const count = (seen_quantity: string, quantity: string) =>
    staff.send(path, { ...parts, seen_quantity, quantity })
  expect(await count('0', '3')).toBe('303')
  // Sent twice it says the same; what was seen before another count is not written.
  expect(await count('0', '3')).toBe('303')
  expect(await count('0', '5')).toBe('409 Cửa hàng này giờ có 3 cái. Xem lại rồi ghi tiếp.')
  await sql`update repair_part_stock set reserved = 2 where option_id = ${Number(option_id)}`.execute(
    db,
  )
  expect(await count('3', '1')).toBe('409 Phiếu sửa đang giữ 2 cái, nên không ghi ít hơn.')
  expect(await count('3', 'x')).toBe('422 Số linh kiện từ 0 đến 9999.')
  expect(
    await staff.send(path, {
      ...parts,
      shop_id: String(shops.hanoi),
      seen_quantity: '0',
      quantity: '1',
    }),
  ).toMatch(/^404 /)
  expect(await count('3', '4')).toBe('303')
  const { rows } = await sql<{ operation: string }>`
    select distinct operation from change_log where operation in ('repairSettings.addService', 'repairSettings.setParts')
    order by operation`.execute(db)
  expect(rows).toHaveLength(2)
})

test('technicians have days off: times follow at once, and appointments stay', async () => {
  const manager = await member('shop_manager')
  await sql`insert into staff_shop (staff_id, shop_id)
    select staff_id, ${shops.repairs} from staff_role_grant where role_code = 'shop_manager'
    on conflict do nothing`.execute(checkout.own.db)
  const path = `${technicians_path}?shop_id=${shops.repairs}`
  const { text } = await manager.open(path)
  expect(text).toContain('aria-label="Tất cả thợ, CN"')
  const buyer = await checkout.buyer()
  const book = (booking_date: string, phone: string) =>
    buyer.call('POST', '/api/cart/v1/booking', {
      ...{ item_id: repairs.screen, customer_name: 'An', customer_phone: phone, booking_date },
      erp_shop_id: shops.repairs,
    })
  // Two screens on Sunday.
  dataOf(await book('2026-11-22T09:00', '0912 000 001'))
  dataOf(await book('2026-11-22T09:00', '0912 000 002'))
  const week = (skill: string, counts: string) =>
    Object.fromEntries([...counts].map((count, day) => [`${skill}.${day}`, count.trim()]))
  const form = {
    ...{ shop_id: String(shops.repairs), seen: hidden(text, 'seen') },
    ...{ ...week('any', '3333320'), ...week('man-hinh', '2222221'), ...week('pin', '       ') },
  }
  expect(await manager.send(path, { ...form, 'man-hinh.3': '' })).toMatch(
    /^422 Số thợ là số nguyên/,
  )
  expect(await manager.send(path, { ...form, 'any.1': '100' })).toMatch(/^422 Số thợ/)
  expect(await manager.send(path, { ...form, shop_id: String(shops.second) })).toMatch(/^404 /)
  // Three half hours of two skills are fuller than there are technicians.
  expect(await manager.send(path, form)).toBe(
    '200 Đã lưu. 6 khung giờ đã có nhiều lịch hẹn hơn số thợ: các lịch này giữ nguyên, hãy dời bớt hoặc thêm thợ.',
  )
  expect(await manager.send(path, form)).toMatch(/^409 Số thợ vừa được người khác đổi/)
  const { rows: slots } =
    await sql`select distinct skill, capacity, taken from slot order by skill`.execute(
      checkout.own.db,
    )
  expect(slots).toEqual([
    { skill: 'any', capacity: 2, taken: 2 },
    { skill: 'man-hinh', capacity: 2, taken: 2 },
  ])
  // Nobody works on Sundays now; on Saturdays two do.
  expect(refusalOf(await book('2026-11-22T14:00', '0912 000 003'))).toBe('409 slot_full')
  const offered = await checkout.door.call(
    'GET',
    `/api/cart/v1/booking/slots?item_id=${repairs.screen}&erp_shop_id=${shops.repairs}`,
  )
  const { days } = dataOf<{ days: { day: string; slots: { is_free: boolean }[] }[] }>(offered)
  const free = (day: string) =>
    days.find((one) => one.day === day)?.slots.some(({ is_free }) => is_free)
  expect([free('2026-11-21'), free('2026-11-22'), free('2026-11-29')]).toEqual([true, false, false])
  const { rows } = await sql<{ changes: unknown }>`
    select changes from change_log where thing = 'technicians' and thing_key = ${String(shops.repairs)}
    order by change_id`.execute(checkout.own.db)
  expect(rows).toContainEqual({
    changes: { by_weekday: [null, [3, 3, 3, 3, 3, 2, 0]] },
  })
  // Others see neither page.
  const sales = await member('sales')
  expect((await sales.open(path)).status).toBe(403)
  expect((await sales.open(services_path)).status).toBe(403)
})
