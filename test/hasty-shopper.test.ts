import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTwice, type Hasty, playScene, scene_names } from '#test/faults/shopper.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { goods, openSmallShop } from '#test/support/small-shop.ts'

let own: TestDatabase
let door: Door
let shop: Hasty

beforeAll(async () => {
  own = await testDatabase()
  await openSmallShop(own.db)
  door = await openDoor(own)
  shop = { ...door, item_id: goods.cable, inDatabase: (work) => work(own.db) }
})
afterAll(async () => {
  await door.close()
  await own.close()
})

test.each(scene_names)('%s: one order, and every answer says it', async (name) => {
  expect(await playScene(name, shop)).toEqual([])
})

test('the form of the page sent twice leads to one order', async () => {
  expect(await formTwice(shop)).toEqual([])
})
