import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { countMembers } from '#shop/flows/member/loyalty-jobs.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { deliverOrder } from '#test/goods/deliver-order.ts'
import { dataOf, type Order, type Quote, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { aMember } from '#test/members/loyalty.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'
import { assertStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()
let office: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery, bankTransfer]
  const providers = await testProviders({ db, now: () => checkout.now, gateways })
  office = staffOffice(providers).services
})
afterEach(async () => {
  await assertStock(checkout.own.db)
  const errors = await moneyErrors(checkout.own.db)
  const missing = await countMembers(checkout.own.db, checkout.now)
  if (errors.length + missing.length > 0) throw new RangeError([...errors, ...missing].join('\n'))
})

const member = () => aMember(checkout)

const bought = async (buyer: Awaited<ReturnType<typeof member>>, item_id: number, quantity = 1) => {
  await buyer.prepare(item_id, quantity)
  return dataOf<Order>(await buyer.order())
}

describe('what a member spends', () => {
  test('counts when an order is completed: tier, points and the price of the next order', async () => {
    const lan = await member()
    const first = await bought(lan, products.phone)
    expect(await lan.standing()).toMatchObject({ tier_code: 's-null', spent: 0, points: 0 })
    await deliverOrder(office, first.code)
    // The first order earns by the tier that it was bought with.
    expect(await lan.standing()).toMatchObject({ tier_code: 's-mem', spent: 30_990_000, points: 0 })
    const second = await bought(lan, products.cable, 4)
    await deliverOrder(office, second.code)
    expect(await lan.standing()).toMatchObject({ spent: 31_590_000, points: 3_000 })
  })

  test('falls out of the count at the end of the next year, and its points expire', async () => {
    const lan = await member()
    await deliverOrder(office, (await bought(lan, products.phone)).code)
    await deliverOrder(office, (await bought(lan, products.cable, 4)).code)
    const { db } = checkout.own
    checkout.now = new Date('2027-12-31T16:59:00Z')
    await countMembers(db, checkout.now)
    expect(await lan.standing()).toMatchObject({ tier_code: 's-mem', points: 0 })
    checkout.now = new Date('2027-12-31T17:00:00Z')
    await countMembers(db, checkout.now)
    expect(await lan.standing()).toMatchObject({ tier_code: 's-null', spent: 0, points: 0 })
  })

  test('of a guest counts for nothing', async () => {
    const guest = await checkout.buyer()
    await guest.prepare(products.cable, 4)
    await deliverOrder(office, dataOf<Order>(await guest.order()).code)
    const { rows } = await sql`select from member_order
      where customer_id not in (select customer_id from customer where kind = 'member')`.execute(
      checkout.own.db,
    )
    expect(rows).toEqual([])
  })
})

test('an order of a guest counts once its buyer signs in with the phone of the order', async () => {
  const lan = await member()
  const { phone } = await checkout.own.db
    .selectFrom('member')
    .select('phone')
    .where('customer_id', '=', lan.customer_id)
    .executeTakeFirstOrThrow()
  const guest = await checkout.buyer()
  await guest.prepare(products.cable, 4, { phone })
  await deliverOrder(office, dataOf<Order>(await guest.order()).code)
  dataOf(await lan.call('POST', '/api/cart/v1/login-switch-user', { token: guest.token }))
  expect(await lan.standing()).toMatchObject({ spent: 600_000 })
})

