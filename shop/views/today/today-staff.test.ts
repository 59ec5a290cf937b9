import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { everywhere, staffWith, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout()
let services: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  const providers = await testProviders({ db, now: () => checkout.now, gateways: [cashOnDelivery] })
  services = staffOffice(providers).services
})

async function place(): Promise<void> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  dataOf(await buyer.order())
}

test('counts what waits, since when, and only what the caller may see', async () => {
  const opened_at = checkout.now.toISOString()
  await place()
  checkout.now = new Date(checkout.now.getTime() + 60_000)
  await place()
  await sql`update outbox set state = 'failed', next_attempt_at = null`.execute(checkout.own.db)
  const nothing = { count: 0, is_capped: false, oldest_at: null }
  expect(await services.today.waiting(test_staff, {})).toEqual([
    { kind: 'due_calls', count: 2, is_capped: false, oldest_at: opened_at },
    { kind: 'pending_orders', count: 2, is_capped: false, oldest_at: opened_at },
    { kind: 'orders_to_pack', ...nothing },
    { kind: 'packed_parcels', ...nothing },
    { kind: 'failed_parcels', ...nothing },
    { kind: 'lost_parcels', ...nothing },
    { kind: 'pickups_to_prepare', ...nothing },
    { kind: 'ready_pickups', ...nothing },
    { kind: 'repairs_due_today', ...nothing },
    { kind: 'late_repairs', ...nothing },
    { kind: 'repairs_without_parts', ...nothing },
    { kind: 'repairs_to_approve', ...nothing },
    { kind: 'asked_returns', ...nothing },
    { kind: 'asked_cards', ...nothing },
    { kind: 'new_reviews', ...nothing },
    { kind: 'new_questions', ...nothing },
    { kind: 'asked_refunds', ...nothing },
    { kind: 'refunds', ...nothing },
    { kind: 'reviews', ...nothing },
    { kind: 'failed_messages', count: 2, is_capped: false, oldest_at: opened_at },
  ])
  const accountant = staffWith(everywhere(['refunds.see']))
  const seen = await services.today.waiting(accountant, {})
  expect(seen.map(({ kind }) => kind)).toEqual(['refunds'])
})

test('counts as calls what the queue would give, and as packing what no parcel has', async () => {
  const { db } = checkout.own
  await sql`truncate sales_order cascade`.execute(db)
  const { rows } = await sql<{ staff_id: number }>`
    insert into staff (name, login_name, created_at) values ('Lan', 'lan', now()) returning staff_id`.execute(
    db,
  )
  const lan = { ...test_staff, staff_id: rows[0]?.staff_id ?? 0 }
  await place()
  await place()
  const counts = async () => {
    const tiles = await services.today.waiting(lan, {})
    const of = (wanted: string) => tiles.find(({ kind }) => kind === wanted)?.count
    return { due_calls: of('due_calls'), orders_to_pack: of('orders_to_pack') }
  }
  // Whoever calls an order has it alone for ten minutes; without an answer it is due again later.
  const { call } = await services.calls.nextCall(lan, {})
  expect(await counts()).toEqual({ due_calls: 1, orders_to_pack: 0 })
  const { code: order_code, version } = call?.order ?? { code: '', version: 0 }
  await services.calls.recordCall(lan, { order_code, version, outcome: 'no_answer' })
  expect(await counts()).toEqual({ due_calls: 1, orders_to_pack: 0 })
  checkout.now = new Date(checkout.now.getTime() + 31 * 60_000)
  expect(await counts()).toEqual({ due_calls: 2, orders_to_pack: 0 })
  await sql`update sales_order set state = 'confirmed' where code = ${order_code}`.execute(db)
  expect(await counts()).toEqual({ due_calls: 1, orders_to_pack: 1 })
})

test('sums orders and revenue by day and hour of Vietnam, within reach', async () => {
  const { db } = checkout.own
  await sql`truncate sales_order cascade`.execute(db)
  const placed_at = async (at: string) => {
    await place()
    await sql`update sales_order set created_at = ${new Date(at)}
      where order_id = (select max(order_id) from sales_order)`.execute(db)
  }
  checkout.now = new Date('2026-11-20T03:30:00Z')
  // 23:59 of the day before in Vietnam, and 00:01 of today.
  await placed_at('2026-11-19T16:59:00Z')
  await placed_at('2026-11-19T17:01:00Z')
  await placed_at('2026-11-20T02:10:00Z')
  await sql`update sales_order set state = 'cancelled' where created_at = '2026-11-20T02:10:00Z'`.execute(
    db,
  )
  await placed_at('2026-11-06T17:00:00Z')
  await placed_at('2026-11-06T16:59:00Z')
  const { rows } = await sql<{
    revenue: number
  }>`select max(grand_total) as revenue from sales_order`.execute(db)
  const one = { orders: 1, revenue: rows[0]?.revenue }
  const { days, hours } = await services.today.sales(test_staff, {})
  expect([days.length, hours.length]).toEqual([14, 24])
  expect(days.filter(({ orders }) => orders > 0)).toEqual([
    { day: '2026-11-07', ...one },
    { day: '2026-11-19', ...one },
    { day: '2026-11-20', ...one },
  ])
  expect(days.at(-1)?.day).toBe('2026-11-20')
  expect(hours.filter(({ orders }) => orders > 0)).toEqual([{ hour: 0, orders: 1 }])
  const grants = { 'orders.see': { scope: 'shops', max_amount: null } } as const
  const elsewhere = await services.today.sales(staffWith(grants, [999]), {})
  expect(elsewhere.days.every(({ orders, revenue }) => orders === 0 && revenue === 0)).toBe(true)
})

