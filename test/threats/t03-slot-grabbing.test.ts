import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Answer, type Door, openDoor } from '#test/support/door.ts'
import {
  closeOffers,
  flashLedger,
  type FlashItem,
  gatherShoppers,
  openFlashSale,
  phoneOf,
  type Shopper,
} from '#test/support/flash-crowd.ts'
import { products, restock } from '#test/support/small-shop.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

// T3: more slots than there are, or more than one customer may have (docs/threats.md). Crowds
// are in test/burst.test.ts; here customers cheat, with limits on.

const opening = new Date('2026-11-20T08:00:00Z')
let own: TestDatabase
let door: Door
let now = opening

beforeAll(async () => {
  own = await testDatabase({ small: true })
  door = await openDoor(own, { now: () => now, env: { RATE_LIMITS: 'on' } })
}, 60_000)
afterAll(async () => {
  await door.close()
  await own.close()
})
beforeEach(async () => {
  await closeOffers(own.db)
  await restock(own.db)
  await setFreeStock(own.db, 1000, sql`product_id = ${products.phone}`)
  // Another day for each test: limits of the test before do not count.
  now = new Date(now.getTime() + 86_400_000)
})

const openSale = (slots: number): Promise<FlashItem> =>
  openFlashSale(own.db, { item_id: products.phone, price: 20_000_000, slots, now })
const gather = (sale: FlashItem, phones: string[], item_quantity = 1) =>
  gatherShoppers(own.db, { products: sale, phones, item_quantity, now })
const order = ({ token }: Shopper, json: object = {}) =>
  door.call('POST', '/api/cart/v1/order', { token, json })

function tally(answers: readonly Answer[]): Record<string, number> {
  const codes = answers.map((answer) => (answer.status === 200 ? '200' : refusalOf(answer)))
  return Object.fromEntries(
    [...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]),
  )
}

test('one customer with 60 guest tokens has one slot; rate limits refuse the rest first', async () => {
  const sale = await openSale(50)
  const shoppers = await gather(sale, Array<string>(60).fill('0912345678'))
  const answers = await Promise.all(shoppers.map((one) => order(one)))
  const { '200': sold, '429 too_many_requests': stopped, ...others } = tally(answers)
  expect([sold, stopped]).toEqual([1, 45])
  expect(others).toEqual({ '409 exceed_ordered_item_flashsale': 14 })
  expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 1, orders: 1 })
})

test('50 parallel posts of one token: one order, and others do not wait for it', async () => {
  const sale = await openSale(50)
  const [greedy, other] = (await gather(sale, [phoneOf(1), phoneOf(2)])) as [Shopper, Shopper]
  const posts = Array.from({ length: 50 }, () => order(greedy))
  const honest = await order(other)
  const answers = await Promise.all(posts)
  expect(dataOf<Order>(honest).totals.subtotal).toBe(20_000_000)
  const sold = answers.filter(({ status }) => status === 200)
  expect(new Set(sold.map((answer) => dataOf<Order>(answer).code)).size).toBe(1)
  expect(Object.keys(tally(answers)).toSorted()).toEqual(['200', '429 too_many_requests'])
  expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 2, orders: 2 })
})

test('repeated ordering and cancelling neither adds nor loses slots', async () => {
  const sale = await openSale(3)
  const [first] = (await gather(sale, [phoneOf(11)])) as [Shopper]
  const first_order = dataOf<Order>(await order(first))
  const cancels = Array.from({ length: 20 }, () =>
    door.call('POST', '/api/cart/v1/order/cancel', {
      token: first.token,
      json: { order_code: first_order.code },
    }),
  )
  expect(tally(await Promise.all(cancels))).toEqual({ '200': 20 })
  expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 0, reserved: 0 })
  const others = await gather(sale, [21, 22, 23, 24, 25].map(phoneOf))
  const answers = await Promise.all(others.map((one) => order(one)))
  expect(tally(answers)).toEqual({ '200': 3, '409 temporary_no_slot': 2 })
  expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 3, reserved: 3 })
})

test('a price, slot or flash sale from the client is not read', async () => {
  const sale = await openSale(0)
  const [late] = (await gather(sale, [phoneOf(31)])) as [Shopper]
  const forged = {
    flash_sale_item_id: sale.flash_sale_item_id,
    quota_id: sale.quota_id,
    final_price: 1,
    flash: { price: 1 },
    customer_key: '+84900000000',
    limit_key: 'x',
    per_customer: 99,
    now: '2020-01-01T00:00:00Z',
  }
  const answer = await order(late, { ...forged, grand_total: 20_000_000 })
  expect(['409 no_available_slot', '409 temporary_no_slot']).toContain(refusalOf(answer))
  expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 0, orders: 0 })
})
