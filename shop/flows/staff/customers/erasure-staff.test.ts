import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Tables } from '#db/schema.ts'
import { openDatabase, type PooledDatabase } from '#platform/database/postgres.ts'
import { createLog } from '#platform/observe/log.ts'
import { Refusal, type StaffActor } from '#pure/contract.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { findPersonal } from '#shop/change-log/personal-store.ts'
import { retention_days } from '#shop/flows/sweep/retention.ts'
import { sweep } from '#shop/flows/sweep/sweep-job.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { deliverOrder } from '#test/goods/deliver-order.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { newMember } from '#test/members/member.ts'
import { buyerWith, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, test_person_keys, testProviders } from '#test/support/providers.ts'
import { addRepairs, products, repairs, shops } from '#test/support/small-shop.ts'
import { everywhere, staffHeaders, staffWith, test_staff } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const checkout = openCheckout()
const phone = '0977 123 456'
const person = {
  ...{ name: 'Đinh Thị Vắng', phone, email: 'vang@example.com', street: '7 Hẻm Kín' },
  note: 'Bấm chuông cửa sau',
}
/** What must be nowhere in the database after the erasure. */
const traces = ['977123456', 'Thị Vắng', 'vang@example', 'Hẻm Kín', 'chuông cửa', 'bí mật']
const other = { name: 'Nguyễn Văn An', phone: '0912 345 678' }
const officer = staffWith(everywhere(['customers.erase']))
const asked = { phone, channel: 'email', request_number: 'YC-12', order_count: 1 } as const
let served: PooledDatabase<Tables>
let services: StaffServices
let lan: StaffActor

beforeAll(async () => {
  // With the rights of the serving processes, which may not change what staff wrote.
  served = openDatabase<Tables>(checkout.own.served_url)
  const now = () => checkout.now
  const providers = await testProviders({ db: served, now, gateways: [cashOnDelivery] })
  services = staffOffice(providers).services
  const { rows } = await sql<{ staff_id: number }>`
    insert into staff (name, login_name, created_at) values ('Lan', 'lan', now())
    returning staff_id`.execute(checkout.own.db)
  lan = { ...test_staff, staff_id: rows[0]?.staff_id ?? 0 }
})
beforeEach(async () => {
  await emptyTables(
    checkout.own.db,
    'sales_order',
    'member',
    'customer_profile',
    'customer_erasure',
    'quote',
    'outbox',
  )
})
afterAll(() => served.destroy())

async function place(who: Record<string, string> = person): Promise<string> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  dataOf(await buyer.address(who))
  return dataOf<Order>(await buyer.order()).code
}

