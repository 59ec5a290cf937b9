import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clock_scenarios, type ShiftedShop, runClock, shifts } from '#test/faults/clock.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { products } from '#test/support/small-shop.ts'

const noon = new Date('2026-11-20T05:00:00Z')

let own: TestDatabase
let doors: Door[]
let work: ShiftedShop

beforeAll(async () => {
  own = await testDatabase({ small: true })
  let by_ms = 0
  const now = () => new Date(noon.getTime() + by_ms)
  doors = [await openDoor(own, { now }), await openDoor(own, { now: () => noon })]
  const [shifted, right] = doors
  if (!shifted || !right) throw new ReferenceError('two servers are needed')
  const turn = (ms: number) => void (by_ms = ms)
  work = { call: shifted.call, db: own.db, item_id: products.cable, turn, now, right }
})
afterAll(async () => {
  for (const door of doors) await door.close()
  await own.close()
})

describe.each(Object.entries(shifts))('clock %s', (_shift, by_ms) => {
  test.each(clock_scenarios)('%s', async (name) => {
    expect(await runClock(name, work, by_ms)).toEqual([])
  })
})
