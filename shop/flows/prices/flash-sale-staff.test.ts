import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flashSalePath, newFlashSalePath } from '#admin/addresses/paths.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { knock } from '#test/support/knock.ts'
import { staffHeaders } from '#test/support/staff.ts'

/** Flash sales as staff plan, approve and stop them, through the pages without scripts. */
let own: TestDatabase
let door: Door
const now = new Date('2026-11-20T10:00:00+07:00')
const cookies = new Map<string, string>()
let sku = ''
let usual = 0

beforeAll(async () => {
  own = await testDatabase({ small: true })
  door = await openDoor(own, { now: () => now, env: { SECRET_KEY: 'k'.repeat(40) } })
  for (const role of ['director', 'category_manager', 'accountant', 'sales']) {
    cookies.set(role, (await staffHeaders(door, role)).cookie)
  }
  const { rows } = await sql<{ sku: string; usual: number }>`
    select sku, coalesce(sale_price, list_price) as usual from product join price using (product_id)
    where parent_id is not null and province_id is null and customer_group_id is null and list_price > 50000
    order by product_id limit 1`.execute(own.db)
  sku = rows[0]?.sku ?? ''
  usual = rows[0]?.usual ?? 0
})
afterAll(async () => {
  await door.close()
  await own.close()
})

const headersOf = (role: string) => ({
  cookie: cookies.get(role) ?? '',
  'sec-fetch-site': 'same-origin',
})
const open = (role: string, path: string) =>
  knock(door.url + path, 'GET', { headers: headersOf(role) })
const send = (role: string, path: string, fields: Record<string, string>) =>
  knock(door.url + path, 'POST', { headers: headersOf(role), form: new URLSearchParams(fields) })

const plan = () => ({
  ...{ intent: 'save', version: '0', name: 'Giờ vàng', needs_member: 'on', is_online_only: 'on' },
  ...{ starts_at: '2026-11-20T20:00', ends_at: '2026-11-20T22:00' },
  ...{ per_customer: '1', pay_within_min: '10', items: `${sku}\t30.000đ\t4` },
})

async function planned(fields: Record<string, string> = {}): Promise<string> {
  const answer = await send('director', newFlashSalePath(), { ...plan(), ...fields })
  expect(answer.text.slice(0, 2_000)).toBe('')
  return answer.headers.get('location') ?? ''
}

async function stored(path: string) {
  const { rows } = await sql`
    select sale.name, starts_at, sale.is_active, needs_member, version, approved_by is not null as is_approved,
      array_agg(concat_ws(' ', sku, price, total)) as items
    from flash_sale sale join flash_sale_item using (flash_sale_id) join quota using (quota_id)
    join product using (product_id)
    where flash_sale_id = ${Number(path.split('/').at(-1))} group by sale.flash_sale_id`.execute(
    own.db,
  )
  return rows[0]
}

test('the director plans a window of members, the category manager approves it, and shoppers see it', async () => {
  const path = await planned()
  expect(await stored(path)).toMatchObject({
    ...{ name: 'Giờ vàng', is_active: false, needs_member: true, items: [`${sku} 30000 4`] },
    starts_at: new Date('2026-11-20T20:00:00+07:00'),
  })
  const shown = await door.services.promotion.flashSales(null, { province_id: 30 })
  expect(shown.windows).toEqual([])
  expect((await open('category_manager', path)).text).toContain('Duyệt, cho chạy đúng giờ')
  expect((await send('category_manager', path, { intent: 'approve', version: '1' })).status).toBe(
    303,
  )
  expect(await stored(path)).toMatchObject({ is_active: true, is_approved: true, version: 2 })
  // The change feed tells who keeps offers.
  await expect
    .poll(() => door.services.promotion.flashSales(null, { province_id: 30 }), { timeout: 10_000 })
    .toMatchObject({ windows: [{ name: 'Giờ vàng', needs_member: true, state: 'coming' }] })
  const list = await open('accountant', '/noi-bo/flash-sale?state=coming')
  expect(list.text).toContain('Giờ vàng')
  const { rows } = await sql`select operation, reason from change_log
    where thing = 'flash_sale' and table_name = 'flash_sale' order by change_id`.execute(own.db)
  expect(rows).toEqual([
    { operation: 'flashSales.saveFlashSale', reason: `Suất: ${sku} 4` },
    { operation: 'flashSales.approveFlashSale', reason: null },
  ])

  // What is approved is stopped before it is changed.
  const late = await send('director', path, { ...plan(), version: '2' })
  expect(late).toMatchObject({ status: 409 })
  expect(late.text).toContain('vừa được người khác sửa')
  expect((await send('director', path, { intent: 'stop', version: '2' })).status).toBe(303)
  expect(await stored(path)).toMatchObject({ is_active: false, is_approved: false, version: 3 })
})