test('reports a month by shop, way to pay, call and return, each within reach', async () => {
  const { db } = checkout.own
  await sql`truncate sales_order cascade`.execute(db)
  checkout.now = new Date('2026-11-20T03:30:00Z')
  const placed = async (at: string, shop_id: number, state = 'pending') => {
    await place()
    const { rows } = await sql<{ order_id: number; revenue: number }>`
      update sales_order set created_at = ${new Date(at)}, shop_id = ${shop_id}, state = ${state}
      where order_id = (select max(order_id) from sales_order) returning order_id, grand_total as revenue`.execute(
      db,
    )
    return rows[0] ?? { order_id: 0, revenue: 0 }
  }
  // The last minute of October in Vietnam, and the first of November.
  await placed('2026-10-31T16:59:00Z', shops.first)
  const { revenue } = await placed('2026-10-31T17:00:00Z', shops.first)
  const { order_id } = await placed('2026-11-30T16:59:00Z', shops.hanoi)
  await placed('2026-11-30T17:00:00Z', shops.hanoi)
  await placed('2026-11-15T00:00:00Z', shops.hanoi, 'cancelled')
  await sql`with called as (
      insert into staff (name, login_name, created_at) values ('Mai', 'mai', now()) returning staff_id, name
    )
    insert into call_attempt (order_id, position, staff_id, staff_name, outcome, happened_at)
    select ${order_id}, 1, staff_id, name, 'no_answer', '2026-11-19T03:00:00Z' from called`.execute(
    db,
  )
  await sql`insert into return_request (order_id, position, quantity, shop_id, state, asked_by, reason, created_at, updated_at)
    values (${order_id}, 1, 1, ${shops.hanoi}, 'asked', 'shopper', 'faulty', '2026-11-19T03:00:00Z', now())`.execute(
    db,
  )
  const report = await services.today.monthReport(test_staff, {})
  const once = { orders: 1, revenue }
  expect(report).toMatchObject({
    month: '2026-11',
    by_shop: [{ name: 'Cửa hàng 1', ...once }, once],
    by_method: [{ orders: 2, revenue: revenue * 2 }],
    calls: [{ outcome: 'no_answer', count: 1 }],
    returns: [{ reason: 'faulty', count: 1 }],
  })
  const october = await services.today.monthReport(test_staff, { month: '2026-10' })
  expect(october).toMatchObject({ by_shop: [once], calls: [], returns: [] })
  const one_shop = await services.today.monthReport(test_staff, { shop: shops.first })
  expect(one_shop).toMatchObject({ by_shop: [once], calls: [], returns: [] })
  const grants = { 'orders.see': { scope: 'shops', max_amount: null } } as const
  const seller = await services.today.monthReport(staffWith(grants, [shops.first]), {})
  expect(seller).toMatchObject({ by_shop: [once], calls: [], returns: null, stock_ages: null })
})

test('says how long devices with a code are on hand, and their cost to whoever may see it', async () => {
  const { db } = checkout.own
  await sql`delete from unit`.execute(db)
  const days = [0, 29, 30, 89, 90, 400]
  await sql`insert into unit (product_id, serial, state, shop_id, cost, created_at)
    select ${products.cable}, 'AGE-' || day, 'in_stock', ${shops.first}, 1000,
      ${checkout.now}::timestamptz - make_interval(days => day)
    from unnest(${days}::integer[]) day`.execute(db)
  const ages = async (permissions: string[]) => {
    const report = await services.today.monthReport(staffWith(everywhere(permissions)), {})
    return report.stock_ages?.map(({ units, cost }) => [units, cost])
  }
  expect(await ages(['orders.see', 'stock.see', 'stock.cost'])).toEqual([
    [2, 2000],
    [1, 1000],
    [1, 1000],
    [2, 2000],
  ])
  expect((await ages(['orders.see', 'stock.see']))?.map(([, cost]) => cost)).toEqual([
    ...[null, null, null, null],
  ])
})
