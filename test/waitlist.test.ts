import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SlotPlace } from '#contracts/storefront/promotion.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireReservations } from '#shop/flows/expire-reservations.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import {
  closeOffers,
  flashBooks,
  type FlashGoods,
  gatherShoppers,
  openFlashSale,
  phoneOf,
  type Shopper,
} from '#test/support/flash-crowd.ts'
import { repeats } from '#test/support/repeats.ts'
import { goods, openSmallShop } from '#test/support/small-shop.ts'

// The line for slots that others hold (issue "Sold once" §2): who waits longest has the next one.

const opening = new Date('2026-11-20T08:00:00Z')
const log = createLog({ service: 'test', level: 'fatal' })

let own: TestDatabase
let door: Door
let other: Door
let now = opening
let sale: FlashGoods

beforeAll(async () => {
  own = await testDatabase()
  await openSmallShop(own.db)
  await sql`update stock set quantity = 1000 where product_id = ${goods.phone}`.execute(own.db)
  door = await openDoor(own, { now: () => now })
  other = await openDoor(own, { now: () => now })
}, 60_000)
afterAll(async () => {
  await door.close()
  await other.close()
  await own.close()
})
beforeEach(async () => {
  now = opening
  await closeOffers(own.db)
  sale = await openSale(1)
})

const openSale = (slots: number, setting = {}) =>
  openFlashSale(own.db, { item_id: goods.phone, price: 20_000_000, slots, now, ...setting })
const pass = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1_000))
const gather = async (count: number, from = 0): Promise<Shopper[]> =>
  gatherShoppers(own.db, {
    goods: sale,
    phones: Array.from({ length: count }, (_, n) => phoneOf(from + n)),
    now,
  })
const order = ({ token }: Shopper, at = door, json: unknown = {}) =>
  at.call('POST', '/api/cart/v1/order', { token, json })
const cancel = ({ token }: Shopper, { code }: Order) =>
  door.call('POST', '/api/cart/v1/order/cancel', { token, json: { order_code: code } })
const ask = async ({ token }: Shopper, at = door) =>
  dataOf<SlotPlace>(await at.call('POST', '/api/promotion/v1/slot-wait', { token, json: {} }))
const states = async (shoppers: readonly Shopper[]) => {
  const told = []
  for (const one of shoppers) told.push(await ask(one))
  return told.map(({ state, place }) => place ?? state)
}
const leave = ({ token }: Shopper) => door.call('DELETE', '/api/promotion/v1/slot-wait', { token })

/** One has the only slot, so many others are in line, in order. */
async function lineOf(count: number) {
  const [first, ...others] = (await gather(count + 1)) as [Shopper, ...Shopper[]]
  const made = dataOf<Order>(await order(first))
  for (const one of others) expect(refusalOf(await order(one))).toBe('409 temporary_no_slot')
  return { first, made, others: others as [Shopper, Shopper, Shopper] }
}

describe('a slot that comes back', () => {
  test('is kept for the first in line, and nobody who presses then has it', async () => {
    const { first, made, others } = await lineOf(3)
    expect(await states(others)).toEqual([1, 2, 3])
    dataOf(await cancel(first, made))
    const [third] = (await gather(1, 900)) as [Shopper]
    expect(refusalOf(await order(third))).toBe('409 temporary_no_slot')
    expect(refusalOf(await order(others[1]))).toBe('409 temporary_no_slot')
    expect(await states([...others, third])).toEqual(['yours', 1, 2, 3])
    expect((await ask(others[0])).until).toBe(new Date(now.getTime() + 60_000).toISOString())
    expect(dataOf<Order>(await order(others[0])).totals.subtotal).toBe(20_000_000)
    expect(await states([...others, third])).toEqual(['gone', 1, 2, 3])
    expect(await flashBooks(own.db, sale)).toEqual({ taken: 1, held: 1, pieces: 1, orders: 1 })
  })

  test('comes back by time too, and passes over who is not there any more', async () => {
    const { others } = await lineOf(3)
    pass(890)
    await states(others.slice(1))
    pass(20)
    await Promise.all([1, 2, 3].map(() => expireOrders({ db: own.db, log }, now)))
    expect(await states(others)).toEqual([2, 'yours', 1])
    // Who was away queued anew, behind the one who stayed.
  })

  test('goes on to the next when it is not used in time, and the one who let it go by is out', async () => {
    const { first, made, others } = await lineOf(2)
    dataOf(await cancel(first, made))
    for (let seconds = 0; seconds < 60; seconds += 20) {
      expect(await states(others)).toEqual(['yours', 1])
      pass(20)
    }
    expect(await states(others)).toEqual(['gone', 1])
    await Promise.all([1, 2, 3].map(() => expireReservations({ db: own.db }, now)))
    expect(await states(others)).toEqual(['gone', 'yours'])
    expect(refusalOf(await order(others[0]))).toBe('409 temporary_no_slot')
    expect(await states(others)).toEqual([1, 'yours'])
    expect(await flashBooks(own.db, sale)).toMatchObject({ taken: 1, held: 1, orders: 0 })
  })

  test('goes on at once when the one it is kept for leaves', async () => {
    const { first, made, others } = await lineOf(3)
    dataOf(await leave(others[1]))
    expect(await states(others)).toEqual([1, 'gone', 2])
    dataOf(await cancel(first, made))
    dataOf(await leave(others[0]))
    expect(await states(others)).toEqual(['gone', 'gone', 'yours'])
  })

  test('is free for anybody when nobody waits', async () => {
    const { first, made, others } = await lineOf(1)
    pass(60)
    dataOf(await cancel(first, made))
    const [late] = (await gather(1, 900)) as [Shopper]
    dataOf(await order(late))
    expect(await states([others[0]])).toEqual([1])
  })

  test('between being refused and standing in line is found by asking', async () => {
    const { others } = await lineOf(2)
    await sql`update quota set total = 2 where quota_id = ${sale.quota_id}`.execute(own.db)
    expect(await states(others)).toEqual(['yours', 1])
  })
})

