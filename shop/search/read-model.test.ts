import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { seeded_at } from '#test/support/database.ts'
import { openDemoCatalog } from '#test/support/catalog.ts'
import { forgetUnits } from '#test/support/stock-ledger.ts'

let time = seeded_at.getTime()
const shop = openDemoCatalog(() => new Date(time))

const phone = 'galaxy-a36-5g-8gb-128gb'
const change = async (...statements: string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(shop.database.db)
  await shop.settle()
}
const idOf = async (path: string) => (await shop.catalog.resolve(null, { path })).id
const { list } = shop
const cardOf = async (path: string, province_id = 30) => {
  const product_ids = [await idOf(path)]
  return (await shop.search.cards(null, { product_ids, province_id }))[0]
}
const colorsOf = (path: string) =>
  `(select product_id from product where parent_id =
    (select entity_id from slug where kind = 'product' and path = '${path}'))`
// These tests change quantities of two products, not single units.
const counted = [phone, 'airpods-pro-3'].map((path) => `product_id in ${colorsOf(path)}`)
beforeAll(() => forgetUnits(shop.database.db, sql.raw(counted.join(' or '))))
/** A statement that sets what is free of stock rows. */
const movementTo = (free: number, which: string) => `
  insert into stock_movement (product_id, shop_id, quantity, kind)
  select product_id, shop_id, ${free} - quantity, 'count' from stock
  where quantity <> ${free} and ${which}`
const versionOf = (path: string) =>
  `(select entity_id from slug where kind = 'product' and path = '${path}')`

describe('a change in the database shows in lists', () => {
  test('of a price, in the country and in a province', async () => {
    await change(
      `update price set list_price = 9000000, sale_price = 4321000 where product_id in ${colorsOf(phone)} and province_id is null`,
    )
    expect(await cardOf(phone)).toMatchObject({ price: 9_000_000, special_price: 4_321_000 })
    await change(
      `insert into price (product_id, province_id, list_price) select product_id, 24, 3999000 from product where product_id in ${colorsOf(phone)}`,
    )
    expect(await cardOf(phone, 24)).toMatchObject({ price: 3_999_000, special_price: null })
    expect(await cardOf(phone, 30)).toMatchObject({ special_price: 4_321_000 })
    const cheap = await list({
      province_id: 24,
      category_id: 1,
      max_price: 3_999_000,
      sort: 'price-desc',
    })
    expect(cheap.products[0]?.url_path).toBe(phone)
    await change(`delete from price where province_id = 24 and product_id in ${colorsOf(phone)}`)
    expect(await cardOf(phone, 24)).toMatchObject({ special_price: 4_321_000 })
  })

  test('of stock, when it is sold out and available again', async () => {
    await change(movementTo(0, `product_id in ${colorsOf(phone)}`))
    expect((await cardOf(phone))?.is_in_stock).toBe(false)
    const first_color = `(select min(product_id) from product where product_id in ${colorsOf(phone)})`
    await change(movementTo(2, `product_id = ${first_color}`))
    expect((await cardOf(phone))?.is_in_stock).toBe(true)
  })

  test('of a product that is taken off sale', async () => {
    const { total } = await list({ category_id: 1 })
    const product_id = await idOf(phone)
    await change(`update product set is_active = false where product_id = ${product_id}`)
    expect((await list({ category_id: 1 })).total).toBe(total - 1)
    expect(await shop.search.cards(null, { product_ids: [product_id], province_id: 30 })).toEqual(
      [],
    )
    await change(`update product set is_active = true where product_id = ${product_id}`)
    expect((await list({ category_id: 1 })).total).toBe(total)
  })

  test('of a name, a fact and a category', async () => {
    await change(
      `update product set name = 'Điện thoại Thử Nghiệm' where product_id = ${versionOf(phone)}`,
    )
    expect((await cardOf(phone))?.name).toBe('Điện thoại Thử Nghiệm')
    await change(
      `update product_attribute set value_number = 77 where product_id = ${versionOf(phone)}
        and attribute_id = (select attribute_id from attribute where code = 'ram_gb')`,
    )
    const only = await list({ category_id: 1, filters: { ram_gb: ['77'] } })
    expect(only.products.map((card) => card.url_path)).toEqual([phone])
    const laptops = (await list({ category_id: 3 })).total
    await change(`update product set category_id = 3 where product_id = ${versionOf(phone)}`)
    expect((await list({ category_id: 3 })).total).toBe(laptops + 1)
    await change(`update product set category_id = 1 where product_id = ${versionOf(phone)}`)
    expect((await list({ category_id: 3 })).total).toBe(laptops)
  })

  test('of new and deleted products', async () => {
    const { total } = await list({})
    await change(
      `insert into product (product_id, sku, type, family_id, brand_id, category_id, name)
        values (900001, 'NEW', 'configurable', 1, 1, 1, 'Máy mới')`,
      `insert into product (product_id, sku, type, parent_id, family_id, brand_id, category_id, name)
        values (900002, 'NEW-1', 'simple', 900001, 1, 1, 1, 'Máy mới')`,
      `insert into price (product_id, list_price) values (900002, 1234000)`,
      `insert into slug (path, kind, entity_id) values ('may-moi', 'product', 900001)`,
    )
    expect(await cardOf('may-moi')).toMatchObject({ price: 1_234_000, is_in_stock: false })
    expect((await list({})).total).toBe(total + 1)
    await change(
      `delete from product where product_id = 900002`,
      `delete from product where product_id = 900001`,
    )
    expect((await list({})).total).toBe(total)
  })

  test('of categories, brands and filters, by reading everything again', async () => {
    await change(`update attribute set is_filterable = true where code = 'os'`)
    expect((await shop.search.filters(null, {})).map((each) => each.code)).toContain('os')
    await change(`update brand set name = 'Táo' where slug = 'apple'`)
    const { facets } = await list({ category_id: 1 })
    const brands = facets.find((facet) => facet.code === 'brand')?.values
    expect(brands?.find((value) => value.value === 'apple')?.label).toBe('Táo')
  })
})

