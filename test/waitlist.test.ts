import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WaitlistPosition } from '#contracts/storefront/promotion.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireReservations } from '#shop/flows/expire-reservations.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import {
  closeOffers,
  flashLedger,
  type FlashItem,
  gatherShoppers,
  openFlashSale,
  phoneOf,
  type Shopper,
} from '#test/support/flash-crowd.ts'
import { repeats } from '#test/support/repeats.ts'
import { products } from '#test/support/small-shop.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

// The waitlist for flash slots that others have reserved: the customer who waits longest gets the next one.

const opening = new Date('2026-11-20T08:00:00Z')
const log = createLog({ service: 'test', level: 'fatal' })

let own: TestDatabase
let door: Door
let other: Door
let now = opening
let sale: FlashItem

beforeAll(async () => {
  own = await testDatabase({ small: true })
  await setFreeStock(own.db, 1000, sql`product_id = ${products.phone}`)
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
  openFlashSale(own.db, { item_id: products.phone, price: 20_000_000, slots, now, ...setting })
const pass = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1_000))
const gather = async (count: number, from = 0): Promise<Shopper[]> =>
  gatherShoppers(own.db, {
    products: sale,
    phones: Array.from({ length: count }, (_, n) => phoneOf(from + n)),
    now,
  })
const order = ({ token }: Shopper, at = door, json: unknown = {}) =>
  at.call('POST', '/api/cart/v1/order', { token, json })
const cancel = ({ token }: Shopper, { code }: Order) =>
  door.call('POST', '/api/cart/v1/order/cancel', { token, json: { order_code: code } })
const ask = async ({ token }: Shopper, at = door) =>
  dataOf<WaitlistPosition>(await at.call('POST', '/api/promotion/v1/waitlist', { token, json: {} }))
const states = async (shoppers: readonly Shopper[]) => {
  const positions = []
  for (const shopper of shoppers) positions.push(await ask(shopper))
  return positions.map(({ state, place }) => place ?? state)
}
// The former address of this operation.
const leave = ({ token }: Shopper) => door.call('DELETE', '/api/promotion/v1/slot-wait', { token })

/** One shopper has the only slot, and `count` others wait in sequence. */
async function waitlistOf(count: number) {
  const [first, ...others] = (await gather(count + 1)) as [Shopper, ...Shopper[]]
  const placed = dataOf<Order>(await order(first))
  for (const shopper of others)
    expect(refusalOf(await order(shopper))).toBe('409 temporary_no_slot')
  return { first, placed, others: others as [Shopper, Shopper, Shopper] }
}

describe('a returned slot', () => {
  test('is reserved for the first of the waitlist, and no other buyer gets it', async () => {
    const { first, placed, others } = await waitlistOf(3)
    expect(await states(others)).toEqual([1, 2, 3])
    dataOf(await cancel(first, placed))
    const [third] = (await gather(1, 900)) as [Shopper]
    expect(refusalOf(await order(third))).toBe('409 temporary_no_slot')
    expect(refusalOf(await order(others[1]))).toBe('409 temporary_no_slot')
    expect(await states([...others, third])).toEqual(['yours', 1, 2, 3])
    expect((await ask(others[0])).until).toBe(new Date(now.getTime() + 60_000).toISOString())
    expect(dataOf<Order>(await order(others[0])).totals.subtotal).toBe(20_000_000)
    expect(await states([...others, third])).toEqual(['gone', 1, 2, 3])
    expect(await flashLedger(own.db, sale)).toEqual({
      taken: 1,
      reserved: 1,
      quantity: 1,
      orders: 1,
    })
  })

  test('is also returned by time, and skips a customer who no longer asks', async () => {
    const { others } = await waitlistOf(3)
    pass(890)
    await states(others.slice(1))
    pass(20)
    await Promise.all([1, 2, 3].map(() => expireOrders({ db: own.db, log }, now)))
    expect(await states(others)).toEqual([2, 'yours', 1])
    // The customer who was away joined again, behind the one who stayed.
  })

  test('goes to the next customer if it is not used in time, and the first one leaves the waitlist', async () => {
    const { first, placed, others } = await waitlistOf(2)
    dataOf(await cancel(first, placed))
    for (let seconds = 0; seconds < 60; seconds += 20) {
      expect(await states(others)).toEqual(['yours', 1])
      pass(20)
    }
    expect(await states(others)).toEqual(['gone', 1])
    await Promise.all([1, 2, 3].map(() => expireReservations({ db: own.db }, now)))
    expect(await states(others)).toEqual(['gone', 'yours'])
    expect(refusalOf(await order(others[0]))).toBe('409 temporary_no_slot')
    expect(await states(others)).toEqual([1, 'yours'])
    expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 1, reserved: 1, orders: 0 })
  })

  test('goes to the next at once when its customer leaves', async () => {
    const { first, placed, others } = await waitlistOf(3)
    dataOf(await leave(others[1]))
    expect(await states(others)).toEqual([1, 'gone', 2])
    dataOf(await cancel(first, placed))
    dataOf(await leave(others[0]))
    expect(await states(others)).toEqual(['gone', 'gone', 'yours'])
  })

  test('is free when no customer waits', async () => {
    const { first, placed, others } = await waitlistOf(1)
    pass(60)
    dataOf(await cancel(first, placed))
    const [late] = (await gather(1, 900)) as [Shopper]
    dataOf(await order(late))
    expect(await states([others[0]])).toEqual([1])
  })

  test('that comes between the refusal and joining the waitlist is given at the next request', async () => {
    const { others } = await waitlistOf(2)
    await sql`update quota set total = 2 where quota_id = ${sale.quota_id}`.execute(own.db)
    expect(await states(others)).toEqual(['yours', 1])
  })
})

