import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { transaction } from '#platform/database/postgres.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { dataOf, refusalOf, type Order } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Answer, openDoor, type Door } from '#test/support/door.ts'
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
import { products, freeStock } from '#test/support/small-shop.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

const opening = new Date('2026-11-20T08:00:00Z')
const log = createLog({ service: 'test', level: 'fatal' })
const minute_ms = 60_000
const buyers = repeats({ verify: 80, soak: 200 })

let own: TestDatabase
let door: Door
let now = opening

beforeAll(async () => {
  own = await testDatabase({ small: true })
  await setFreeStock(own.db, 1000, sql`product_id = ${products.phone}`)
  door = await openDoor(own, { now: () => now })
}, 60_000)
afterAll(async () => {
  await door.close()
  await own.close()
})

type Setting = Partial<Parameters<typeof openFlashSale>[1]>

async function openSale(setting: Setting = {}): Promise<FlashItem> {
  now = opening
  await closeOffers(own.db)
  const usual = { item_id: products.phone, price: 20_000_000, slots: 10, now }
  return openFlashSale(own.db, { ...usual, ...setting })
}

const gather = (sale: FlashItem, phones: string[], item_quantity = 1) =>
  gatherShoppers(own.db, { products: sale, phones, item_quantity, now })

const order = ({ token }: Shopper, json: unknown = {}, headers = {}) =>
  door.call('POST', '/api/cart/v1/order', { token, json, headers })

const different = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => phoneOf(from + n))

function tally(answers: readonly Answer[]): Record<string, number> {
  const outcomes = answers.map((answer) => (answer.status === 200 ? '200' : refusalOf(answer)))
  return Object.fromEntries(
    [...Map.groupBy(outcomes, (code) => code)].map(([code, all]) => [code, all.length]),
  )
}

/** Returns the shopper of a list with one element. */
function only(shoppers: readonly Shopper[]): Shopper {
  const [first] = shoppers
  if (first === undefined) throw new RangeError('there is no shopper')
  return first
}

describe('many buyers at once', () => {
  test(`${buyers} buyers of 10 slots: ten orders, all others get temporary_no_slot`, async () => {
    const sale = await openSale()
    const free_before = await freeStock(own.db, products.phone)
    const shoppers = await gather(sale, different(buyers))
    const answers = await Promise.all(shoppers.map((shopper) => order(shopper)))
    expect(tally(answers)).toEqual({ '200': 10, '409 temporary_no_slot': buyers - 10 })
    expect(await flashLedger(own.db, sale)).toEqual({
      taken: 10,
      reserved: 10,
      quantity: 10,
      orders: 10,
    })
    expect(await freeStock(own.db, products.phone)).toBe(free_before - 10)
  })

  test('ten customers who order ten times: one order each, the same answer each time', async () => {
    const sale = await openSale({ slots: 50 })
    const shoppers = await gather(sale, different(10))
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shoppers.map((shopper) => order(shopper))).flat(),
    )
    expect(tally(answers)).toEqual({ '200': 100 })
    const orders = answers.map((answer) => dataOf<Order>(answer))
    const firsts = new Map(orders.map((answered) => [answered.code, answered]))
    expect(firsts.size).toBe(10)
    expect(orders).toEqual(orders.map(({ code }) => firsts.get(code)))
    expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 10, orders: 10 })
  })

  test('one phone at ten guest tokens, in any notation: one order', async () => {
    const sale = await openSale({ slots: 50 })
    const notations = ['0912345678', '0912 345 678', '+84912345678', '0912.345.678', '84912345678']
    const shoppers = await gather(sale, [...notations, ...notations])
    const answers = await Promise.all(shoppers.map((shopper) => order(shopper)))
    expect(tally(answers)).toEqual({ '200': 1, '409 exceed_ordered_item_flashsale': 9 })
    expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 1, orders: 1 })
  })

  test('a quantity of two each of seven slots: three orders, one slot remains', async () => {
    const sale = await openSale({ slots: 7, per_customer: 2 })
    const answers = await Promise.all(
      (await gather(sale, different(20), 2)).map((shopper) => order(shopper)),
    )
    expect(tally(answers)).toEqual({ '200': 3, '409 temporary_no_slot': 17 })
    expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 6, quantity: 6, orders: 3 })
  })
})