describe('points', () => {
  /** A member with 3,000 points. */
  async function withPoints() {
    const lan = await member()
    await deliverOrder(office, (await bought(lan, products.phone)).code)
    await deliverOrder(office, (await bought(lan, products.cable, 4)).code)
    return lan
  }
  const use = (lan: Awaited<ReturnType<typeof member>>, are_used = true) =>
    lan.call('PUT', '/api/cart/v1/quote/points', { are_used })

  test('pay a part of an order and come back when it is cancelled', async () => {
    const lan = await withPoints()
    const before = await lan.prepare(products.cable)
    expect(before.points).toEqual({ balance: 3_000, most: 3_000, are_used: false })
    const after = dataOf<Quote>(await use(lan))
    expect(after.totals.grand_total).toBe(before.totals.grand_total - 3_000)
    expect(after.totals.adjustments).toMatchObject([{ rule: 'points', amount: 3_000 }])
    const order = dataOf<Order>(await lan.order())
    expect(order.totals.grand_total).toBe(after.totals.grand_total)
    expect(await lan.standing()).toMatchObject({ points: 0 })
    const cancel = `/api/cart/v1/order/cancel`
    dataOf(await lan.call('POST', cancel, { order_code: order.code }))
    expect(await lan.standing()).toMatchObject({ points: 3_000 })
  })

  test('pay for one of two orders that are placed at once', async () => {
    const lan = await withPoints()
    await lan.prepare(products.cable)
    dataOf(await use(lan))
    const answers = await Promise.all(Array.from({ length: 5 }, () => lan.order()))
    const codes = answers.flatMap((answer) =>
      answer.status === 200 ? dataOf<Order>(answer).code : [],
    )
    expect(new Set(codes).size).toBe(1)
    expect(await lan.standing()).toMatchObject({ points: 0 })
    const next = await lan.prepare(products.cable)
    expect(dataOf<Quote>(await use(lan)).totals.adjustments).toEqual([])
    expect(next.points).toEqual({ balance: 0, most: 0, are_used: false })
  })

  test('are for members, and stay in the ledger as they were written', async () => {
    const guest = await checkout.buyer()
    await guest.prepare(products.cable)
    const asked = await guest.call('PUT', '/api/cart/v1/quote/points', { are_used: true })
    expect(refusalOf(asked)).toBe('403 members_only')
    await withPoints()
    const change = sql`update point_entry set points = 9`.execute(checkout.own.db)
    await expect(change).rejects.toThrow('rows of point_entry stay as they are')
    const { rows } = await sql<{ left: number }>`
      select coalesce(sum(case when account = 'taken' then -points else points end), 0)::bigint as left
      from point_entry, (values ('taken'), ('put')) as side (account)`.execute(checkout.own.db)
    expect(rows).toEqual([{ left: 0 }])
  })
})

describe('the price of a member', () => {
  test('is the same in cart, checkout and order, and no guest has it', async () => {
    const { db } = checkout.own
    await sql`insert into price (product_id, customer_group_id, list_price, sale_price)
      select ${products.phone}, customer_group_id, 34990000, 30000000 from customer_group where code = 's-mem'`.execute(
      db,
    )
    await sql`with offer as (insert into promotion (kind, name, percent) values ('member', 'Smember giảm thêm', 1)
      returning promotion_id) insert into promotion_target (promotion_id, product_id)
      select promotion_id, ${products.phone} from offer`.execute(db)
    const lan = await member()
    await deliverOrder(office, (await bought(lan, products.phone)).code)
    dataOf(await lan.add(products.phone))
    const price = 29_700_000
    expect((await lan.cart()).items[0]).toMatchObject({ final_price: price, previous_price: null })
    const quote = dataOf<Quote>(await lan.quote({ [products.phone]: 1 }))
    expect(quote.totals.grand_total).toBe(price)
    dataOf(await lan.address({ email: 'lan@example.vn' }))
    const order = dataOf<Order>(await lan.order({ payment_method: 'cod', grand_total: price }))
    expect(order.totals.grand_total).toBe(price)
    expect(order.items[0]?.price_trace.map(({ rule }) => rule)).toEqual([
      'list',
      'sale',
      'customer_group',
      'member',
    ])
    const guest = await checkout.buyer()
    await guest.add(products.phone)
    expect((await guest.cart()).items[0]?.final_price).toBe(30_990_000)
    await sql`delete from price where customer_group_id is not null`.execute(db)
    await sql`delete from promotion_target`.execute(db)
    await sql`delete from promotion`.execute(db)
  })

  test('holds for so many units in a month, counted per account whatever phone is typed', async () => {
    const { db } = checkout.own
    await sql`with offer as (insert into promotion (kind, name, value, per_customer, period)
      values ('member', 'Smember giảm 20.000đ', 20000, 2, 'month') returning promotion_id)
      insert into promotion_target (promotion_id, product_id) select promotion_id, ${products.cable} from offer`.execute(
      db,
    )
    const lan = await member()
    const total = 2 * 130_000 + 30_000
    expect((await lan.prepare(products.cable, 2)).totals.grand_total).toBe(total)
    dataOf(await lan.order())
    const ordering = async () => {
      await lan.add(products.cable)
      await lan.quote({ [products.cable]: 1 })
      const phone = '0987 654 321'
      return dataOf<Quote>(await lan.address({ phone })).totals.grand_total
    }
    const shown = await ordering()
    expect(shown).toBe(160_000)
    const refused = await lan.order({ payment_method: 'cod', grand_total: shown })
    expect(refusalOf(refused)).toBe('409 grand_total_change')
    expect(refused.body?.error?.data).toMatchObject({
      grand_total: 180_000,
      problems: [{ reason: 'member', name: 'Smember giảm 20.000đ' }],
    })
    dataOf(await lan.order({ payment_method: 'cod', grand_total: 180_000 }))
    checkout.now = new Date('2026-12-01T01:00:00Z')
    expect(await ordering()).toBe(160_000)
    dataOf(await lan.order({ payment_method: 'cod', grand_total: 160_000 }))
    await sql`update promotion set is_active = false`.execute(db)
  })
})
