import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTwice, type HastyShop, runScenario, scenario_names } from '#test/faults/shopper.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { products } from '#test/support/small-shop.ts'

let own: TestDatabase
let door: Door
let shop: HastyShop

beforeAll(async () => {
  own = await testDatabase({ small: true })
  door = await openDoor(own)
  shop = { ...door, item_id: products.cable, inDatabase: (work) => work(own.db) }
})
afterAll(async () => {
  await door.close()
  await own.close()
})

test.each(scenario_names)('%s: one order, and every answer contains it', async (name) => {
  expect(await runScenario(name, shop)).toEqual([])
})

test('the form of the page sent twice leads to one order', async () => {
  expect(await formTwice(shop)).toEqual([])
})