describe('refusals of an order (contract §8)', () => {
  test('exceed_quantity_flashsale: a larger quantity than one customer may have', async () => {
    const sale = await openSale()
    const answer = await order(only(await gather(sale, different(1), 2)))
    expect(refusalOf(answer)).toBe('409 exceed_quantity_flashsale')
    expect(answer.body?.error?.data).toMatchObject({ item_id: products.phone, per_customer: 1 })
  })

  test('exceed_ordered_item_flashsale: this customer has one already', async () => {
    const sale = await openSale()
    const [first, again] = await gather(sale, ['0912345678', '0912345678'])
    dataOf(await order(first as Shopper))
    expect(refusalOf(await order(again as Shopper))).toBe('409 exceed_ordered_item_flashsale')
  })

  test('no_available_slot once all are finally sold; without_flash buys at the normal price', async () => {
    const sale = await openSale({ slots: 1, is_online_only: false })
    const [first, late] = (await gather(sale, different(2))) as [Shopper, Shopper]
    expect(dataOf<Order>(await order(first, { payment_method: 'cod' })).state).toBe('pending')
    const answer = await order(late)
    expect(refusalOf(answer)).toBe('409 no_available_slot')
    const grand_total = 30_990_000
    const expected = { item_id: products.phone, name: 'Sản phẩm 11', grand_total }
    expect(answer.body?.error?.data).toEqual(expected)
    const bought = await order(late, { without_flash: true, grand_total })
    expect(dataOf<Order>(bought).totals.grand_total).toBe(30_990_000)
    expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 1, orders: 1 })
  })

  test('flashsale_ended: the price that was shown is over', async () => {
    const sale = await openSale()
    const shopper = only(await gather(sale, different(1)))
    now = new Date(opening.getTime() + 400 * minute_ms)
    const answer = await order(shopper)
    expect(refusalOf(answer)).toBe('409 flashsale_ended')
    expect(answer.body?.error?.data).toMatchObject({ grand_total: 30_990_000 })
  })

  test('invalid_customer: a phone that cannot belong to a customer', async () => {
    const sale = await openSale()
    const answer = await order(only(await gather(sale, ['18001234'])))
    expect(refusalOf(answer)).toBe('409 invalid_customer')
  })

  test('cash on delivery is not offered if the sale must be paid online', async () => {
    const sale = await openSale()
    const answer = await order(only(await gather(sale, different(1))), { payment_method: 'cod' })
    expect(refusalOf(answer)).toBe('409 payment_method_not_available')
  })
})

describe('returned slots', () => {
  test('are returned once when the time to pay is over, and the next buyer gets one', async () => {
    const sale = await openSale({ slots: 1, pay_within_s: 120 })
    const [first, next] = (await gather(sale, different(2))) as [Shopper, Shopper]
    const placed = dataOf<Order>(await order(first))
    expect(placed.expires_at).toBe(new Date(opening.getTime() + 2 * minute_ms).toISOString())
    expect(refusalOf(await order(next))).toBe('409 temporary_no_slot')
    now = new Date(opening.getTime() + 3 * minute_ms)
    await Promise.all([1, 2, 3].map(() => expireOrders({ db: own.db, log }, now)))
    expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 0, reserved: 0 })
    expect(dataOf<Order>(await order(next)).state).toBe('awaiting_payment')
    expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 1, reserved: 1, orders: 1 })
  })

  test('allow a customer whose order expired to buy again', async () => {
    const sale = await openSale({ slots: 5 })
    const [first, again] = (await gather(sale, ['0912345678', '0912345678'])) as [Shopper, Shopper]
    dataOf(await order(first))
    now = new Date(opening.getTime() + 20 * minute_ms)
    await expireOrders({ db: own.db, log }, now)
    dataOf(await order(again))
    expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 1, orders: 1 })
  })
})

