import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { newBuyer, type Buyer } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDoor, type Door } from '#test/support/door.ts'
import { restock } from '#test/support/small-shop.ts'

/** The small shop as an HTTP server with its own clock. Its stock is restored before each test. */
interface Checkout {
  own: TestDatabase
  door: Door
  now: Date
  buyer: () => Promise<Buyer>
}

const opening = new Date('2026-11-20T08:00:00Z')

/** `env` holds settings as environment variables; `gateways` replaces the shop's own gateways. */
export function openCheckout(
  env: Record<string, string> = {},
  gateways?: () => Promise<readonly Gateway[]>,
): Checkout {
  const checkout = { now: opening } as Checkout
  beforeAll(async () => {
    checkout.own = await testDatabase({ small: true })
    const others = gateways === undefined ? {} : { gateways: await gateways() }
    checkout.door = await openDoor(checkout.own, { now: () => checkout.now, env, ...others })
    checkout.buyer = () => newBuyer(checkout.door)
  })
  afterAll(async () => {
    // Undefined if the shop did not open. The error of that is the one to read.
    await checkout.door?.close()
    await checkout.own?.close()
  })
  beforeEach(async () => {
    checkout.now = opening
    await restock(checkout.own.db)
  })
  return checkout
}