describe('the waitlist ends', () => {
  test('with the flash sale, for waiting customers and for the one with a reserved slot', async () => {
    const { first, placed, others } = await waitlistOf(2)
    await sql`update flash_sale set ends_at = ${new Date(now.getTime() + 30_000)}
      where is_active`.execute(own.db)
    dataOf(await cancel(first, placed))
    expect((await ask(others[0])).until).toBe(new Date(now.getTime() + 30_000).toISOString())
    pass(30)
    expect(await states(others)).toEqual(['gone', 'gone'])
    await expireReservations({ db: own.db }, now)
    expect(await states(others)).toEqual(['gone', 'gone'])
    expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 0, reserved: 0 })
    expect(refusalOf(await order(others[0]))).toBe('409 flashsale_ended')
  })

  test('when the last slot is finally sold', async () => {
    const { others } = await waitlistOf(1)
    await sql`update quota set settled = taken where quota_id = ${sale.quota_id}`.execute(own.db)
    expect(await states([others[0]])).toEqual(['gone'])
  })
})

describe('one customer', () => {
  test('with two tabs has one position, one slot, one order', async () => {
    const { first, placed, others } = await waitlistOf(2)
    for (let press = 0; press < 3; press += 1) await order(others[0])
    expect(await states(others)).toEqual([1, 2])
    dataOf(await cancel(first, placed))
    const both = await Promise.all([order(others[0]), order(others[0], other)])
    const codes = both.map((answer) => dataOf<Order>(answer).code)
    expect(codes[0]).toBe(codes[1])
    expect(await flashLedger(own.db, sale)).toEqual({
      taken: 1,
      reserved: 1,
      quantity: 1,
      orders: 1,
    })
  })

  test('with another token neither sees nor uses the slot reserved for the first', async () => {
    const { first, placed, others } = await waitlistOf(1)
    const [again] = await gatherShoppers(own.db, { products: sale, phones: [phoneOf(1)], now })
    expect(refusalOf(await order(again as Shopper))).toBe('409 temporary_no_slot')
    dataOf(await cancel(first, placed))
    expect(await states([others[0], again as Shopper])).toEqual(['yours', 'gone'])
    expect((await order(again as Shopper)).status).toBe(409)
    dataOf(await leave(again as Shopper))
    dataOf(await order(others[0]))
    expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 1, orders: 1 })
  })

  test('keeps the reserved slot when the order is refused for another reason', async () => {
    const { first, placed, others } = await waitlistOf(1)
    dataOf(await cancel(first, placed))
    expect(refusalOf(await order(others[0], door, { grand_total: 1 }))).toBe(
      '409 grand_total_change',
    )
    expect(await states([others[0]])).toEqual(['yours'])
    dataOf(await order(others[0]))
  })
})

test('two processes, many shoppers who order, cancel, leave and expire: never more slots than exist', async () => {
  await closeOffers(own.db)
  sale = await openSale(5)
  const shoppers = await gather(40)
  const doors = [door, other]
  for (let round = 0; round < repeats({ verify: 2, soak: 6 }); round += 1) {
    const answers = await Promise.all(
      shoppers.flatMap((shopper) => doors.map((at) => order(shopper, at))),
    )
    expect(new Set(answers.map(({ status }) => status < 500))).toEqual(new Set([true]))
    const ledger = await flashLedger(own.db, sale)
    expect(ledger.taken).toBe(ledger.reserved)
    expect(ledger.taken).toBeLessThanOrEqual(5)
    expect(ledger.quantity).toBeLessThanOrEqual(ledger.reserved)
    const { rows: placed } = await sql<{ customer_id: number; code: string }>`
      select customer_id, code from sales_order where state = 'awaiting_payment'
        and created_at >= ${opening}`.execute(own.db)
    await Promise.all([
      ...placed.slice(0, 3).flatMap(({ customer_id, code }) => {
        const owner = shoppers.find((shopper) => shopper.customer_id === customer_id)
        return owner ? [cancel(owner, { code } as Order)] : []
      }),
      ...shoppers.map((shopper, n) =>
        n % 9 === round ? leave(shopper) : ask(shopper, doors[n % 2]),
      ),
      ...shoppers.slice(0, 9).map((shopper) => order(shopper, other)),
      expireReservations({ db: own.db }, now),
      expireReservations({ db: own.db }, now),
    ])
    pass(round % 2 === 0 ? 70 : 15)
  }
  pass(120)
  await expireReservations({ db: own.db }, now)
  const ledger = await flashLedger(own.db, sale)
  expect(ledger.taken).toBe(ledger.reserved)
  expect(ledger.quantity).toBe(ledger.reserved)
}, 60_000)
