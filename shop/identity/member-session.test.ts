import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endByToken, endSessions, findOpenSessions } from '#shop/identity/member-session-store.ts'
import { findMember, findMemberByPhone, insertMember } from '#shop/identity/member-store.ts'
import { tokenHash } from '#shop/identity/session.ts'
import { dataOf, refusalOf } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDoor, type Door } from '#test/support/door.ts'
import { newMember, newMemberSession } from '#test/members/member.ts'
import { openSmallShop } from '#test/support/small-shop.ts'

const opening = new Date('2026-11-20T08:00:00Z')
const day = 86_400_000

let own: TestDatabase
let door: Door
let now = opening

beforeAll(async () => {
  own = await testDatabase()
  await openSmallShop(own.db)
  door = await openDoor(own, { now: () => now })
})
afterAll(async () => {
  await door.close()
  await own.close()
})
beforeEach(async () => {
  now = opening
  await sql`truncate member`.execute(own.db)
})

const identify = (token: string) => door.call('POST', '/api/sso/auth/identify', { json: { token } })
const cartOf = (headers: Record<string, string>) =>
  door.call('GET', '/api/cart/v1/cart', { headers })

test('a member is known by bearer and by cookie, and only a hash of the token is stored', async () => {
  const { token, bearer, cookie, customer_id } = await newMember(own.db, { now })
  expect(dataOf(await identify(token))).toEqual({ customer_id, kind: 'member', token })
  expect((await cartOf(bearer)).status).toBe(200)
  expect((await cartOf(cookie)).status).toBe(200)
  const { rows } = await sql<{ text: string }>`
    select string_agg(session::text, ' ') as text from session`.execute(own.db)
  expect(rows[0]?.text).not.toContain(token.slice(2))
})

test('a member token is expired after 30 days and is never handed out as a guest token', async () => {
  const { token } = await newMember(own.db, { now })
  const asGuest = () => door.call('POST', '/api/sso/auth/guest-token', { json: { token } })
  expect(dataOf<{ token: string }>(await asGuest()).token).toMatch(/^g_/)
  now = new Date(opening.getTime() + 30 * day)
  expect(refusalOf(await identify(token))).toBe('401 token_is_expired')
  expect(dataOf<{ token: string }>(await asGuest()).token).toMatch(/^g_/)
})

test('an ended session is unknown at once; the others of its member live on', async () => {
  const { token, customer_id } = await newMember(own.db, { now })
  const second = await newMemberSession(own.db, customer_id, now)
  const third = await newMemberSession(own.db, customer_id, now)
  expect(await endByToken(own.db, tokenHash(token), now)).toBe(true)
  expect(await endByToken(own.db, tokenHash(token), now)).toBe(false)
  expect(refusalOf(await identify(token))).toBe('401 unknow')
  const [one] = await findOpenSessions(own.db, customer_id, now)
  expect(await endSessions(own.db, customer_id, now, { except: one?.session_id ?? 0 })).toBe(1)
  const states = await Promise.all([second, third].map(async (one) => (await identify(one)).status))
  expect(states.toSorted()).toEqual([200, 401])
  expect(await findOpenSessions(own.db, customer_id, now)).toHaveLength(1)
})

test('a session notes when it was last used, at most every ten minutes', async () => {
  const { token, customer_id } = await newMember(own.db, { now })
  const seen = async () => (await findOpenSessions(own.db, customer_id, now))[0]?.seen_at
  now = new Date(opening.getTime() + 9 * 60_000)
  await identify(token)
  expect(await seen()).toEqual(opening)
  now = new Date(opening.getTime() + 11 * 60_000)
  await identify(token)
  expect(await seen()).toEqual(now)
})

test('twenty registrations of one phone at once make one member and one customer', async () => {
  const phone = '+84987654321'
  const before = await own.db.selectFrom('customer').select('customer_id').execute()
  const ids = await Promise.all(
    Array.from({ length: 20 }, () =>
      own.db.transaction().execute((tx) => insertMember(tx, { phone, name: 'Lê Thị Bình' }, now)),
    ),
  )
  const made = ids.filter((id) => id !== null)
  expect(made).toHaveLength(1)
  const after = await own.db.selectFrom('customer').select('customer_id').execute()
  expect(after.length - before.length).toBe(1)
  const [id] = made
  expect(await findMemberByPhone(own.db, phone)).toMatchObject({ customer_id: id, phone })
  expect(await findMember(own.db, id ?? (0 as never))).toMatchObject({ name: 'Lê Thị Bình' })
})