async function cancel(order_code: string): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from sales_order where code = ${order_code}`.execute(checkout.own.db)
  const version = rows[0]?.version ?? 0
  const note = 'bí mật: khách giận'
  await services.orders.cancelOrder(lan, { order_code, version, reason: 'other', note })
}

/** Each table with the traces that it holds. */
async function found(): Promise<string[]> {
  const { db } = checkout.own
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const holding = await Promise.all(
    rows.map(async ({ name }) => {
      const { rows: texts } = await sql<{ text: string | null }>`
        select string_agg(one::text, ' ') as text from ${sql.table(name)} one`.execute(db)
      const text = texts[0]?.text ?? ''
      return traces.filter((trace) => text.includes(trace)).map((trace) => `${name}: ${trace}`)
    }),
  )
  return holding.flat().sort()
}

/** How many personal values of the ledger can still be read. */
async function readableValues(): Promise<number> {
  const { db } = checkout.own
  const ids = await db.selectFrom('change_personal').select('change_id').distinct().execute()
  const values = await Promise.all(
    ids.map(({ change_id }) => findPersonal(db, test_person_keys, change_id)),
  )
  return values.flatMap(({ before, after }) => [before, after]).filter((one) => one !== null).length
}

async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return error.data === null ? error.code : [error.code, error.data]
    throw error
  }
}

test('after the erasure nothing in the database names the person; orders, money and others stay', async () => {
  const { orders, calls, customers, drafts, recipients, erasures } = services
  await place(other)
  await newMember(checkout.own.db, {
    ...{ phone: '+84977123456', name: person.name, email: person.email, now: checkout.now },
  })
  const order_code = await place()
  const noted = { order_code, kind: 'note', text: 'bí mật: gọi sau 17 giờ' } as const
  await orders.addNote(lan, noted)
  const seen = { order_code, version: 1 }
  await calls.takeCall(lan, seen)
  await calls.recordCall(lan, { ...seen, outcome: 'no_answer', note: 'bí mật: máy bận' })
  await customers.noteCustomer(lan, { order_code, text: 'bí mật: khó tính' })
  const block = { block: 'prepay', reason: 'bí mật: hai lần', version: 0 } as const
  await customers.blockCustomer(lan, { order_code, ...block })
  const joined = { order_code, other_code: await place(other), reason: 'bí mật: đổi số' }
  await services.samePerson.join(lan, joined)
  const { version } = await orders.order(lan, { order_code })
  await recipients.changeRecipient(lan, {
    ...{ order_code, version, name: 'Đinh Thị Vắng Mặt', street: person.street, note: person.note },
  })
  await cancel(order_code)
  const { draft_id } = await drafts.openDraft(lan, {})
  const typed = { draft_id, version: 1, quantities: {}, ...person, ward_id: 26_737 }
  await drafts.saveDraft(lan, { ...typed, shipping_method: 'home_delivery' })
  const before = await found()
  expect(before.length).toBeGreaterThan(8)
  expect(await readableValues()).toBeGreaterThan(3)

  const preview = await erasures.previewErasure(officer, { phone: '+84977123456' })
  expect(preview).toMatchObject({
    ...{ phone: '09•• ••• 456', order_count: 1, is_blocked: true, invoice_count: 0, open: [] },
    other_phones: ['09•• ••• 678'],
  })
  expect(preview.message_count).toBeGreaterThan(0)
  expect(preview.note_count).toBe(5)
  await erasures.eraseCustomer({ ...officer, staff_id: lan.staff_id }, asked)

  expect(await found()).toEqual([])
  // The phone of somebody else, which the ledger has since it was joined.
  expect(await readableValues()).toBe(1)
  const { message_count, note_count } = preview
  expect(await erasures.erasures(officer, {})).toMatchObject([
    { order_count: 1, message_count, note_count, channel: 'email', request_number: 'YC-12' },
  ])
  const kept = await orders.order(lan, { order_code })
  expect(kept).toMatchObject({ state: 'cancelled' })
  const customer = await customers.customer(lan, { order_code })
  expect(customer).toMatchObject({ phone: 'số đã xóa', names: ['Đã xóa'], order_count: 1 })
  const list = await customers.customers(lan, { q: other.phone })
  expect(list.rows).toMatchObject([{ name: other.name, order_count: 2 }])
  expect((await customers.customers(lan, { q: phone })).rows).toEqual([])
  expect(await moneyErrors(checkout.own.db)).toEqual([])

  // The person may come back: they are a new customer.
  await place()
  const again = await erasures.previewErasure(officer, { phone })
  expect(again).toMatchObject({ order_count: 1, is_blocked: false, note_count: 0 })
})

test('bookings of the account for another phone are erased too, and those of others stay', async () => {
  const { db } = checkout.own
  await addRepairs(db)
  const path = '/api/cart/v1/booking'
  const wish = {
    ...{ item_id: repairs.battery, erp_shop_id: shops.repairs, customer_name: person.name },
    ...{ customer_phone: '0912345077', booking_date: '2026-11-23T09:00' },
  }
  const member = await newMember(db, { phone: '+84977123456', now: checkout.now })
  dataOf(await buyerWith(checkout.door, member.token).call('POST', path, wish))
  const stranger = await checkout.buyer()
  dataOf(await stranger.call('POST', path, { ...wish, customer_name: other.name }))
  await cancel(await place())
  expect(await services.erasures.previewErasure(officer, { phone })).toMatchObject({
    ...{ order_count: 1, booking_count: 1 },
  })
  // A phone that has only booked is known too.
  expect(await services.erasures.previewErasure(officer, { phone: '0912345077' })).toMatchObject({
    order_count: 0,
    booking_count: 2,
  })
  await services.erasures.eraseCustomer({ ...officer, staff_id: lan.staff_id }, asked)
  const { rows } = await sql`select name from booking`.execute(db)
  expect(rows).toEqual([{ name: other.name }])
})

test('pictures of a return are erased: those that its shopper sent, and those that staff took', async () => {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  dataOf(await buyer.address(person))
  const { code: order_code } = dataOf<Order>(await buyer.order())
  await deliverOrder(services, order_code)
  const path = '/api/cart/v1/order/returns'
  const wanted = { order_code, position: 1, reason: 'faulty', wish: 'refund' }
  const { code } = dataOf<{ code: string }>(await buyer.call('POST', path, wanted))
  const { name, bytes } = await photo()
  const image = bytes.toString('base64')
  dataOf(await buyer.call('POST', `${path}/pictures`, { order_code, code, name, image }))
  await services.returns.addPictures(lan, { code, files: [await photo('#224400')] })
  await services.returns.reject(lan, { code, version: 1, note: 'Không có lỗi' })
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from picture`.execute(
      checkout.own.db,
    )
    return rows[0]?.n
  }
  expect(await count()).toBe(2)
  await services.erasures.eraseCustomer({ ...officer, staff_id: lan.staff_id }, asked)
  expect(await count()).toBe(0)
})

