import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDemoTrade } from '#db/seed/demo-trade.ts'
import { seedDemoShop } from '#db/seed/seed.ts'
import { chargeNotes, isCharger } from '#shop/catalog/charging.ts'
import { findCharging } from '#shop/catalog/charging-store.ts'
import { loadOffered } from '#shop/search/index/product-store.ts'
import { offersIn } from '#shop/pricing/promotion/promotion-table.ts'
import { priceAt } from '#shop/pricing/price/price.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
const statements: string[] = []

beforeAll(async () => {
  database = await testDatabase()
  const counted = database.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await seedDemoShop(counted, { now: () => seeded_at })
})
afterAll(() => database.close())

/** The first column of the first row. */
async function count(query: string): Promise<number> {
  const { rows } = await sql
    .raw<{ n: number }>(`select count(*) as n from ${query}`)
    .execute(database.db)
  return rows[0]?.n ?? -1
}

async function texts(query: string): Promise<string[]> {
  const { rows } = await sql.raw<{ text: string }>(query).execute(database.db)
  return rows.map((row) => row.text)
}

describe('the demo shop', () => {
  test('is written table by table: few statements for any number of products', () => {
    expect(statements.length).toBeGreaterThan(20)
    expect(statements.length).toBeLessThan(150)
  })

  test('has every model, version, colour, province and shop', async () => {
    expect(await count('product_family')).toBe(368)
    expect(await count(`product where type = 'simple' and used_of is null`)).toBe(838)
    expect(await count('province')).toBe(63)
    expect(await count('shop')).toBe(59)
    expect(await count('category where parent_id is null')).toBe(12)
  })

  test('has a case and a screen protector for every smartphone', async () => {
    const lacking = await texts(`select family.name || ' ' || kind.code as text
      from (values ('op-lung'), ('dan-man-hinh')) kind (code), product_family family
      where family.code !~ '^nokia' and family.code not like '%-cu' and exists (
          select from product join category using (category_id)
          where product.family_id = family.family_id and product.used_of is null and category.code = 'dien-thoai')
        and not exists (
          select from product_attribute fit join attribute using (attribute_id)
            join product using (product_id) join category using (category_id)
          where attribute.code = 'fit' and fit.value_text = family.name and category.code = kind.code)`)
    expect(lacking).toEqual([])
  })

  test('gives every version a current address and at least one colour', async () => {
    const lacking = `product v where v.type = 'configurable' and (
      not exists (select from product c where c.parent_id = v.product_id)
      or not exists (select from slug s where s.kind = 'product' and s.entity_id = v.product_id and s.is_current))`
    expect(await count(lacking)).toBe(0)
    expect(
      await texts(`select path as text from slug where path !~ '^[a-z0-9]+([-/][a-z0-9]+)*$'`),
    ).toEqual([])
  })

  test('has products that go on sale some days after the opening, without stock', async () => {
    const coming = `product where launched_on > '2026-09-15'::date`
    expect(await count(coming)).toBeGreaterThan(2)
    expect(await count(`stock join ${coming.replace('where', 'using (product_id) where')}`)).toBe(0)
  })

  test('answers three to five questions of each version', async () => {
    const lacking = `product v where type = 'configurable' and used_of is null and (
      select count(*) from faq where kind = 'product' and entity_id = v.product_id) not between 3 and 5`
    expect(await count(lacking)).toBe(0)
  })

  test('redirects moved addresses to something that is sold', async () => {
    expect(await count('slug where not is_current')).toBeGreaterThan(5)
    expect(await count('slug where entity_id is null')).toBe(0)
  })

  test('shows only pictures that are on disk', async () => {
    const sources = await texts(`select src as text from product_media
      union select thumbnail from category union select unnest(gallery) from shop`)
    const missing = sources.filter(
      (src) => !existsSync(join(import.meta.dirname, src.replace(/^\/(media[^?]*).*/, '$1'))),
    )
    expect(sources.length).toBeGreaterThan(1000)
    expect(missing).toEqual([])
    expect(sources.filter((src) => !isAsItsVersionSays(src))).toEqual([])
    expect(await count('product_media where (blur is null) = (position = 0)')).toBe(0)
    expect(
      await count(`product p where type = 'simple' and not exists
      (select from product_media m where m.product_id = p.product_id)`),
    ).toBe(0)
  })

  test('has sensible prices, sparse by province and group', async () => {
    expect(
      await count('price where list_price <= 0 or sale_price <= 0 or sale_price > list_price'),
    ).toBe(0)
    expect(
      await count(`product p where type = 'simple' and not exists
      (select from price where price.product_id = p.product_id)`),
    ).toBe(3)
    expect(await count('price where province_id is not null')).toBeGreaterThan(20)
    expect(await count('price where customer_group_id is not null')).toBeGreaterThan(100)
  })

  test('has about a third of its items on sale, with the promotions', async () => {
    const { colors, table } = await loadOffered(database.db, null, seeded_at)
    const question = { province_id: 30, customer_group_id: null, now: seeded_at }
    const prices = colors.flatMap(({ item_id: product_id, parent_id: version_id, ...color }) => {
      const { list_price, sale_price } = color
      const row = { product_id, province_id: null, customer_group_id: null, sale_price }
      const offers = offersIn(table, { product_id, version_id, category_ids: [] })
      const rows = list_price === null ? [] : [{ ...row, list_price }]
      return priceAt(rows, offers, question) ?? []
    })
    const reduced = prices.filter(({ list_price, mechanic_price }) => mechanic_price < list_price)
    expect(reduced.length / prices.length).toBeGreaterThan(0.25)
    expect(reduced.length / prices.length).toBeLessThan(0.42)
  })

  test('calls a gift only what costs nothing', async () => {
    const paid = `combo where name ~* 'tặng' and exists (select from combo_item item
      where item.combo_id = combo.combo_id and coalesce(item.price, 1) > 0)`
    expect(await count(paid)).toBe(0)
    expect(await count(`promotion where name ~ '^Tặng' and kind <> 'gift'`)).toBe(0)
  })

  test('gives or sells beside a device only chargers that the cart does not warn of', async () => {
    const { rows } = await sql<{ device: number; item: number }>`
      select combo.main_product_id as device, entry.product_id as item
      from combo join combo_item entry using (combo_id)
      union all
      select target.product_id, promotion.gift_product_id
      from promotion join promotion_target target using (promotion_id)
      where promotion.gift_product_id is not null and target.product_id is not null
    `.execute(database.db)
    const known = await findCharging(
      database.db,
      rows.flatMap(({ device, item }) => [device, item]),
    )
    const by_id = new Map(known.map((one) => [one.item_id, one]))
    const pairs = rows.map(({ device, item }) =>
      [device, item].flatMap((id) => by_id.get(id) ?? []),
    )
    expect(pairs.filter((pair) => pair.some(isCharger)).length).toBeGreaterThan(20)
    expect(pairs.flatMap((pair) => [...chargeNotes(pair).values()])).toEqual([])
  })

  test('is sold out of some colours and low on others', async () => {
    const sums = `(select product_id, sum(quantity) as quantity from stock group by product_id)`
    expect(await count(`${sums} s where quantity = 0`)).toBeGreaterThan(20)
    expect(await count(`${sums} s where quantity between 1 and 3`)).toBeGreaterThan(10)
    expect(await count(`stock join shop using (shop_id) where not 'ban-hang' = any(kinds)`)).toBe(0)
  })

  test('reads facts out of texts into typed attributes', async () => {
    const facts =
      await texts(`select concat_ws(' ', a.code, value_text, value_number, value_boolean) as text
      from product_attribute join attribute a using (attribute_id)
      join slug on slug.entity_id = product_id and kind = 'product'
      where path = 'iphone-18-pro-max-1tb' order by a.position`)
    expect(facts).toEqual(
      expect.arrayContaining([
        'chip A20 Pro',
        'ram_gb 12',
        'storage_gb 1024',
        'screen_inch 6.9',
        'screen_pixels 2868 x 1320 pixel',
        'charge_w 40',
        'sim 1 Nano SIM + 1 eSIM',
        'nfc t',
        'warranty_months 12',
      ]),
    )
  })

  test('has at least 25 facts about every phone and laptop', async () => {
    const few =
      await texts(`select product.name || ' ' || count(*) as text from product join category using (category_id)
      join product_attribute using (product_id) join slug on slug.kind = 'category' and slug.entity_id = category_id
      where slug.path in ('dien-thoai', 'laptop') and type = 'configurable'
      group by product_id having count(*) < 25`)
    expect(few).toEqual([])
  })

  test('writes texts of p, span and a only', async () => {
    expect(
      await texts(`select description as text from product
      where regexp_replace(description, '</?(p|span|a href="/[a-z-]+"|a)>', '', 'g') ~ '[<>]'`),
    ).toEqual([])
  })

  test('gives new rows higher ids than its own', async () => {
    const { rows } = await sql<{ brand_id: number }>`
      insert into brand (name, slug) values ('Thử', 'thu') returning brand_id
    `.execute(database.db)
    expect(rows[0]?.brand_id).toBe(await count('brand'))
  })
})

