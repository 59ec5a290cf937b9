import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { rolePath } from '#admin/addresses/paths.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffHeaders } from '#test/support/staff.ts'

const checkout = openCheckout()
let director: { cookie: string }

beforeAll(async () => {
  director = await staffHeaders(checkout.door)
})
beforeEach(async () => {
  await sql`delete from role_permission where role_code = 'sales'`.execute(checkout.own.db)
  await sql`insert into role_permission (role_code, permission, scope, max_amount) values
      ('sales', 'orders.see', 'shops', null), ('sales', 'stock.see', 'shops', null)`.execute(
    checkout.own.db,
  )
})

const get = (path: string, headers = director) => checkout.door.call('GET', path, { headers })

/** The form of a role as a browser sends it, with some fields changed. */
async function save(role_code: string, changes: Record<string, string>, page?: string) {
  const text = page ?? (await get(rolePath(role_code))).text
  const seen = (/name="seen" value="([^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"')
  const scopes = (JSON.parse(seen) as { permission: string; scope: string }[]).map(
    ({ permission, scope }) => [`scope:${permission}`, scope] as const,
  )
  const form = new URLSearchParams({ seen, ...Object.fromEntries(scopes), ...changes })
  const headers = { ...director, 'sec-fetch-site': 'same-origin' }
  return checkout.door.call('POST', rolePath(role_code), { form, headers })
}

async function grantsOf(role_code: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', permission, scope, max_amount) as line from role_permission
    where role_code = ${role_code} order by 1`.execute(checkout.own.db)
  return rows.map(({ line }) => line)
}

test('a role gets, loses and keeps permissions at once, and the ledger has what differs', async () => {
  const sales = await staffHeaders(checkout.door, 'sales')
  expect((await get(addresses.refunds.path, sales)).status).toBe(403)
  const answer = await save('sales', {
    'scope:stock.see': '',
    'scope:refunds.see': 'all',
    'scope:refunds.settle': 'all',
    'amount:refunds.settle': '500.000',
  })
  expect(answer.status).toBe(303)
  expect(await grantsOf('sales')).toEqual([
    'orders.see shops',
    'refunds.see all',
    'refunds.settle all 500000',
  ])
  expect((await get(addresses.refunds.path, sales)).status).toBe(200)
  const { rows } = await sql<{ line: string }>`
    select action || ' ' || row_key as line from change_log where operation = 'roles.change'
    order by 1`.execute(checkout.own.db)
  expect(rows.map(({ line }) => line)).toEqual([
    'delete sales/stock.see',
    'insert sales/refunds.see',
    'insert sales/refunds.settle',
  ])
  expect((await get(rolePath('sales'))).text).toMatch(
    /Lịch sử thay đổi[\s\S]*Đổi quyền[\s\S]*Quyền “Xem hoàn tiền”: thêm/,
  )
})

test('two who saw the same role do not undo each other', async () => {
  const { text } = await get(rolePath('sales'))
  const both = await Promise.all([
    save('sales', { 'scope:orders.note': 'shops' }, text),
    save('sales', { 'scope:stock.see': '' }, text),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409])
  expect(both.find(({ status }) => status === 409)?.text).toContain('Có người vừa đổi')
})

test('the role that manages staff and a role of oneself stay as they are', async () => {
  const before = await grantsOf('director')
  const fixed = await save('director', { 'scope:staff.edit': '' })
  expect([fixed.status, await grantsOf('director')]).toEqual([409, before])
  await sql`insert into staff_role_grant select staff_id, 'sales' from staff
    where login_name = 'demo-director'`.execute(checkout.own.db)
  const own = await save('sales', { 'scope:stock.see': 'all' })
  expect(own.status).toBe(409)
  expect(own.text).toContain('Không ai tự đổi quyền của vai trò mình đang có.')
  await sql`delete from staff_role_grant where role_code = 'sales' and staff_id in
    (select staff_id from staff where login_name = 'demo-director')`.execute(checkout.own.db)
})

test.each([
  [{ 'scope:orders.see': 'everywhere' }],
  [{ 'amount:refunds.settle': '1e9', 'scope:refunds.settle': 'all' }],
  [{ 'amount:refunds.settle': '-1', 'scope:refunds.settle': 'all' }],
  [{ seen: 'x' }],
])('%j is refused', async (changes) => {
  const before = await grantsOf('sales')
  expect((await save('sales', changes)).status).toBe(422)
  expect(await grantsOf('sales')).toEqual(before)
})

test('only whoever may edit roles opens the page; a role that is absent is a 404', async () => {
  const auditor = await staffHeaders(checkout.door, 'auditor')
  expect((await get(rolePath('sales'), auditor)).status).toBe(403)
  expect((await get(rolePath('nobody'))).status).toBe(404)
  expect((await get(addresses.roles.path, auditor)).text).not.toContain(rolePath('sales'))
  expect((await get(addresses.roles.path)).text).toContain(rolePath('sales'))
})
