import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath } from '#admin/addresses/paths.ts'
import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { staffHeaders } from '#test/support/staff.ts'

let database: TestDatabase
let door: Door
let director: { cookie: string }
let sales: { cookie: string }
let technician: { cookie: string }

beforeAll(async () => {
  database = await testDatabase()
  door = await openDoor(database)
  director = await staffHeaders(door)
  sales = await staffHeaders(door, 'sales')
  technician = await staffHeaders(door, 'technician')
})
afterAll(async () => {
  await door.close()
  await database.close()
})

const shown = (path: string, headers: { cookie: string }) => door.call('GET', path, { headers })
const send = (path: string, who: { cookie: string }, fields: Record<string, string>) =>
  door.call('POST', path, {
    headers: { ...who, 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams(fields),
  })
const list = { intent: 'save', list: 'orders' }
const save = (who: { cookie: string }, fields: Record<string, string>) =>
  send(addresses.views.path, who, { ...list, ...fields })
/** The form that saves has its place, but nothing to save. */
const unsaved = '<details class="invisible">'
const linkOf = (name: string, query: string) =>
  new RegExp(`href="/noi-bo/don-hang\\?${query}"[^>]*>${name}</a>`)

test('a saved view is a link above its list, without search and page, for its owner', async () => {
  const query = 'sort=oldest&q=0901234567&page=3&paid=no'
  const { status, headers } = await save(director, { query, name: 'Chưa trả, cũ trước' })
  const to = '/noi-bo/don-hang?paid=no&sort=oldest'
  expect([status, headers.get('location')]).toEqual([303, to])
  const link = linkOf('Chưa trả, cũ trước', 'paid=no&amp;sort=oldest')
  expect((await shown(to, director)).text).toMatch(link)
  expect((await shown(to, director)).text).toContain(unsaved)
  expect((await shown(to, sales)).text).not.toMatch(link)
  expect((await shown(to, sales)).text).not.toContain(unsaved)
})

test('a view of the team is shown to whoever may open the list, and changed by its owner alone', async () => {
  await save(sales, { query: 'assigned=me', name: 'Của tôi', is_team: 'on' })
  const link = linkOf('Của tôi', 'assigned=me')
  expect((await shown(addresses.orders.path, director)).text).toMatch(link)
  expect((await shown(addresses.account.path, technician)).text).not.toContain('Của tôi')
  expect((await shown(addresses.views.path, technician)).text).not.toContain('Của tôi')
  expect((await shown(addresses.views.path, director)).text).toContain('Của tôi')
  const staff_view_id = await idOf('Của tôi')
  for (const intent of ['rename', 'remove']) {
    const foreign = await send(addresses.views.path, director, { intent, staff_view_id, name: 'x' })
    const absent = await send(addresses.views.path, director, {
      ...{ intent, staff_view_id: '999999', name: 'x' },
    })
    expect([foreign.status, absent.status]).toEqual([404, 404])
  }
  await send(addresses.views.path, sales, { intent: 'rename', staff_view_id, name: 'Việc tôi' })
  expect((await shown(addresses.orders.path, director)).text).toMatch(
    linkOf('Việc tôi', 'assigned=me'),
  )
  await send(addresses.views.path, sales, { intent: 'remove', staff_view_id })
  expect((await shown(addresses.orders.path, director)).text).not.toContain('Việc tôi')
})

test('of two forms with one name at once, one is refused; a form without name or list too', async () => {
  const both = await Promise.all(
    ['paid=no', 'paid=yes'].map((query) => save(director, { query, name: 'Hai' })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409])
  expect(both.map(({ text }) => text).join('')).toContain('Bạn đã có bộ lọc tên này')
  expect((await save(director, { query: 'paid=no', name: ' ' })).status).toBe(422)
  expect((await save(director, { query: '', name: 'x', list: 'order' })).status).toBe(422)
  expect((await save(director, { query: '', name: 'x', list: '//evil' })).status).toBe(422)
})

test.each(['constructor', 'toString', '__proto__', ''])(
  'a form whose intent is “%s” is refused',
  async (intent) => {
    for (const path of [addresses.views.path, orderPath('DH261120-7K3M9QXZ')]) {
      const { status } = await send(path, director, { intent })
      expect(status).toBe(422)
    }
  },
)

test('the chosen look is on the root element of every staff page, also before the sign-in', async () => {
  const rootOf = async (path: string, theme: string) =>
    /<html[^>]*>/.exec((await shown(path, { cookie: `${director.cookie}; ${theme}` })).text)?.[0]
  const chosen = await send(auth_paths.theme, director, { theme: 'dark' })
  expect(chosen.headers.get('location')).toBe(addresses.account.path)
  const [cookie = ''] = (chosen.headers.get('set-cookie') ?? '').split(';')
  expect(await rootOf(addresses.orders.path, cookie)).toBe('<html lang="vi" class="dark">')
  expect(await rootOf(auth_paths.sign_in, cookie)).toBe('<html lang="vi" class="dark">')
  expect(await rootOf(addresses.orders.path, 'staff_theme="><script>')).toBe(
    '<html lang="vi" class="system">',
  )
  expect(await rootOf('/', cookie)).toBe('<html lang="vi">')
  const again = await send(auth_paths.theme, director, { theme: 'system' })
  expect(again.headers.get('set-cookie')).toContain('Max-Age=0')
})

async function idOf(name: string): Promise<string> {
  const { staff_view_id } = await database.db
    .selectFrom('staff_view')
    .select('staff_view_id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return String(staff_view_id)
}

test('the address of a list hides columns, never the first one; filters and views keep them', async () => {
  const headings = async (query: string) => {
    const { text } = await shown(`${addresses.changes.path}${query}`, director)
    return [...text.matchAll(/<th scope="col"[^>]*>([^<]+)</g)].map(([, title]) => title)
  }
  const [first = '', second = '', ...others] = await headings('')
  const names = [first, second].map((title) => slugify(title))
  expect(await headings(`?an=${names.join('.')}`)).toEqual([first, ...others])
  expect(await headings('?an=khong-co')).toEqual([first, second, ...others])
  const { text } = await shown(`${addresses.changes.path}?an=${names[1]}`, director)
  expect(text).toContain(`<input type="hidden" name="an" value="${names[1]}"/>`)
  await save(director, { list: 'changes', query: `an=${names[1]}`, name: 'Gọn' })
  expect((await shown(addresses.changes.path, director)).text).toMatch(
    new RegExp(`href="${addresses.changes.path}\\?an=${names[1]}"[^>]*>Gọn</a>`),
  )
})