test('a phone that staff have replaced in an order is erased too; the order stays with the other one', async () => {
  const { orders, recipients, erasures } = services
  const order_code = await place({ ...person, name: 'Lê Văn Tám', street: '1 Lê Lợi' })
  const { version } = await orders.order(lan, { order_code })
  const changed = { name: 'Lê Văn Tám', street: '1 Lê Lợi', phone: '0988 777 666' }
  await recipients.changeRecipient(lan, { order_code, version, ...changed })
  await cancel(await place())
  await erasures.eraseCustomer(lan, asked)
  expect((await found()).filter((trace) => trace.endsWith('977123456'))).toEqual([])
  const { rows } = await services.customers.customers(lan, { q: '0988777666' })
  expect(rows).toMatchObject([{ order_code, name: 'Lê Văn Tám' }])
})

test('how the person wanted to be addressed is erased with the name', async () => {
  await cancel(await place({ ...person, salutation: 'chi' }))
  await services.erasures.eraseCustomer(lan, asked)
  const { rows } = await sql<{ salutation: string | null }>`
    select recipient->>'salutation' as salutation from sales_order`.execute(checkout.own.db)
  expect(rows).toEqual([{ salutation: null }])
})

test('the company of an invoice stays as long as tax law wants it', async () => {
  const { erasures } = services
  const order_code = await place()
  const invoice = { name: 'Công ty Thử', tax_code: '0314409058', address: '2 Lê Lợi' }
  const with_email = { company_invoice: { ...invoice, email: person.email } }
  await sql`update sales_order set recipient = recipient || ${JSON.stringify(with_email)}::jsonb`.execute(
    checkout.own.db,
  )
  await cancel(order_code)
  expect(await erasures.previewErasure(lan, { phone })).toMatchObject({ invoice_count: 1 })
  await erasures.eraseCustomer(lan, asked)
  expect(await found()).toEqual([])
  const kept = async () => {
    const { rows } = await sql<{ kept: unknown }>`
      select recipient->'company_invoice' as kept from sales_order`.execute(checkout.own.db)
    return rows[0]?.kept
  }
  const sweepAfter = (days: number) => {
    const at = new Date(checkout.now.getTime() + days * day_ms)
    return sweep({
      db: served,
      now: () => at,
      log: createLog({ service: 'test', level: 'silent' }),
    })
  }
  await sweepAfter(3_650)
  expect(await kept()).toEqual({ ...invoice, email: '' })
  await sweepAfter(retention_days.erased_invoices)
  expect(await kept()).toBeNull()
})

test('nothing is erased while something is open, after a new order, or for a phone of nobody', async () => {
  const { erasures } = services
  const order_code = await place()
  const erase = (more: object = {}) => outcomeOf(erasures.eraseCustomer(lan, { ...asked, ...more }))
  const open = [{ kind: 'order', order_code }]
  expect(await erase()).toEqual(['customer_has_open', { open }])
  await cancel(order_code)
  await sql`insert into refund_request (order_id, amount, kind, reason, state, asked_by, asked_at)
    select order_id, 1000, 'goodwill', 'x', 'asked', ${lan.staff_id}, now() from sales_order`.execute(
    checkout.own.db,
  )
  const request = { kind: 'refund_request', order_code }
  expect(await erase()).toEqual(['customer_has_open', { open: [request] }])
  await sql`update refund_request set state = 'withdrawn', decided_at = now(),
    decided_by = asked_by`.execute(checkout.own.db)
  await cancel(await place())
  expect(await erase()).toBe('erasure_changed')
  expect(await erase({ phone: '0988 000 111' })).toBe('customer_not_found')
  expect(await erase({ phone: 'không có' })).toBe('customer_not_found')
  expect(await erasures.erasures(lan, {})).toEqual([])
  const two = await Promise.all([erase({ order_count: 2 }), erase({ order_count: 2 })])
  expect(two.toSorted()).toEqual(['customer_not_found', 'done'])
  expect(await erasures.erasures(lan, {})).toHaveLength(1)
})

