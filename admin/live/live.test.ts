import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { live_path } from '#admin/addresses/paths.ts'
import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { dataOf, newBuyer } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { products } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'

const ending = new AbortController()
let database: TestDatabase
let door: Door

beforeAll(async () => {
  database = await testDatabase({ small: true })
  const live_pace = { round_ms: 30, beat_ms: 60, life_ms: 60_000 }
  door = await openDoor(database, { live_pace, ending: ending.signal })
})
afterAll(async () => {
  await door.close()
  await database.close()
})

test('a stream needs a session', async () => {
  const strangers: Record<string, string>[] = [{}, { cookie: 'staff=x' }]
  for (const headers of strangers) {
    const { status, text } = await door.call('GET', live_path, { headers })
    expect([status, text]).toEqual([401, 'Chỉ dành cho nhân viên.'])
  }
})

test('a stream says that something changed for its member of staff, and nothing else', async () => {
  const director = await openStream(await staffHeaders(door))
  expect(Object.fromEntries(director.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
  })
  expect(director.headers.get('content-encoding')).toBeNull()
  const seller = await staffHeaders(door, 'sales')
  await sql`delete from staff_shop where staff_id = (
    select max(staff_id) from staff_session)`.execute(database.db)
  const of_no_shop = await openStream(seller)
  const first = await director.mark()
  const first_of_no_shop = await of_no_shop.mark()

  await place()
  const second = await director.mark()
  await place()
  const third = await director.mark()

  expect(new Set([first, second, third]).size).toBe(3)
  expect(of_no_shop.text()).not.toContain(second)
  expect(of_no_shop.text().match(/waiting/g)).toHaveLength(1)
  expect(first_of_no_shop).not.toBe(first)
  expect(director.text()).toMatch(
    /^retry: \d+\n\n(event: beat\ndata: \.\n\n|event: waiting\ndata: [\w-]{16}\n\n)+$/,
  )
  director.close()
  of_no_shop.close()
})

test('the page has the mark that the stream sends, so that it asks for nothing that it shows', async () => {
  const headers = await staffHeaders(door)
  const stream = await openStream(headers)
  const page = await door.call('GET', '/noi-bo/_data', { headers })
  expect(JSON.parse(page.text).data.mark).toBe(await stream.mark())
  stream.close()
})

test.each(['signed out', 'locked'])('the stream of somebody who is %s ends', async (how) => {
  const headers = await staffHeaders(door, 'support')
  const stream = await openStream(headers)
  await stream.mark()
  if (how === 'locked') {
    await sql`update staff set locked_at = now() where staff_id = (
      select staff_id from staff_session order by staff_session_id desc limit 1)`.execute(
      database.db,
    )
  } else {
    const own_form = { ...headers, 'sec-fetch-site': 'same-origin' }
    await door.call('POST', auth_paths.sign_out, {
      headers: own_form,
      form: new URLSearchParams(),
    })
  }
  await stream.ended()
  expect((await door.call('GET', live_path, { headers })).status).toBe(401)
  await sql`update staff set locked_at = null`.execute(database.db)
})

test('a session has few streams: the next one is refused until one ends', async () => {
  const headers = await staffHeaders(door)
  const open = await Promise.all(Array.from({ length: 4 }, () => openStream(headers)))
  const refused = await door.call('GET', live_path, { headers })
  expect([refused.status, refused.body?.error?.code]).toEqual([429, 'too_many_streams'])
  expect(refused.headers.get('retry-after')).toBe('60')
  const [first, ...others] = open
  first?.close()
  await expect
    .poll(async () => {
      const again = await fetch(door.url + live_path, { headers })
      await again.body?.cancel()
      return again.status
    })
    .toBe(200)
  others.forEach((stream) => stream.close())
})

test('when the process begins to end, all streams end and none is opened', async () => {
  const headers = await staffHeaders(door)
  const stream = await openStream(headers)
  await stream.mark()
  ending.abort()
  await stream.ended()
  const refused = await door.call('GET', live_path, { headers })
  expect([refused.status, refused.body?.error?.code]).toEqual([503, 'streams_full'])
})

async function place(): Promise<void> {
  const buyer = await newBuyer(door)
  await buyer.prepare(products.cable)
  dataOf(await buyer.order())
}

/** An open stream. `mark` waits for the next one that differs from the last. */
async function openStream(headers: Record<string, string>) {
  const leaving = new AbortController()
  const response = await fetch(door.url + live_path, {
    headers: { ...headers, 'accept-encoding': 'gzip, br' },
    signal: leaving.signal,
  })
  expect(response.status).toBe(200)
  if (response.body === null) throw new TypeError('the stream has no body')
  const reader = response.body.getReader()
  let text = ''
  let read = 0
  const more = async () => {
    const { done, value } = await reader.read()
    text += Buffer.from(value ?? []).toString()
    return !done
  }
  const marks = () => [...text.matchAll(/waiting\ndata: (.*)\n\n/g)].map(([, mark = '']) => mark)
  return {
    headers: response.headers,
    text: () => text,
    async mark(): Promise<string> {
      while (marks().length <= read && (await more()));
      return marks()[read++] ?? 'ended'
    },
    async ended(): Promise<void> {
      while (await more());
    },
    close: () => leaving.abort(),
  }
}