describe('a late payment', () => {
  const reopen = (code: string) =>
    transaction(own.db, async (tx) => {
      const { rows } = await sql<{ order_id: number }>`
        select order_id from sales_order where code = ${code}`.execute(tx)
      const locked = await lockOrderById(tx, rows[0]?.order_id ?? 0)
      if (!locked) throw new RangeError(`no order ${code}`)
      const payment = { method: 'bank_transfer', amount: locked.grand_total }
      const moved = await transition(tx, locked, 'reopen', { actor: 'money', payment }, now)
      return moved !== null
    })

  test('reserves slot, limit and stock again, finally', async () => {
    const sale = await openSale({ slots: 1 })
    const free_before = await freeStock(own.db, products.phone)
    const { code } = dataOf<Order>(await order(only(await gather(sale, different(1)))))
    now = new Date(opening.getTime() + 20 * minute_ms)
    await expireOrders({ db: own.db, log }, now)
    expect(await reopen(code)).toBe(true)
    expect(await flashLedger(own.db, sale)).toEqual({
      taken: 1,
      reserved: 1,
      quantity: 1,
      orders: 1,
    })
    expect(await freeStock(own.db, products.phone)).toBe(free_before - 1)
    const late = await order(only(await gather(sale, different(1, 500))))
    expect(refusalOf(late)).toBe('409 no_available_slot')
  })

  test('does not reopen the order if another customer has the slot, and changes nothing', async () => {
    const sale = await openSale({ slots: 1 })
    const [first, next] = (await gather(sale, different(2))) as [Shopper, Shopper]
    const { code } = dataOf<Order>(await order(first))
    now = new Date(opening.getTime() + 20 * minute_ms)
    await expireOrders({ db: own.db, log }, now)
    dataOf(await order(next))
    const free_before = await freeStock(own.db, products.phone)
    expect(await reopen(code)).toBe(false)
    expect(await flashLedger(own.db, sale)).toEqual({
      taken: 1,
      reserved: 1,
      quantity: 1,
      orders: 1,
    })
    expect(await freeStock(own.db, products.phone)).toBe(free_before)
  })

  test('does not reopen the order beyond the limit of the customer', async () => {
    const sale = await openSale({ slots: 5 })
    const [first, again] = (await gather(sale, ['0912345678', '0912345678'])) as [Shopper, Shopper]
    const { code } = dataOf<Order>(await order(first))
    now = new Date(opening.getTime() + 20 * minute_ms)
    await expireOrders({ db: own.db, log }, now)
    dataOf(await order(again))
    expect(await reopen(code)).toBe(false)
    expect(await flashLedger(own.db, sale)).toMatchObject({ taken: 1, orders: 1 })
  })
})

describe('a voucher with few uses', () => {
  test('50 buyers at once of 5 uses: five get it, the others get the total without it, and may confirm', async () => {
    await closeOffers(own.db)
    const sale = await openFlashSale(own.db, {
      item_id: products.phone,
      price: 20_000_000,
      slots: 0,
      now,
    })
    const shoppers = await gather(sale, different(50))
    await sql`with uses as (insert into quota (total) values (5) returning quota_id)
      insert into voucher (code, name, value, quota_id, per_customer)
      select 'MOI100', 'Giảm 100.000đ', 100000, quota_id, 1 from uses`.execute(own.db)
    await sql`update quote_item set flash_sale_item_id = null`.execute(own.db)
    await sql`update quote set voucher_code = 'MOI100', grand_total_seen = 30890000
      where is_open`.execute(own.db)
    const answers = await Promise.all(shoppers.map((shopper) => order(shopper)))
    expect(tally(answers)).toEqual({ '200': 5, '409 grand_total_change': 45 })
    const refused = shoppers.filter((_, n) => answers[n]?.status === 409)
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(answer.body?.error?.data).toEqual({
        previous_total: 30_890_000,
        grand_total: 30_990_000,
        problems: [{ item_id: null, name: 'Giảm 100.000đ', reason: 'voucher' }],
      })
    }
    const again = await Promise.all(refused.map((shopper) => order(shopper)))
    expect(tally(again)).toEqual({ '200': 45 })
    const { rows } = await sql<{ taken: number; adjustments: number }>`
      select taken, (select count(*) from sales_order_adjustment where reference = 'MOI100') as adjustments
      from voucher join quota using (quota_id) where code = 'MOI100'`.execute(own.db)
    expect(rows).toEqual([{ taken: 5, adjustments: 5 }])
  })

  test('one customer at ten guest tokens gets it once', async () => {
    await closeOffers(own.db)
    const sale = await openFlashSale(own.db, {
      item_id: products.phone,
      price: 20_000_000,
      slots: 0,
      now,
    })
    const shoppers = await gather(
      sale,
      Array.from({ length: 10 }, () => '0987654321'),
    )
    await sql`insert into voucher (code, name, value, per_customer)
      values ('MOTLAN', 'Giảm 100.000đ', 100000, 1)`.execute(own.db)
    await sql`update quote_item set flash_sale_item_id = null`.execute(own.db)
    await sql`update quote set voucher_code = 'MOTLAN', grand_total_seen = 30890000
      where is_open`.execute(own.db)
    const answers = await Promise.all(shoppers.map((shopper) => order(shopper)))
    expect(tally(answers)).toEqual({ '200': 1, '409 grand_total_change': 9 })
    const refusal_data = answers.find((answer) => answer.status === 409)?.body?.error?.data
    expect(refusal_data).toMatchObject({ problems: [{ reason: 'voucher', name: 'Giảm 100.000đ' }] })
  })
})

test('an order is read with the same content as the answer to placing it', async () => {
  const sale = await openSale()
  const shopper = only(await gather(sale, different(1)))
  const answer = await order(shopper)
  const read = await door.call('GET', '/api/cart/v1/order', { token: shopper.token })
  expect(dataOf(read)).toEqual(dataOf(answer))
  expect(dataOf(await order(shopper))).toEqual(dataOf(answer))
})
