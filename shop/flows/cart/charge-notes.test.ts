import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Buyer, dataOf, newBuyer } from '#test/support/buyer.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let own: TestDatabase
let door: Door

beforeAll(async () => {
  own = await testDatabase({ seeded: true })
  door = await openDoor(own, { now: () => seeded_at })
})
afterAll(async () => {
  await door?.close()
  await own?.close()
})

/** The first colour in stock of the version at an address. */
const itemAt = async (path: string) => {
  const { rows } = await sql<{ item_id: number }>`
    select color.product_id as item_id from slug join product color on color.parent_id = slug.entity_id
    join stock on stock.product_id = color.product_id
    where slug.path = ${path} and slug.kind = 'product' group by color.product_id
    having sum(stock.quantity) > 3 order by color.product_id limit 1`.execute(own.db)
  return rows[0]?.item_id ?? 0
}
const notesOf = async (buyer: Buyer) =>
  (await buyer.cart()).items.flatMap(({ charge_note }) => charge_note ?? [])

test('the cart says which charger is too weak for its phone, until a strong one lies beside it', async () => {
  const buyer = await newBuyer(door)
  dataOf(await buyer.add(await itemAt('cu-sac-apple-usb-c-20w')))
  expect(await notesOf(buyer)).toEqual([])
  dataOf(await buyer.add(await itemAt('iphone-17-256gb')))
  expect(await notesOf(buyer)).toEqual(['iPhone 17 sạc nhanh đến 40W, củ sạc này chỉ cấp 20W.'])
  const page = await door.call('GET', '/cart', {
    headers: { cookie: `token=${buyer.token}` },
  })
  expect(page.text).toContain('iPhone 17 sạc nhanh đến 40W, củ sạc này chỉ cấp 20W.')
  dataOf(await buyer.add(await itemAt('cu-sac-anker-nano-45w-a121d')))
  expect(await notesOf(buyer)).toEqual([])
})
