import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'
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