describe('the line ends', () => {
  test('with the window, for those who wait and the one it is kept for', async () => {
    const { first, made, others } = await lineOf(2)
    await sql`update flash_sale set ends_at = ${new Date(now.getTime() + 30_000)}
      where is_active`.execute(own.db)
    dataOf(await cancel(first, made))
    expect((await ask(others[0])).until).toBe(new Date(now.getTime() + 30_000).toISOString())
    pass(30)
    expect(await states(others)).toEqual(['gone', 'gone'])
    await expireReservations({ db: own.db }, now)
    expect(await states(others)).toEqual(['gone', 'gone'])
    expect(await flashBooks(own.db, sale)).toMatchObject({ taken: 0, held: 0 })
    expect(refusalOf(await order(others[0]))).toBe('409 flashsale_ended')
  })

  test('when the last slot is sold for good', async () => {
    const { others } = await lineOf(1)
    await sql`update quota set settled = taken where quota_id = ${sale.quota_id}`.execute(own.db)
    expect(await states([others[0]])).toEqual(['gone'])
  })
})

describe('one customer', () => {
  test('with two tabs has one place, one slot, one order', async () => {
    const { first, made, others } = await lineOf(2)
    for (let press = 0; press < 3; press += 1) await order(others[0])
    expect(await states(others)).toEqual([1, 2])
    dataOf(await cancel(first, made))
    const both = await Promise.all([order(others[0]), order(others[0], other)])
    const codes = both.map((answer) => dataOf<Order>(answer).code)
    expect(codes[0]).toBe(codes[1])
    expect(await flashBooks(own.db, sale)).toEqual({ taken: 1, held: 1, pieces: 1, orders: 1 })
  })

  test('at another token neither sees nor uses what is kept for the first', async () => {
    const { first, made, others } = await lineOf(1)
    const [again] = await gatherShoppers(own.db, { goods: sale, phones: [phoneOf(1)], now })
    expect(refusalOf(await order(again as Shopper))).toBe('409 temporary_no_slot')
    dataOf(await cancel(first, made))
    expect(await states([others[0], again as Shopper])).toEqual(['yours', 'gone'])
    expect((await order(again as Shopper)).status).toBe(409)
    dataOf(await leave(again as Shopper))
    dataOf(await order(others[0]))
    expect(await flashBooks(own.db, sale)).toMatchObject({ taken: 1, orders: 1 })
  })

  test('keeps the slot when the order is refused for something else', async () => {
    const { first, made, others } = await lineOf(1)
    dataOf(await cancel(first, made))
    expect(refusalOf(await order(others[0], door, { grand_total: 1 }))).toBe(
      '409 grand_total_change',
    )
    expect(await states([others[0]])).toEqual(['yours'])
    dataOf(await order(others[0]))
  })
})

test('two processes, a crowd that orders, cancels, leaves and lapses: never more than there is', async () => {
  await closeOffers(own.db)
  sale = await openSale(5)
  const shoppers = await gather(40)
  const doors = [door, other]
  for (let round = 0; round < repeats({ verify: 2, soak: 6 }); round += 1) {
    const answers = await Promise.all(shoppers.flatMap((one) => doors.map((at) => order(one, at))))
    expect(new Set(answers.map(({ status }) => status < 500))).toEqual(new Set([true]))
    const books = await flashBooks(own.db, sale)
    expect(books.taken).toBe(books.held)
    expect(books.taken).toBeLessThanOrEqual(5)
    expect(books.pieces).toBeLessThanOrEqual(books.held)
    const { rows: made } = await sql<{ customer_id: number; code: string }>`
      select customer_id, code from sales_order where state = 'awaiting_payment'
        and created_at >= ${opening}`.execute(own.db)
    await Promise.all([
      ...made.slice(0, 3).flatMap(({ customer_id, code }) => {
        const who = shoppers.find((one) => one.customer_id === customer_id)
        return who ? [cancel(who, { code } as Order)] : []
      }),
      ...shoppers.map((one, n) => (n % 9 === round ? leave(one) : ask(one, doors[n % 2]))),
      ...shoppers.slice(0, 9).map((one) => order(one, other)),
      expireReservations({ db: own.db }, now),
      expireReservations({ db: own.db }, now),
    ])
    pass(round % 2 === 0 ? 70 : 15)
  }
  pass(120)
  await expireReservations({ db: own.db }, now)
  const books = await flashBooks(own.db, sale)
  expect(books.taken).toBe(books.held)
  expect(books.pieces).toBe(books.held)
}, 60_000)
