import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepSessions } from '#shop/identity/session-service.ts'
import { buyerWith, dataOf, refusalOf } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDoor, type Door } from '#test/support/door.ts'
import { products } from '#test/support/small-shop.ts'

const opening = new Date('2026-11-20T08:00:00Z')
const minute = 60_000
const day = 86_400_000

let own: TestDatabase
let door: Door
let now = opening

beforeAll(async () => {
  own = await testDatabase({ small: true })
  door = await openDoor(own, { now: () => now })
})
afterAll(async () => {
  await door.close()
  await own.close()
})
beforeEach(() => {
  now = opening
})

type Token = { token: string; expires_in: number }
const guestToken = async (token?: string) =>
  dataOf<Token>(await door.call('POST', '/api/sso/auth/guest-token', { json: { token } }))
const getCart = (headers: Record<string, string>) =>
  door.call('GET', '/api/cart/v1/cart', { headers })
const advance = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

describe('POST /auth/guest-token', () => {
  test('returns a token for seven days and stores only its sha-256', async () => {
    const { token, expires_in } = await guestToken()
    expect(token).toMatch(/^g_[\w-]{43}$/)
    expect(expires_in).toBe(604_800)
    const { rows } = await sql<{ row_text: string; is_known: boolean }>`
      select session::text as row_text,
        token_hash = ${createHash('sha256').update(token).digest()} as is_known
      from session order by session_id desc limit 1`.execute(own.db)
    expect(rows[0]?.is_known).toBe(true)
    expect(rows[0]?.row_text).not.toContain(token.slice(2))
  })

  test('a live token is returned with its remaining time', async () => {
    const { token } = await guestToken()
    advance(2 * day)
    expect(await guestToken(token)).toEqual({ token, expires_in: 432_000 })
  })

  test('an expired guest token is replaced by a new one with the same cart', async () => {
    const { token: old } = await guestToken()
    await buyerWith(door, old).add(products.cable, 2)
    advance(7 * day)
    const { token: fresh } = await guestToken(old)
    expect(fresh).not.toBe(old)
    expect((await buyerWith(door, fresh).cart()).item_quantity).toBe(2)
  })

  test('two tabs that replace it at once get the same cart, ten minutes later they do not', async () => {
    const { token: old } = await guestToken()
    await buyerWith(door, old).add(products.cable, 3)
    advance(8 * day)
    const tabs = await Promise.all([guestToken(old), guestToken(old), guestToken(old)])
    expect(new Set(tabs.map((tab) => tab.token)).size).toBe(3)
    for (const { token } of tabs) {
      expect((await buyerWith(door, token).cart()).item_quantity).toBe(3)
    }
    advance(10 * minute + 1)
    const { token: stranger } = await guestToken(old)
    expect((await buyerWith(door, stranger).cart()).item_quantity).toBe(0)
    expect(refusalOf(await getCart({ authorization: `Bearer ${old}` }))).toBe('401 unknow')
  })

  test.each(['', 'g_short', 'null', '<script>', `g_${'A'.repeat(43)}`])(
    '%j gives access to nothing',
    async (junk) => {
      const { token } = await guestToken(junk)
      expect(token).not.toBe(junk)
      expect((await buyerWith(door, token).cart()).items).toEqual([])
    },
  )
})

describe('a caller without a good token', () => {
  test('of the wrong form or without any: token_is_invalid', async () => {
    expect(refusalOf(await getCart({}))).toBe('401 token_is_invalid')
    for (const value of [
      'Bearer',
      'Bearer x',
      'Bearer null',
      'Basic eDp5',
      `Bearer g_${'?'.repeat(43)}`,
    ]) {
      expect(refusalOf(await getCart({ authorization: value }))).toBe('401 token_is_invalid')
    }
  })

  test('never issued: unknow', async () => {
    expect(refusalOf(await getCart({ authorization: `Bearer g_${'A'.repeat(43)}` }))).toBe(
      '401 unknow',
    )
  })

  test('too old: token_is_expired, also right after it was replaced', async () => {
    const { token } = await guestToken()
    advance(7 * day)
    const headers = { authorization: `Bearer ${token}` }
    expect(refusalOf(await getCart(headers))).toBe('401 token_is_expired')
    await guestToken(token)
    expect(refusalOf(await getCart(headers))).toBe('401 token_is_expired')
  })

  test('POST /auth/identify answers the same', async () => {
    const { token } = await guestToken()
    const identify = (submitted: string) =>
      door.call('POST', '/api/sso/auth/identify', { json: { token: submitted } })
    expect(dataOf(await identify(token))).toMatchObject({ kind: 'guest', token })
    expect(refusalOf(await identify('x'))).toBe('401 token_is_invalid')
    expect(refusalOf(await identify(`g_${'B'.repeat(43)}`))).toBe('401 unknow')
  })
})

test('the sweep deletes old sessions and guests without orders, and no other customers', async () => {
  const ownerOf = async (token: string) =>
    dataOf<{ customer_id: number }>(
      await door.call('POST', '/api/sso/auth/identify', { json: { token } }),
    ).customer_id
  const guestWith = async () => {
    const { token } = await guestToken()
    const buyer = buyerWith(door, token)
    dataOf(await buyer.add(products.cable))
    return { buyer, customer_id: await ownerOf(token) }
  }
  const lost = await guestWith()
  const ordered = await guestWith()
  await ordered.buyer.prepare(products.cable)
  dataOf(await ordered.buyer.order())
  advance(60 * day)
  const recent = await guestWith()
  advance(38 * day)
  expect(await sweepSessions({ db: own.db, now: () => now })).toBeGreaterThanOrEqual(2)
  expect(await sweepSessions({ db: own.db, now: () => now })).toBe(0)
  const { rows } = await sql<{ customer_id: number }>`
    select customer_id from customer
    where customer_id in (${lost.customer_id}, ${ordered.customer_id}, ${recent.customer_id})
    order by customer_id`.execute(own.db)
  expect(rows.map((row) => row.customer_id)).toEqual([ordered.customer_id, recent.customer_id])
  const { token: renewed } = await guestToken(recent.buyer.token)
  expect((await buyerWith(door, renewed).cart()).item_quantity).toBe(1)
})
