import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses, dataPath, pathWith, staff_root } from '#admin/addresses/addresses.ts'
import { mailPath } from '#admin/addresses/paths.ts'
import { createStaffPages, type StaffPages } from '#admin/runtime/server.tsx'
import type { StaffServices } from '#contracts/staff/all.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { everywhere, staffHeaders, staffWith } from '#test/support/staff.ts'

const staff_token = 'staff-of-the-tests'
const basic = `Basic ${Buffer.from(`nv:${staff_token}`).toString('base64')}`
const strangers: Record<string, string>[] = [
  {},
  { authorization: basic },
  { authorization: 'Bearer x' },
  { cookie: 'staff=x' },
]
/** A code that no order has. */
const code = 'DH261120-00000000'
/** The demo account that the tests enter is the first member of staff. */
const paths = Object.values(addresses).map((address) => pathWith(address, { code, staff_id: '1' }))
const pages = paths.flatMap((path) => [path, dataPath(path)])

let database: TestDatabase
let door: Door
let services: StaffServices
let staff: { cookie: string }
let data_officer: { cookie: string }
let answer: StaffPages

beforeAll(async () => {
  database = await testDatabase()
  door = await openDoor(database, { env: { STAFF_TOKEN: staff_token } })
  const providers = await testProviders({ db: database.db, now: () => new Date(), gateways: [] })
  services = staffOffice(providers).services
  staff = await staffHeaders(door)
  data_officer = await staffHeaders(door, 'data_officer')
  answer = await createStaffPages({ kind: 'dev' })
})
afterAll(async () => {
  await door.close()
  await database.close()
})

/** Directors open every page but that on which people are erased. */
const readerOf = (path: string) => (path.includes('xoa-du-lieu') ? data_officer : staff)

test('a setting that is one of some values is chosen, by its words', async () => {
  const { text } = await door.call('GET', addresses.gateways.path, { headers: staff })
  expect(text).toMatch(/<select id="momo-request_type".*?<option [^>]*selected="">Ví MoMo</s)
  expect(text).toContain('<option value="6_months">6 tháng</option>')
})

describe('paths of staff pages', () => {
  test.each([...paths, mailPath(1)])('%s leads to the sign-in', async (path) => {
    for (const headers of strangers) {
      const { status, headers: response_headers, text } = await door.call('GET', path, { headers })
      expect([status, text]).toEqual([303, ''])
      const next = path === staff_root ? '' : `?next=${encodeURIComponent(path)}`
      expect(response_headers.get('location')).toBe(`/noi-bo/dang-nhap${next}`)
      expect(response_headers.get('cache-control')).toBe('no-store')
    }
  })

  test.each(paths.map(dataPath))('%s refuses who is not signed in', async (path) => {
    for (const headers of strangers) {
      const { status, text } = await door.call('GET', path, { headers })
      expect([status, text]).toEqual([401, 'Chỉ dành cho nhân viên.'])
    }
  })

  test.each(pages)('%s accepts no form from another site, and is never cached', async (path) => {
    const headers = { ...staff, 'sec-fetch-site': 'cross-site' }
    const form = new URLSearchParams({ decision: 'done' })
    expect((await door.call('POST', path, { headers, form })).status).toBe(403)
    const page = await door.call('GET', path, { headers: readerOf(path) })
    expect(page.status).toBe(path.includes(code) && !path.includes('_data') ? 404 : 200)
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  test('answer with the same problem as data and as a page when a form is not accepted', async () => {
    const form = new URLSearchParams({ refund_id: '404', decision: 'done' })
    const headers = { ...staff, 'sec-fetch-site': 'same-origin' }
    const problem = 'Khoản này đã được xử lý hoặc đang được gửi.'
    const page = await door.call('POST', addresses.refunds.path, { headers, form })
    expect(page.status).toBe(404)
    expect(page.text).toContain(`role="alert"`)
    expect(page.text).toContain(problem)
    const data = await door.call('POST', dataPath(addresses.refunds.path), { headers, form })
    expect(JSON.parse(data.text)).toEqual({ kind: 'problem', status: 404, problem })
  })
})

test('every list says in its own words that it is empty', async () => {
  const textOf = async (path: string) => (await door.call('GET', path, { headers: staff })).text
  const lists = [addresses.reconciliation, addresses.refunds, addresses.outbox, addresses.orders]
  const [reconciliation, refunds, outbox, orders] = await Promise.all(
    lists.map(({ path }) => textOf(path)),
  )
  expect(orders).toContain('Không tìm thấy đơn nào.')
  expect(reconciliation).toContain('Không có khoản tiền nào cần đối soát.')
  expect(reconciliation).toContain('Không có khoản nào bị cổng thanh toán giữ lại.')
  expect(reconciliation).toContain('Chưa có khoản tiền nào được xử lý.')
  expect(refunds).toContain('Không có khoản hoàn tiền nào đang chờ.')
  expect(refunds).toContain('Chưa có khoản hoàn tiền nào đã xong.')
  expect(outbox).toContain('Chưa có tin nào.')
})

describe('a member of staff without the permission', () => {
  const actor = staffWith(everywhere(['messages.see']))
  const ask = (path: string, init: RequestInit = {}) =>
    answer(new Request(`https://shop.example${path}`, init), {
      services,
      actor,
      is_demo: true,
      seal_key: '',
    })

  test('sees a page that they have the permission for', async () => {
    expect((await ask(addresses.outbox.path)).status).toBe(200)
  })

  test.each([
    addresses.orders.path,
    pathWith(addresses.order, { code }),
    addresses.reconciliation.path,
    addresses.refunds.path,
    addresses.gateways.path,
  ])('does not see %s', async (path) => {
    const page = await ask(path)
    expect(page.status).toBe(403)
    expect(await page.text()).toContain('Bạn không có quyền xem trang này.')
    expect(await (await ask(dataPath(path))).json()).toEqual({ kind: 'error', status: 403 })
  })

  test('cannot send a form there either', async () => {
    const body = new URLSearchParams({ outbox_id: '1' })
    expect((await ask(addresses.outbox.path, { method: 'POST', body })).status).toBe(403)
  })
})