describe('offers', () => {
  test('exist, each with products that it applies to', async () => {
    expect(await count('promotion')).toBe((await readDemoTrade()).promotions.length)
    expect(
      await count(`promotion where kind <> 'payment' and not exists (
      select from promotion_target t where t.promotion_id = promotion.promotion_id)`),
    ).toBe(0)
    expect(await count('flash_sale')).toBe(9)
    expect(await count('flash_sale_item')).toBe(126)
    expect(await count('voucher')).toBe(8)
    expect(await count('combo_item')).toBeGreaterThan(100)
  })

  test('make every flash price the lowest that a guest could pay', async () => {
    const items = sql<{ product_id: number; price: number }>`
      select product_id, price from flash_sale_item`
    const { rows } = await items.execute(database.db)
    const { colors, table } = await loadOffered(database.db, null, seeded_at)
    const question = { province_id: 30, customer_group_id: null, now: seeded_at }
    const standing = new Map(
      colors.map(({ item_id: product_id, parent_id: version_id, list_price, sale_price }) => {
        const row = { product_id, province_id: null, customer_group_id: null, sale_price }
        const offers = offersIn(table, { product_id, version_id, category_ids: [] })
        const rows = list_price === null ? [] : [{ ...row, list_price }]
        return [product_id, priceAt(rows, offers, question)?.mechanic_price ?? 0]
      }),
    )
    const dearer = rows.filter((row) => row.price >= (standing.get(row.product_id) ?? 0))
    expect(dearer).toEqual([])
  })
})

test('the same data gives the same shop', async () => {
  // Seeded by another run of the same function, which the other tests of the demo shop share.
  const again = await testDatabase({ seeded: true })
  const print = sql<{ print: string }>`
    select md5(string_agg(row_text, '|' order by row_text)) as print
    from (
      select (to_jsonb(p) - 'changed_at')::text as row_text from product p union all
      select concat(product_id, province_id, customer_group_id, list_price, sale_price) from price union all
      select s::text from stock s
    ) lines
  `
  const [first, second] = await Promise.all([print.execute(database.db), print.execute(again.db)])
  await again.close()
  expect(second.rows).toEqual(first.rows)
})

/** The address of a product's picture contains a hash of its content, so that it may be cached for ever. */
function isAsItsVersionSays(src: string): boolean {
  const [, file = '', version] = /^\/(media[^?]*)(?:\?v=(\w+))?$/.exec(src) ?? []
  if (version === undefined) return !file.startsWith('media/products/')
  const bytes = readFileSync(join(import.meta.dirname, file))
  return createHash('sha256').update(bytes).digest('hex').startsWith(version)
}
