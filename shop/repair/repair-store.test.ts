import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isServiceItem } from '#pure/formats/item-ids.ts'
import { listRepairItems, listShopsWithPart, type RepairItem } from '#shop/repair/repair-store.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

const first_option = 1_000_000_001

let own: TestDatabase
beforeAll(async () => {
  own = await testDatabase({ seeded: true })
})
afterAll(() => own.close())

describe('repair services of the demo shop', () => {
  test('an option is an item with the price, the warranty and the address of its service', async () => {
    const [item, ...others] = await listRepairItems(own.db, [first_option, 1, 7_000_000_000])
    expect(others).toEqual([])
    expect(item).toEqual<RepairItem>({
      item_id: first_option,
      label: 'Màn linh kiện OLED/GX',
      list_price: 1_880_000,
      price: 1_590_000,
      warranty_months: 6,
      service_id: 1,
      sku: 'SC-iphone-13-thay-man-hinh',
      service_name: 'Thay màn hình iPhone 13',
      url_path: 'thay-man-hinh-iphone-13',
      model_name: 'iPhone 13',
      device_kind: 'dien-thoai',
      part_code: 'thay-man-hinh',
      minutes: 90,
      skill: 'man-hinh',
      needs_part: true,
      thumbnail: '/media/services/thay-man-hinh.webp',
    })
  })

  test('some repair shops have the part, and no other shops', async () => {
    const shops = await listShopsWithPart(own.db, first_option)
    const { rows } = await sql<{ shop_id: number }>`
      select shop_id from shop where 'sua-chua' = any(kinds)`.execute(own.db)
    const repairing = rows.map(({ shop_id }) => shop_id)
    expect(shops.length).toBeGreaterThan(5)
    expect(shops.length).toBeLessThan(repairing.length)
    expect(shops.filter(({ shop_id }) => !repairing.includes(shop_id))).toEqual([])
  })

  test('an option that is switched off is no item', async () => {
    await sql`update repair_option set is_active = false where option_id = ${first_option + 1}`.execute(
      own.db,
    )
    await sql`update repair_service set is_active = false where service_id = 2`.execute(own.db)
    const of_second = first_option + 3
    const items = await listRepairItems(own.db, [first_option, first_option + 1, of_second])
    expect(items.map(({ item_id }) => item_id)).toEqual([first_option])
  })
})

describe('ids of goods and services', () => {
  test('neither takes an id of the other', async () => {
    const goods = sql`update product set product_id = ${first_option} where product_id = (
      select max(product_id) from product)`
    await expect(goods.execute(own.db)).rejects.toThrow(/product_id_is_of_goods/)
    const option = sql`insert into repair_option (option_id, service_id, label, price, warranty_months)
      values (1000000000, 1, 'Hàng thử', 1000, 1)`
    await expect(option.execute(own.db)).rejects.toThrow(/option_id_check/)
  })

  test('a cart takes a service only in type 2, and only one that exists', async () => {
    const { rows } = await sql<{ customer_id: number }>`
      insert into customer (kind, created_at) values ('guest', now()) returning customer_id`.execute(
      own.db,
    )
    const put = (item_id: number, item_type: number) =>
      sql`insert into cart_item (customer_id, item_type, item_id, item_quantity, price_seen, added_at)
        values (${rows[0]?.customer_id}, ${item_type}, ${item_id}, 1, 1000, now())`.execute(own.db)
    await expect(put(first_option, 1)).rejects.toThrow(/cart_item_service_is_booked/)
    await expect(put(first_option + 100_000, 2)).rejects.toThrow(/cart_item_option_id_fkey/)
    await expect(put(999_999_999, 1)).rejects.toThrow(/cart_item_product_id_fkey/)
    await put(first_option, 2)
    await put(1, 1)
    expect([1, 1_000_000_000, first_option].map(isServiceItem)).toEqual([false, false, true])
  })
})
