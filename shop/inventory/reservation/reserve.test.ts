import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { transaction } from '#platform/database/postgres.ts'
import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import { expireReservations } from '#shop/flows/expire-reservations.ts'
import { extendReservations } from '#shop/inventory/reservation/reservation-store.ts'
import { reserveForATime } from '#shop/inventory/reservation/reserve.ts'
import { openCounter } from '#test/support/counter.ts'
import { goods, piecesLeft } from '#test/support/small-shop.ts'

const counter = openCounter()
const minute_ms = 60_000
const later = (minutes: number) => new Date(counter.now.getTime() + minutes * minute_ms)

let quota_id: number
beforeEach(async () => {
  const { rows } = await sql<{ quota_id: number }>`
    insert into quota (total) values (3) returning quota_id`.execute(counter.own.db)
  quota_id = rows[0]?.quota_id ?? 0
})

const taken = async () => {
  const { rows } = await sql<{ taken: number }>`
    select taken from quota where quota_id = ${quota_id}`.execute(counter.own.db)
  return rows[0]?.taken
}

const take = (customer: string, minutes: number) => {
  const claim: QuotaClaim = {
    reason: 'promotion',
    name: 'Giữ chỗ',
    item_id: goods.phone,
    quantity: 1,
    quota_id,
    customer_limit: { key: `place:${quota_id}`, most: 1 },
  }
  const asked = {
    items: [{ item_id: goods.phone, item_quantity: 1 }],
    location: { shop_id: null, province_id: 30 },
    claims: [claim],
    customer_key: customer,
  } as const
  return transaction(counter.own.db, (tx) => reserveForATime(tx, asked, later(minutes)))
}

test('what is reserved for a time is released once when the time is over, and the next has it', async () => {
  const before = await piecesLeft(counter.own.db, goods.phone)
  for (const customer of ['a', 'b', 'c'])
    expect((await take(customer, 10)).reservations).toHaveLength(3)
  expect(await taken()).toBe(3)
  expect((await take('d', 10)).problems?.map(({ reason }) => reason)).toEqual(['all_reserved'])
  expect(await expireReservations({ db: counter.own.db }, later(9))).toBe(0)
  const ended = await Promise.all(
    [1, 2, 3].map(() => expireReservations({ db: counter.own.db }, later(10))),
  )
  expect(ended.reduce((sum, one) => sum + one, 0)).toBe(9)
  expect(await taken()).toBe(0)
  expect(await piecesLeft(counter.own.db, goods.phone)).toBe(before)
  expect((await take('a', 10)).reservations).toHaveLength(3)
})

test('a reservation lasts longer, never shorter, and not after its end', async () => {
  await take('a', 10)
  const { rows } = await sql<{ hold_id: number }>`
    select hold_id from hold where quota_id = ${quota_id} or limit_key = ${`place:${quota_id}`}`.execute(
    counter.own.db,
  )
  const ids = rows.map(({ hold_id }) => hold_id)
  const extend = (minutes: number, at: number) =>
    transaction(counter.own.db, (tx) => extendReservations(tx, ids, later(minutes), later(at)))
  expect(await extend(30, 5)).toBe(2)
  expect(await extend(7, 5)).toBe(2)
  await expireReservations({ db: counter.own.db }, later(29))
  expect(await taken()).toBe(1)
  await expireReservations({ db: counter.own.db }, later(30))
  expect(await taken()).toBe(0)
  expect(await extend(60, 31)).toBe(0)
})

test('fifty at once of three: three have it, whoever they are', async () => {
  await sql`update stock set quantity = 100 where product_id = ${goods.phone}`.execute(
    counter.own.db,
  )
  const drawn = await Promise.all(Array.from({ length: 50 }, (_, n) => take(`guest ${n % 25}`, 10)))
  expect(drawn.filter(({ reservations }) => reservations !== null)).toHaveLength(3)
  expect(await taken()).toBe(3)
})
