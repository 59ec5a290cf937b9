import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { WaitingKind } from '#contracts/staff/today.ts'
import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import { csvReader } from '#pure/formats/csv.ts'
import { takenIn } from '#test/goods/inputs-of-tickets.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { addRepairs, shops } from '#test/support/small-shop.ts'
import { staffHeaders, staffWith, test_staff } from '#test/support/staff.ts'

// 15:00 on Friday, 2026-11-20, in Vietnam.
const checkout = openCheckout()
const list_path = '/noi-bo/sua-chua'
let office: StaffServices
const codes: Record<string, string> = {}

beforeAll(async () => {
  const { db } = checkout.own
  await addRepairs(db)
  const now = () => checkout.now
  office = staffOffice(await testProviders({ db, now, gateways: [] })).services
  const taken = [
    { key: 'today', phone: '0912 345 678', imei: '356938035643809', state: 'repairing' },
    { key: 'late', phone: '0912 000 678', imei: '', state: 'diagnosing' },
    { key: 'parts', phone: '0912 000 111', imei: '', state: 'waiting_parts' },
    { key: 'asked', phone: '0912 000 112', imei: '', state: 'quoted' },
    { key: 'ready', phone: '0912 000 113', imei: '', state: 'ready' },
  ]
  const promised: Record<string, string> = { late: '-1 hour', ready: '-1 hour', today: '2 hours' }
  for (const { key, state, ...changes } of taken) {
    const input = contract.receiveTicket.input.parse({ ...takenIn(checkout.now), ...changes })
    const { code } = await office.tickets.receiveTicket(test_staff, input)
    codes[key] = code
    await sql`update repair_ticket set state = ${state},
      promised_at = ${checkout.now}::timestamptz + ${promised[key] ?? '3 days'}::interval where code = ${code}`.execute(
      db,
    )
  }
})

/** The code of the ticket that was received as this one. */
const of = (key: string) => codes[key] ?? ''

test('the search box finds a ticket by its code, its phone and its IMEI, within reach', async () => {
  const found = async (q: string, actor = test_staff) => {
    const groups = await office.find.find(actor, { q })
    const tickets = groups.find(({ kind }) => kind === 'ticket')
    return tickets?.rows.map(({ key }) => key) ?? []
  }
  expect(await found(of('today').toLowerCase())).toEqual([of('today')])
  expect(await found(`sc ${Number(of('late').slice(2))}`)).toEqual([of('late')])
  expect(await found('356938035643809')).toEqual([of('today')])
  expect(await found('0912 345 678')).toEqual([of('today')])
  expect(await found('678')).toEqual([])
  expect((await found('0678')).length).toBe(1)
  expect((await found('00678')).length).toBe(1)
  const grants = { 'repairs.see': { scope: 'shops', max_amount: null } } as const
  expect(await found(of('today'), staffWith(grants, [shops.repairs]))).toEqual([of('today')])
  expect(await found(of('today'), staffWith(grants, [shops.first]))).toEqual([])
  expect(await found(of('today'), staffWith({}, [shops.repairs]))).toEqual([])
  const [row] = (await office.find.find(test_staff, { q: of('today') }))[0]?.rows ?? []
  expect(row?.note).not.toContain('345')
})

test('today counts what is due, late and waits, and each tile opens its list', async () => {
  const counts = async (actor = test_staff) =>
    Object.fromEntries(
      (await office.today.waiting(actor, {})).map(({ kind, count }) => [kind, count]),
    ) as Record<WaitingKind, number | undefined>
  expect(await counts()).toMatchObject({
    repairs_due_today: 1,
    late_repairs: 1,
    repairs_without_parts: 1,
    repairs_to_approve: 1,
  })
  const grants = { 'repairs.see': { scope: 'shops', max_amount: null } } as const
  expect(await counts(staffWith(grants, [shops.first]))).toMatchObject({ late_repairs: 0 })
  const listed = async (input: Parameters<StaffServices['tickets']['tickets']>[1]) =>
    (await office.tickets.tickets(test_staff, input)).rows.map(({ code }) => code)
  expect(await listed({ due: 'today' })).toEqual([of('today')])
  expect(await listed({ due: 'late' })).toEqual([of('late')])
  expect(await listed({ state: 'waiting_parts' })).toEqual([of('parts')])
  expect(await listed({ state: 'quoted' })).toEqual([of('asked')])
  expect(await listed({ due: 'late', shop_id: shops.first })).toEqual([])
  const { door } = checkout
  const { text } = await door.call('GET', `${list_path}?due=late`, {
    headers: await staffHeaders(door),
  })
  expect(text).toContain(of('late'))
  expect(text).not.toContain(of('today'))
})

test('the list becomes a file with the permission for it, with masked phones, and is written down', async () => {
  const { door, own } = checkout
  const take = async (role: string, query: string) => {
    const headers = { ...(await staffHeaders(door, role)), 'sec-fetch-site': 'same-origin' }
    const form = new URLSearchParams({ list: 'orders/repairs', format: 'csv', query })
    return door.call('POST', '/noi-bo/tep', { form, headers })
  }
  const file = await take('support_lead', 'state=quoted')
  expect(file.status).toBe(200)
  const reader = csvReader(',')
  const [titles, ...rows] = [...reader.push(file.text.replace(/^\uFEFF/, '')), ...reader.end()]
  expect(titles?.cells.slice(0, 2)).toEqual(['Mã phiếu', 'Trạng thái'])
  expect(rows.map(({ cells }) => cells.slice(0, 2))).toEqual([[of('asked'), 'Chờ khách duyệt giá']])
  expect(file.text).not.toContain('000112')
  expect((await take('technician', '')).status).toBe(403)
  const { rows: exports } = await sql<{ list: string; row_count: number }>`
    select list, row_count from list_export where row_count is not null`.execute(own.db)
  expect(exports).toEqual([{ list: 'orders/repairs', row_count: 1 }])
})
