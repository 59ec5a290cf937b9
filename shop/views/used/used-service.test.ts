import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { search } from '#contracts/storefront/search.ts'
import { used as contract } from '#contracts/storefront/trade/used.ts'
import type { z } from 'zod'
import { seeded_at } from '#test/support/database.ts'
import { openDemoShop } from '#test/support/catalog.ts'

const demo = openDemoShop({ now: () => seeded_at })

type Listing = z.output<typeof contract.list.output>

async function list(query: string): Promise<Listing> {
  const { status, body } = await demo.door.call('GET', `/api/used/v1/devices?${query}`)
  expect(status).toBe(200)
  return contract.list.output.parse(body?.data)
}

async function count(where: string): Promise<number> {
  const { rows } = await sql
    .raw<{ n: number }>(`select count(*) as n from used_unit join shop using (shop_id)
      where used_unit.state = 'listed' and ${where}`)
    .execute(demo.own.db)
  return rows[0]?.n ?? -1
}

const quantityOf = ({ cards }: Listing) => cards.reduce((sum, { quantity }) => sum + quantity, 0)

async function all(query: string): Promise<Listing['cards']> {
  const first = await list(`${query}&size=60`)
  const pages = Math.ceil(first.total / 60)
  const rest = await Promise.all(
    Array.from({ length: pages - 1 }, (_, n) => list(`${query}&size=60&page=${n + 2}`)),
  )
  return [first, ...rest].flatMap(({ cards }) => cards)
}

test('the list groups what can be bought, and every filter narrows it', async () => {
  const cards = await all('')
  expect(cards.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(await count('true'))
  const keys = cards.map(({ version_id, grade }) => `${version_id} ${grade}`)
  expect(new Set(keys).size).toBe(keys.length)
  const { rows } = await sql<{ shop_id: number }>`
    select shop_id from used_unit where state = 'listed' order by imei_id limit 1`.execute(
    demo.own.db,
  )
  const shop_id = rows[0]?.shop_id ?? 0
  for (const [query = '', where = ''] of [
    ['grades=good,swapped', `grade in ('good', 'swapped')`],
    ['min_battery=95', 'battery >= 95'],
    ['min_price=5000000&max_price=9000000', 'price between 5000000 and 9000000'],
    ['at_province_id=30', 'province_id in (30, 9, 3)'],
    [`shop_id=${shop_id}`, `used_unit.shop_id = ${shop_id}`],
    [
      'q=iphone%20pro',
      `version_id in (select product_id from product where search_text like '%iphone%' and search_text like '%pro%')`,
    ],
    [
      'kind=laptop',
      `version_id in (select product_id from product join category using (category_id) where code = 'laptop')`,
    ],
  ]) {
    const found = await all(query)
    const expected = await count(where)
    expect(expected).toBeGreaterThan(0)
    expect([query, found.reduce((sum, { quantity }) => sum + quantity, 0)]).toEqual([
      query,
      expected,
    ])
  }
})

test('facets count the devices of a kind, sorts sort, and new prices are the live ones', async () => {
  const found = await list('kind=dien-thoai&sort=price-asc')
  expect(found.kinds.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['dien-thoai', 'laptop', 'may-tinh-bang', 'dong-ho']),
  )
  const phones = found.kinds.find(({ value }) => value === 'dien-thoai')?.quantity
  expect(found.grades.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(phones)
  const prices = found.cards.map(({ price }) => price)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  const dear = await list('kind=dien-thoai&sort=price-desc')
  expect(dear.cards[0]?.price).toBeGreaterThan(prices[0] ?? 0)
  const [card] = found.cards
  const { body } = await demo.door.call(
    'GET',
    `/api/used/v1/product?version_id=${card?.version_id}`,
  )
  const page = contract.product.output.parse(body?.data)
  expect(page.new_goods.price).toBe(card?.new_price)
  const live = await demo.door.call('GET', page.new_goods.path)
  expect(live.text).toContain((card?.new_price ?? 0).toLocaleString('vi-VN'))
  const series = await list(
    `kind=dien-thoai&series=${encodeURIComponent(found.series[0]?.value ?? '')}&size=60`,
  )
  expect(quantityOf(series)).toBe(found.series[0]?.quantity)
})

test('a device shows its passport with the end of its IMEI only, also when it is sold', async () => {
  const { rows } = await sql<{ imei_id: number; state: string; code: string }>`
    select distinct on (used_unit.state) imei_id, used_unit.state, coalesce(imei1, serial) as code
    from used_unit join unit using (unit_id) order by used_unit.state, imei_id`.execute(demo.own.db)
  expect(rows.map(({ state }) => state)).toEqual(['listed', 'sold'])
  for (const { imei_id, state, code } of rows) {
    const { body, text } = await demo.door.call('GET', `/api/used/v1/device?imei_id=${imei_id}`)
    const passport = contract.device.output.parse(body?.data)
    expect(passport).toMatchObject({
      imei_id,
      supply: state,
      imei_tail: code.slice(-4),
      reserved_until: null,
    })
    expect(text).not.toContain(code)
    expect(passport.pictures).toHaveLength(2)
    expect(passport.tests.length).toBeGreaterThan(3)
    expect(passport.new_price).toBeGreaterThan(passport.price)
  }
  await sql`update used_unit set state = 'withdrawn' where imei_id = ${rows[0]?.imei_id}`.execute(
    demo.own.db,
  )
  const gone = await demo.door.call('GET', `/api/used/v1/device?imei_id=${rows[0]?.imei_id}`)
  expect(gone.status).toBe(404)
})

test('used versions are in no list of new goods and in no search, and the new ones name them', async () => {
  const { rows } = await sql<{ product_id: number; used_of: number }>`
    select product_id, used_of from product where used_of is not null and type = 'configurable' limit 200`.execute(
    demo.own.db,
  )
  const ids = new Set(rows.map(({ product_id }) => product_id))
  const listed = await demo.door.call('GET', '/api/search/v1/products?category_id=1&size=200')
  const { products } = search.products.output.parse(listed.body?.data)
  expect(products.length).toBeGreaterThan(50)
  expect(products.filter(({ product_id }) => ids.has(product_id))).toEqual([])
  const of_new = await demo.door.call('GET', `/api/used/v1/of-new?product_id=${rows[0]?.used_of}`)
  expect(of_new.body?.data).toMatchObject({ path: expect.stringMatching(/-cu$/) })
})