test('the page shows what goes, erases it without scripts, and is for data officers only', async () => {
  const path = '/noi-bo/khach-hang/xoa-du-lieu'
  const order_code = await place()
  const asking = async (role: string, fields: Record<string, string>) => {
    const headers = {
      ...(await staffHeaders(checkout.door, role)),
      'sec-fetch-site': 'same-origin',
    }
    const form = new URLSearchParams(fields)
    const { status, text } = await checkout.door.call('POST', path, { headers, form })
    return [status, text.replaceAll(/<!--.*?-->|<script.*?<\/script>/gs, '')] as const
  }
  expect((await asking('director', { intent: 'preview', phone }))[0]).toBe(403)
  const [, open] = await asking('data_officer', { intent: 'preview', phone })
  expect(open).toContain(`đơn chưa xong ${order_code}`)
  expect(open).not.toContain('Xóa hẳn')
  await cancel(order_code)
  const [, preview] = await asking('data_officer', { intent: 'preview', phone })
  expect(preview).toContain('Sẽ xóa của 09•• ••• 456')
  const form = { intent: 'erase', phone, order_count: '1', channel: 'counter' }
  const [wrong, text] = await asking('data_officer', { ...form, request_number: 'chị Vắng' })
  expect([wrong, text.includes('Chưa xóa gì')]).toEqual([422, true])
  const [status, done] = await asking('data_officer', { ...form, request_number: 'YC-13' })
  expect(status).toBe(200)
  expect(done).toContain('Đã xóa dữ liệu cá nhân trong 1 đơn.')
  expect(done).toContain('Tại cửa hàng, YC-13')
  expect(await found()).toEqual([])
})

test('the function of the database erases only for somebody who is named', async () => {
  const order_code = await place()
  await cancel(order_code)
  await expect(
    sql`select * from erase_customer('+84977123456')`.execute(served),
  ).rejects.toMatchObject({ code: '42501' })
})

test('the officer sees who asked in their account, until when they may take it back, and what keeps it', async () => {
  const { db } = checkout.own
  const code = await place()
  const an = await newMember(db, { phone: '+84977123456', now: checkout.now })
  const binh = await newMember(db, { phone: '+84977000222', now: checkout.now })
  const at = (days: number) => new Date(checkout.now.getTime() + days * day_ms)
  await db
    .insertInto('erasure_request')
    .values([
      { customer_id: binh.customer_id, asked_at: at(0), erase_at: at(7), ended_at: null },
      { customer_id: an.customer_id, asked_at: at(-21), erase_at: at(-14), ended_at: null },
      {
        ...{ customer_id: binh.customer_id, state: 'withdrawn' },
        ...{ asked_at: at(-30), erase_at: at(-23), ended_at: at(-29) },
      },
    ])
    .execute()
  const rows = await services.erasures.erasureRequests(officer, {})
  expect(rows).toMatchObject([
    { state: 'waiting', phone: '09•• ••• 456', due_at: at(-1).toISOString() },
    { state: 'waiting', phone: '09•• ••• 222', erase_at: at(7).toISOString(), open: [] },
    { state: 'withdrawn', phone: '09•• ••• 222', ended_at: at(-29).toISOString() },
  ])
  expect(rows[0]?.open).toEqual([{ kind: 'order', order_code: code }])
  const page = await checkout.door.call('GET', '/noi-bo/khach-hang/xoa-du-lieu', {
    headers: await staffHeaders(checkout.door, 'data_officer'),
  })
  expect(page.text).toContain('09•• ••• 456')
  expect(page.text).toContain(`đơn chưa xong ${code}`)
  expect(page.text).toContain('quá hạn')
  expect(page.text).not.toContain('977123456')
  await expect(services.erasures.erasureRequests(staffWith({}), {})).rejects.toThrow(Refusal)
})
