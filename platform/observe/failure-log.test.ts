import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { home_address } from '#test/support/buyer.ts'
import { postPayos, postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { staffHeaders } from '#test/support/staff.ts'

const lines: Record<string, unknown>[] = []
let database: TestDatabase
let door: Door

beforeAll(async () => {
  database = await testDatabase({ small: true })
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const log = createLog({ service: 'shop', level: 'warn', destination })
  door = await openDoor(database, { log, env: relay_env })
  for (const table of ['banner', 'cart_item', 'staff_view']) {
    await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_away`)}`.execute(
      database.db,
    )
  }
})
afterAll(async () => {
  await door.close()
  await database.close()
})
beforeEach(() => void lines.splice(0))

// contract §8: a failed call is logged with the name of its service and what it was asked.
test.each([
  ['a public page', '/', 'a page broke', 'contentService'],
  ['its data', '/_data/', 'a page broke', 'contentService'],
  ['a personal page', '/cart', 'a page broke', 'cartService'],
  ['a call of the API', '/api/cart/v1/cart', 'unexpected error', 'cartService'],
  ['a page of staff', '/noi-bo/bo-loc', 'unexpected error', 'viewsStaffService'],
])('%s that fails is logged with service and request id', async (_name, path, msg, service) => {
  const token = await door.guest()
  const is_staff = path.startsWith('/noi-bo')
  const headers = is_staff ? await staffHeaders(door) : { authorization: `Bearer ${token}` }
  const answer = await door.call('GET', path, { headers })
  expect(answer.status).toBe(500)
  const id = answer.headers.get('x-request-id')
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ msg, request_id: id, service_name: service })
  // The answer tells the same id.
  expect(answer.text).toContain(id)
})

test('what a failed call was asked is logged as numbers, listed values and lengths of texts', async () => {
  await sql`alter table quote rename to quote_away`.execute(database.db)
  const headers = { authorization: `Bearer ${await door.guest()}` }
  const wanted = { ...home_address, phone: '0912345678', name: 'Trần Văn An', note: 'pickup' }
  const answer = await door.call('POST', '/api/cart/v1/quote/address', { headers, json: wanted })
  expect(answer.status).toBe(500)
  expect(lines[0]).toMatchObject({
    service_name: 'cartService',
    request_data: {
      ...{ name: 'text(11)', province_id: 30, shipping_method: 'home_delivery', note: 'text(6)' },
    },
  })
  expect(JSON.stringify(lines)).not.toMatch(/0912345678|Trần Văn An/)
})

test('of two hundred forged messages each sender causes one line', async () => {
  const raw = sepayBody({ amount: 1, content: 'x' })
  const forged = Array.from({ length: 200 }, () => [
    postSepay(door, raw, sepayHeaders(raw, new Date(), 'forged')),
    postPayos(door, { orderCode: 1, amount: 1 }, 'forged'),
    door.call('POST', '/api/payment/notify/momo', { json: { signature: 'forged' } }),
  ])
  for (const answer of await Promise.all(forged.flat())) expect(answer.status).not.toBe(500)
  expect(lines.map(({ msg }) => msg)).toEqual(
    Array.from({ length: 3 }, () => 'a message without proof was refused'),
  )
  expect(lines.map(({ relay, gateway }) => relay ?? gateway).toSorted()).toEqual([
    'momo',
    'payos',
    'sepay',
  ])
})

test('a GraphQL query that fails is reported without a service name, and its caller learns nothing', async () => {
  const { db } = database
  await sql`alter table popup rename to popup_away`.execute(db)
  const query = '{ popups { title } }'
  const answer = await door.call('POST', '/api/dashboard/graphql/query', { json: { query } })
  expect(JSON.parse(answer.text)).toMatchObject({ errors: [{ message: 'Unexpected error.' }] })
  expect(answer.text).not.toContain('popup_away')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ msg: 'a GraphQL query failed' })
  expect(lines[0]).not.toHaveProperty('service_name')
})
