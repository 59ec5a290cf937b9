import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import { expireReservations } from '#shop/flows/expire-reservations.ts'
import { insertReservations } from '#shop/inventory/reservation/reservation-store.ts'
import {
  type ReservationRequest,
  openSupplyLedger,
} from '#shop/inventory/reservation/reservation.ts'
import { lockSupplies } from '#shop/inventory/reservation/reserve.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products, freeStock } from '#test/support/small-shop.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()
const minute_ms = 60_000
const after = (minutes: number) => new Date(checkout.now.getTime() + minutes * minute_ms)

let quota_id: number
beforeEach(async () => {
  const { rows } = await sql<{ quota_id: number }>`
    insert into quota (total) values (3) returning quota_id`.execute(checkout.own.db)
  quota_id = rows[0]?.quota_id ?? 0
})

const taken = async () => {
  const { rows } = await sql<{ taken: number }>`
    select taken from quota where quota_id = ${quota_id}`.execute(checkout.own.db)
  return rows[0]?.taken
}

const take = (customer: string, minutes: number) => {
  const claim: QuotaClaim = {
    reason: 'promotion',
    name: 'Giữ chỗ',
    item_id: products.phone,
    quantity: 1,
    quota_id,
    customer_limit: { key: `slot:${quota_id}`, max: 1 },
  }
  const request = {
    items: [{ item_id: products.phone, item_quantity: 1 }],
    location: { shop_id: null, province_id: 30 },
    claims: [claim],
    customer_key: customer,
  } as const
  return transaction(checkout.own.db, (tx) => reserveForATime(tx, request, after(minutes)))
}

test('a temporary reservation is released once at its end, and another customer can reserve', async () => {
  const before = await freeStock(checkout.own.db, products.phone)
  for (const customer of ['a', 'b', 'c'])
    expect((await take(customer, 10)).reservations).toHaveLength(3)
  expect(await taken()).toBe(3)
  expect((await take('d', 10)).problems?.map(({ reason }) => reason)).toEqual(['all_reserved'])
  expect(await expireReservations({ db: checkout.own.db }, after(9))).toBe(0)
  const ended = await Promise.all(
    [1, 2, 3].map(() => expireReservations({ db: checkout.own.db }, after(10))),
  )
  expect(ended.reduce((sum, one) => sum + one, 0)).toBe(9)
  expect(await taken()).toBe(0)
  expect(await freeStock(checkout.own.db, products.phone)).toBe(before)
  expect((await take('a', 10)).reservations).toHaveLength(3)
})

test('of fifty simultaneous requests for three slots exactly three succeed', async () => {
  await setFreeStock(checkout.own.db, 100, sql`product_id = ${products.phone}`)
  const drawn = await Promise.all(Array.from({ length: 50 }, (_, n) => take(`guest ${n % 25}`, 10)))
  expect(drawn.filter(({ reservations }) => reservations !== null)).toHaveLength(3)
  expect(await taken()).toBe(3)
})

/** Reserves for a customer without an order until `expires_at`: all of it, or returns what prevents it. */
async function reserveForATime(tx: Tx, request: ReservationRequest, expires_at: Date) {
  const ledger = openSupplyLedger()
  await lockSupplies(tx, ledger, [request])
  const drawn = ledger.draw(request)
  const reservations = drawn.reservations ?? []
  await insertReservations(
    tx,
    reservations.map((reservation) => ({
      ...reservation,
      order_id: null,
      expires_at,
      settled_at: null,
    })),
  )
  return drawn
}
