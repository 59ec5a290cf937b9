import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { newBuyer, type Buyer } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDoor, type Door } from '#test/support/door.ts'
import { openSmallShop, restock } from '#test/support/small-shop.ts'

/** The small shop behind a door with a clock of its own; shelves are full again before each test. */
export interface Counter {
  own: TestDatabase
  door: Door
  now: Date
  buyer: () => Promise<Buyer>
}

const opening = new Date('2026-11-20T08:00:00Z')

/** `env`: settings of this shop as the environment would give them; `gateways`: other ways to pay. */
export function openCounter(
  env: Record<string, string> = {},
  gateways?: () => Promise<readonly Gateway[]>,
): Counter {
  const counter = { now: opening } as Counter
  beforeAll(async () => {
    counter.own = await testDatabase()
    await openSmallShop(counter.own.db)
    const others = gateways === undefined ? {} : { gateways: await gateways() }
    counter.door = await openDoor(counter.own, { now: () => counter.now, env, ...others })
    counter.buyer = () => newBuyer(counter.door)
  })
  afterAll(async () => {
    await counter.door.close()
    await counter.own.close()
  })
  beforeEach(async () => {
    counter.now = opening
    await restock(counter.own.db)
  })
  return counter
}