test('a day that does not exist is refused, and not taken for another one', async () => {
  const days = { starts_at: '2027-02-28T20:00', ends_at: '2027-02-30T22:00' }
  const answer = await send('director', newFlashSalePath(), { ...plan(), ...days })
  expect(answer.status).toBe(422)
})

test('whoever planned a window does not approve it, and an old version is refused', async () => {
  const answer = await send('category_manager', newFlashSalePath(), plan())
  const path = answer.headers.get('location') ?? ''
  const own_one = await send('category_manager', path, { intent: 'approve', version: '1' })
  expect(own_one.status).toBe(409)
  expect(own_one.text).toContain('người khác duyệt')
  const old = await send('accountant', path, { intent: 'approve', version: '9' })
  expect(old.status).toBe(409)
  expect((await send('accountant', path, { intent: 'approve', version: '1' })).status).toBe(303)
  // The same item for the same people at the same time is sold once.
  const twice = await planned()
  const refused = await send('accountant', twice, { intent: 'approve', version: '1' })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain(`Khung giờ khác cùng lúc đã có: ${sku}`)
  const everybody = await planned({ needs_member: 'false' })
  expect((await send('accountant', everybody, { intent: 'approve', version: '1' })).status).toBe(
    303,
  )
})

test('of plans with one item at one time that are approved at once, one is', async () => {
  const later = { starts_at: '2026-11-21T20:00', ends_at: '2026-11-21T22:00' }
  const plans = await Promise.all(Array.from({ length: 4 }, () => planned(later)))
  const answers = await Promise.all(
    plans.map((path) => send('accountant', path, { intent: 'approve', version: '1' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409])
})

describe('a plan that cannot be', () => {
  test.each([
    [{ items: 'KHONG-CO 1000 5' }, 'Dòng 1 (KHONG-CO): không có SKU này.'],
    [{ items: 'abc' }, 'Dòng 1 (abc): không đọc được.'],
    [{ ends_at: '2026-11-20T19:00' }, 'Giờ kết thúc phải sau giờ bắt đầu.'],
    [{ starts_at: '2026-11-19T01:00', ends_at: '2026-11-19T02:00' }, 'Giờ kết thúc đã qua.'],
    [{ ends_at: '2026-12-30T19:00' }, 'dài nhất 31 ngày'],
    [{ name: '' }, 'Cần tên'],
  ])('%j is refused in words, and nothing typed is lost', async (fields, words) => {
    const typed = { ...plan(), name: 'Gõ lâu lắm', ...fields }
    const { status, text } = await send('director', newFlashSalePath(), typed)
    expect(status).toBe(422)
    expect(text).toContain(words)
    expect(text).toContain(typed.items.split(' ')[0])
    expect(text).toContain(typed.ends_at)
  })

  test('a price that is not lower, an item twice, and fewer slots than are sold', async () => {
    const items = `${sku} ${usual} 5\n${sku} 1.000 5`
    const twice = await send('director', newFlashSalePath(), { ...plan(), items })
    expect(twice.text).toContain('SKU này ghi hai lần')
    const dear = await send('director', newFlashSalePath(), {
      ...plan(),
      items: `${sku} ${usual} 5`,
    })
    expect(dear.text).toContain('phải thấp hơn giá đang bán')
    const path = await planned()
    await sql`update quota set taken = 3 where quota_id in (select quota_id from flash_sale_item
      where flash_sale_id = ${Number(path.split('/').at(-1))})`.execute(own.db)
    const fewer = { ...plan(), version: '1', items: `${sku} 30000 2` }
    expect((await send('director', path, fewer)).text).toContain('ít hơn số đã bán')
    const enough = { ...plan(), version: '1', items: `${sku} 29000 3` }
    expect((await send('director', path, enough)).status).toBe(303)
    expect(await stored(path)).toMatchObject({ items: [`${sku} 29000 3`], version: 2 })
  })
})

test('a window is copied into a new plan; whoever may not plan gets no form', async () => {
  const path = await planned()
  const id = Number(path.split('/').at(-1))
  const copy = await open('director', newFlashSalePath(id))
  expect(copy.text).toContain(`${sku} 30000 4`)
  expect((await open('accountant', flashSalePath(id))).text).not.toContain('name="items"')
  expect((await open('accountant', newFlashSalePath())).status).toBe(404)
  expect((await open('sales', flashSalePath(id))).status).not.toBe(200)
  expect((await open('director', flashSalePath(999_999))).status).toBe(404)
})
