import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newMember, newMemberSession } from '#test/members/member.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let database: TestDatabase
let door: Door

beforeAll(async () => {
  database = await testDatabase({ small: true })
  door = await openDoor(database)
})
afterAll(async () => {
  await door.close()
  await database.close()
})

test('the data of a member names wishes, notices, passkeys and sessions, and nothing of others', async () => {
  const { db } = database
  const an = await newMember(db, { phone: '+84912000001' })
  const binh = await newMember(db, { phone: '+84912000002', name: 'Bình' })
  await newMemberSession(db, binh.customer_id)
  const { product_id } = await db
    .selectFrom('product')
    .select('product_id')
    .orderBy('product_id')
    .executeTakeFirstOrThrow()
  const at = new Date('2026-11-20T03:00:00Z')
  for (const { customer_id, phone } of [an, binh]) {
    await db.insertInto('wishlist_item').values({ customer_id, product_id, added_at: at }).execute()
    await db
      .insertInto('product_notice')
      .values({
        ...{ kind: 'stock', product_id, customer_id, channel: 'sms', recipient: phone },
        ...{ secret: phone, state: 'waiting', created_at: at, confirmed_at: at },
      })
      .execute()
    await db
      .insertInto('member_passkey')
      .values({
        ...{ customer_id, name: `Máy của ${phone}`, credential_id: Buffer.from(phone) },
        ...{ public_key: Buffer.from('key'), sign_count: 0, created_at: at, used_at: null },
      })
      .execute()
  }
  await db
    .insertInto('linked_identity')
    .values({
      ...{ customer_id: an.customer_id, provider: 'zalo', subject: '7', shown: 'An' },
      ...{ created_at: at, counts_from: at, used_at: null },
    })
    .execute()
  for (const [{ customer_id }, score] of [
    [an, 340],
    [binh, 720],
  ] as const) {
    const run = { run_id: randomUUID(), customer_id, score, finished_at: at }
    await db
      .insertInto('game_run')
      .values({ ...run, game_code: 'jump-jump' })
      .execute()
  }
  const { status, body, text } = await door.call('GET', '/api/member/data', { headers: an.bearer })
  expect(status).toBe(200)
  expect(body?.data).toMatchObject({
    wishes: [{ added_at: '2026-11-20T03:00:00Z' }],
    notices: [{ kind: 'stock', channel: 'sms', recipient: '+84912000001', state: 'waiting' }],
    passkeys: [{ name: 'Máy của +84912000001', used_at: null }],
    linked_identities: [{ provider: 'zalo', subject: '7', shown: 'An', used_at: null }],
    games: [{ game: 'jump-jump', score: 340, finished_at: '2026-11-20T03:00:00Z' }],
    sessions: [{ device: 'a browser of the tests', address: '127.0.0.1' }],
  })
  expect(text).not.toContain(binh.phone)
})
