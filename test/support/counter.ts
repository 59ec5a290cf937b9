import { afterAll, beforeAll, beforeEach } from 'vitest'
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

/** `env`: settings of this shop as the environment would give them. */
export function openCounter(env: Record<string, string> = {}): Counter {
  const counter = { now: opening } as Counter
  beforeAll(async () => {
    counter.own = await testDatabase()
    await openSmallShop(counter.own.db)
    counter.door = await openDoor(counter.own, { now: () => counter.now, env })
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
