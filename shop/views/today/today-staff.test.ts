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
    { kind: 'pending_orders', count: 2, is_capped: false, oldest_at: opened_at },
    { kind: 'confirmed_orders', ...nothing },
    { kind: 'packed_parcels', ...nothing },
    { kind: 'failed_parcels', ...nothing },
    { kind: 'ready_pickups', ...nothing },
    { kind: 'asked_returns', ...nothing },
    { kind: 'refunds', ...nothing },
    { kind: 'reviews', ...nothing },
    { kind: 'failed_messages', count: 2, is_capped: false, oldest_at: opened_at },
  ])
  const accountant = staffWith(everywhere(['refunds.see']))
  const seen = await services.today.waiting(accountant, {})
  expect(seen.map(({ kind }) => kind)).toEqual(['refunds'])
})