test('returns the tags that depend on a product: lists, its categories up to the top, its family', async () => {
  const product_id = await idOf('airpods-pro-3')
  const tags = await shop.products.applyChanges(new Set([`product:${product_id}`]))
  const { rows } = await sql<{ tag: string }>`
    select 'category:' || category_id as tag from category where code in ('tai-nghe', 'am-thanh')
  `.execute(shop.database.db)
  expect([...tags]).toEqual(expect.arrayContaining(rows.map((row) => row.tag)))
  expect(tags.has('listing')).toBe(true)
  expect(tags.has('taxonomy')).toBe(false)
  const phone_id = await idOf('iphone-18-pro-max-512gb')
  const relatives = await shop.products.applyChanges(new Set([`product:${phone_id}`]))
  const sibling = await idOf('iphone-18-pro-max-256gb')
  expect(relatives.has(`product:${sibling}`)).toBe(true)
})

test('a change during a full read is not overwritten by it', async () => {
  const reading = shop.products.applyChanges(new Set(['*']))
  await sql
    .raw(
      `update price set sale_price = 4111000 where product_id in ${colorsOf(phone)} and province_id is null`,
    )
    .execute(shop.database.db)
  await reading
  await shop.settle()
  expect((await cardOf(phone))?.special_price).toBe(4_111_000)
})

test('queries are answered during a full read', async () => {
  await shop.products.current()
  const reading = shop.products.applyChanges(new Set(['*']))
  const first = await Promise.race([
    reading.then(() => 'read'),
    list({ page: 2 }).then(() => 'answered'),
  ])
  expect(first).toBe('answered')
  await reading
})

test('a sale that leaves stock in the shop sends no notice', async () => {
  const heard: string[] = []
  const unsubscribe = shop.feed.subscribe(async (tags) => void heard.push(...tags))
  await change(
    movementTo(5, `product_id in ${colorsOf('airpods-pro-3')}`),
    `update stock set quantity = quantity - 1 where product_id in ${colorsOf('airpods-pro-3')}`,
  )
  const before = heard.filter((tag) => tag.startsWith('product:')).length
  await change(
    `update stock set quantity = quantity - 1 where product_id in ${colorsOf('airpods-pro-3')}`,
  )
  unsubscribe()
  expect(heard.filter((tag) => tag.startsWith('product:'))).toHaveLength(before)
})

test('sales are counted after a while', async () => {
  const { rows } = await sql<{ item_id: number }>`
    select product_id as item_id from product where type = 'simple' and parent_id = ${await idOf('nokia-105-4g-pro')} limit 1
  `.execute(shop.database.db)
  await sql`
    with buyer as (insert into customer (kind, created_at) values ('guest', ${seeded_at}) returning customer_id),
    checkout as (insert into quote (customer_id, type, province_id, grand_total_seen, is_open, created_at)
      select customer_id, 1, 30, 0, false, ${seeded_at} from buyer returning quote_id, customer_id),
    new_order as (insert into sales_order (code, customer_id, quote_id, state, province_id, phone, recipient,
        list_total, discount, subtotal, shipping_fee, grand_total, created_at)
      select 'SOLD1', customer_id, quote_id, 'confirmed', 30, '+84900000000', '{}', 0, 0, 0, 0, 0, ${seeded_at}
      from checkout returning order_id)
    insert into sales_order_line (order_id, position, item_id, item_type, item_quantity, sku, name, url_path,
      price, mechanic_price, final_price, line_total)
    select order_id, 0, ${rows[0]?.item_id ?? 0}, 1, 99999, 'S', 'N', 'u', 0, 0, 0, 0 from new_order
  `.execute(shop.database.db)
  time += 11 * 60_000
  await shop.search.filters(null, {})
  await shop.settle()
  const { products } = await list({ category_id: 1, sort: 'selling' })
  expect(products[0]?.url_path).toBe('nokia-105-4g-pro')
})

test('a change that could not be applied at once is published again when it has been', async () => {
  const heard: string[] = []
  const unsubscribe = shop.feed.subscribe(async (tags) => void heard.push(...tags))
  await change(
    `alter table product_tag_member rename to away`,
    `select pg_notify('shop_change', 'product:1')`,
  )
  // Not '*': every page would have to be rendered again, although the database is slow.
  expect(heard).toContain('product:1')
  expect(heard).not.toContain('*')
  heard.length = 0
  await sql.raw('alter table away rename to product_tag_member').execute(shop.database.db)
  const isPublished = () => expect(heard).toEqual(expect.arrayContaining(['product:1', 'listing']))
  await vi.waitFor(isPublished, { timeout: 8_000 })
  unsubscribe()
})
