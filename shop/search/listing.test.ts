import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ColorVariant, ProductCard } from '#contracts/storefront/catalog.ts'
import { type Facet, type Listing, ListingSort, search } from '#contracts/storefront/search.ts'
import { openDemoCatalog } from '#test/support/catalog.ts'

const shop = openDemoCatalog()
const { list } = shop
const idOf = async (path: string) => (await shop.catalog.resolve(null, { path })).id
const paid = (card: Pick<ProductCard, 'price' | 'special_price'>) =>
  card.special_price ?? card.price
const facetOf = ({ facets }: Listing, code: string) => facets.find((facet) => facet.code === code)
/** Every product of a list, page after page. */
const all = async (given: object): Promise<ProductCard[]> => {
  const { total } = await list(given)
  const pages = Array.from({ length: Math.ceil(total / 50) }, (_, index) => index + 1)
  const lists = await Promise.all(pages.map((page) => list({ ...given, page, size: 50 })))
  return lists.flatMap(({ products }) => products)
}

test.each([
  ['galaxy-s26-12gb-256gb', 'Hoặc tặng củ sạc Samsung 45W'],
  ['iphone-17-pro-max-256gb', 'Tặng củ sạc Apple 40W hoặc ưu đãi khác'],
  ['galaxy-z-fold7-12gb-256gb', 'Tặng tai nghe Galaxy Buds3 FE'],
])('the card of %s says what is added, and what is taken instead', async (path, promotion) => {
  const product_ids = [await idOf(path)]
  const [card] = await shop.search.cards(null, { product_ids, province_id: 30 })
  expect(card?.promotion).toBe(promotion)
})

test.each([30, 24, 63, 1])(
  'cards of province %i show the same prices as pages',
  async (province_id) => {
    const cards = await all({ province_id })
    expect(cards.length).toBeGreaterThan(290)
    for (const card of cards) {
      const { colors } = await shop.catalog.product(null, {
        product_id: card.product_id,
        province_id,
      })
      const availability = (color: ColorVariant) =>
        color.price === null ? 2 : color.is_in_stock ? 0 : 1
      const [best] = colors.toSorted(
        (one, other) =>
          availability(one) - availability(other) ||
          (paid(one) ?? 0) - (paid(other) ?? 0) ||
          one.item_id - other.item_id,
      )
      const { flash, member_saving, student_saving } = best ?? {}
      const is_near = flash !== undefined && flash.starts_at < '2026-09-15T17:00'
      expect(card).toMatchObject({
        price: best?.price,
        special_price: best?.special_price,
        is_in_stock: best?.is_in_stock,
        ...(is_near ? { flash } : {}),
        ...(member_saving === undefined ? {} : { member_saving }),
        ...(student_saving === undefined ? {} : { student_saving }),
      })
      // The page begins with the list price, which the card strikes through. The card has shorter names.
      const amounts = (rows: ColorVariant['price_rows']) => rows?.map(([, amount]) => amount)
      expect(amounts(card.price_rows)).toEqual(amounts(best?.price_rows?.slice(1)))
      expect(card.thumbnail?.src).toBe(best?.pictures[0]?.src)
      expect([card.flash !== undefined, card.member_saving, card.student_saving]).toEqual([
        is_near,
        member_saving,
        student_saving,
      ])
    }
  },
)

test('the products in stock in a province are those that SQL finds', async () => {
  for (const province_id of [30, 24, 9]) {
    const { rows } = await sql<{ count: number }>`
      select count(distinct color.parent_id) as count
      from stock join shop using (shop_id) join product color using (product_id)
      join product version on version.product_id = color.parent_id and version.is_active
        and version.used_of is null
      where shop.province_id = ${province_id} and stock.quantity > 0 and shop.is_active
        and 'ban-hang' = any(shop.kinds) and color.is_active
    `.execute(shop.database.db)
    const { in_stock_count } = await list({ province_id })
    expect(in_stock_count).toBe(rows[0]?.count)
    expect((await list({ province_id, in_stock: true })).total).toBe(in_stock_count)
  }
})

describe('facets', () => {
  const questions = [
    { category_id: 1 },
    { category_id: 1, brand: ['apple', 'samsung'], filters: { ram_gb: ['8', '12'] } },
    { category_id: 1, need: ['pin-trau'], min_price: 5_000_000, province_id: 24 },
    { category_id: 3, filters: { ram_gb: ['16'] }, in_stock: true },
    { q: 'samsung', filters: { category: ['dien-thoai'] } },
    {},
  ]

  test.each(questions)(
    '%j: the count of each value is the length of its list',
    async (question) => {
      const { facets } = await list(question)
      expect(facets.length).toBeGreaterThan(1)
      const checks = facets.flatMap((facet) =>
        facet.values.slice(0, 6).map(async ({ value, count }) => {
          const { total } = await list({ ...chosen(question, facet, value), with_facets: false })
          expect([facet.code, value, total]).toEqual([facet.code, value, count])
        }),
      )
      await Promise.all(checks)
    },
  )

  const chosen = (question: object, { code }: Facet, value: string) => {
    if (code === 'brand' || code === 'need') return { ...question, [code]: [value] }
    const { filters = {} } = question as { filters?: object }
    return { ...question, filters: { ...filters, [code]: [value] } }
  }

  test('are in the order of the panel and have values that fit into an address', async () => {
    const phones = await list({ category_id: 1 })
    const codes = phones.facets.map((facet) => facet.code)
    expect(codes.slice(0, 4)).toEqual(['brand', 'need', 'ram_gb', 'storage_gb'])
    expect(codes).toContain('battery_mah')
    for (const { values } of phones.facets) {
      for (const { value } of values) expect(value).toMatch(/^[a-z0-9][a-z0-9.-]*$/)
    }
    expect(
      facetOf(phones, 'ram_gb')
        ?.values.map((each) => each.label)
        .slice(0, 3),
    ).toEqual(
      facetOf(phones, 'ram_gb')
        ?.values.map((each) => `${each.value} GB`)
        .slice(0, 3),
    )
    expect(facetOf(phones, 'screen_inch')?.values.map((each) => each.label)).toContain(
      '6,3 - 6,6 inch',
    )
  })

  test('include a chosen value without products, so that it can be removed', async () => {
    const none = await list({ category_id: 1, brand: ['apple'], max_price: 1_000 })
    expect(none.total).toBe(0)
    const apple = facetOf(none, 'brand')?.values.find((value) => value.value === 'apple')
    expect(apple).toMatchObject({ count: 0, is_selected: true })
  })

  test("include chosen values that are none of an attribute's bands", async () => {
    const [fives] = (await all({ category_id: 1, filters: { battery_mah: ['5000'] } })).slice(0, 1)
    expect(fives).toBeDefined()
    for (const [value, label] of [
      ['5000', '5000 mAh'],
      ['4100-4900', '4100 - 4900 mAh'],
      ['99999', '99999 mAh'],
    ]) {
      const asked = await list({ category_id: 1, filters: { battery_mah: [value] } })
      const chosen = facetOf(asked, 'battery_mah')?.values.filter((each) => each.is_selected)
      expect(chosen).toEqual([{ value, label, count: asked.total, is_selected: true }])
    }
    const broken = await list({ category_id: 1, filters: { battery_mah: ['x', 'constructor'] } })
    expect(facetOf(broken, 'battery_mah')?.values.filter((each) => each.is_selected)).toEqual([])
  })

  test('include a boolean that only some products have', async () => {
    const headphones = await list({ category_id: await idOf('tai-nghe') })
    expect(facetOf(headphones, 'anc')?.values).toMatchObject([{ value: '1', label: 'Có' }])
  })

  test('unknown codes are ignored, unknown values match nothing', async () => {
    const { total } = await list({ category_id: 1 })
    expect((await list({ category_id: 1, filters: { nobody: ['1'] } })).total).toBe(total)
    expect((await list({ category_id: 1, filters: { ram_gb: ['x'] } })).total).toBe(0)
    expect((await list({ category_id: 999_999 })).total).toBe(0)
    expect((await list({ tag: 'khong-co' })).total).toBe(0)
  })
})

test('prices: bands of the category have the counts of their filters', async () => {
  const { price, total } = await list({ category_id: 1 })
  expect(price?.bands[0]).toMatchObject({
    min_price: null,
    max_price: 2_000_000,
    label: 'Dưới 2 triệu',
  })
  for (const { min_price, max_price, count } of price?.bands ?? []) {
    const ends = {
      ...(min_price === null ? {} : { min_price }),
      ...(max_price === null ? {} : { max_price }),
    }
    const band = await list({ category_id: 1, ...ends })
    expect(band.total).toBe(count)
    expect(band.price?.bands.filter((each) => each.is_selected)).toHaveLength(1)
    expect([band.price?.min, band.price?.max]).toEqual([price?.min, price?.max])
  }
  expect(total).toBeGreaterThan(100)
})

describe('sorts', () => {
  const availabilityOf = (card: ProductCard) => (paid(card) === null ? 2 : card.is_in_stock ? 0 : 1)

  test.each(ListingSort.options)('%s: every product once, unavailable ones last', async (sort) => {
    const cards = await all({ category_id: 1, sort })
    const { total } = await list({ category_id: 1 })
    expect(new Set(cards.map((card) => card.product_id)).size).toBe(total)
    const groups = cards.map(availabilityOf)
    expect(groups).toEqual(groups.toSorted())
    expect([groups[0], groups.at(-1)]).toEqual([0, 2])
  })

  test('by price are sorted, also in a province with its own prices', async () => {
    for (const province_id of [30, 24]) {
      const up = (await all({ category_id: 1, sort: 'price-asc', province_id })).filter(
        (card) => availabilityOf(card) === 0,
      )
      const prices = up.map((card) => paid(card) ?? 0)
      expect(prices).toEqual(prices.toSorted((one, other) => one - other))
    }
  })

  test('a page after the last is empty', async () => {
    expect((await list({ category_id: 1, page: 999 })).products).toEqual([])
  })
})

test('a tag lists its members', async () => {
  const { rows } = await sql<{ tag_key: string; count: number }>`
    select tag_key, count(*) as count from product_tag join product_tag_member using (product_tag_id)
    join product using (product_id) where product.is_active and product.type = 'configurable'
    group by tag_key
  `.execute(shop.database.db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { tag_key, count } of rows) expect((await list({ tag: tag_key })).total).toBe(count)
})

test("a tag lists its members in the shop's order, available ones first", async () => {
  const [tag] = await sql<{ tag_key: string; product_tag_id: number }>`
    select tag_key, product_tag_id from product_tag join product_tag_member using (product_tag_id)
    group by 1, 2 having count(*) > 4 limit 1
  `
    .execute(shop.database.db)
    .then(({ rows }) => rows)
  const before = await all({ tag: tag?.tag_key })
  const ids = (cards: ProductCard[]) => cards.map((card) => card.product_id)
  const turned = ids(before).toReversed()
  for (const [position, product_id] of turned.entries()) {
    await shop.database.db
      .updateTable('product_tag_member')
      .set({ position })
      .where('product_tag_id', '=', tag?.product_tag_id ?? 0)
      .where('product_id', '=', product_id)
      .execute()
  }
  const inStock = (cards: ProductCard[]) => cards.filter((card) => card.is_in_stock)
  await expect
    .poll(async () => ids(inStock(await all({ tag: tag?.tag_key }))))
    .toEqual(ids(inStock(before)).toReversed())
  expect(ids(await all({ tag: tag?.tag_key, sort: 'views' }))).toHaveLength(before.length)
})

test('similar products: the same category, other families, available, a similar price', async () => {
  const product_id = await idOf('galaxy-a36-5g-8gb-128gb')
  const similar = search.similar.output.parse(
    await shop.search.similar(null, { product_id, province_id: 30, size: 10 }),
  )
  expect(similar).toHaveLength(10)
  for (const card of similar) {
    expect(card.category_id).toBe(1)
    expect(card.is_in_stock).toBe(true)
    expect(card.name).not.toContain('Galaxy A36')
  }
  expect(await shop.search.similar(null, { product_id: 0, province_id: 30, size: 10 })).toEqual([])
})

test('cards are in the order of the ids, without products that are not on sale', async () => {
  const { products } = await list({ size: 3 })
  const product_ids = products.map((card) => card.product_id).toReversed()
  const cards = await shop.search.cards(null, { product_ids: [0, ...product_ids], province_id: 30 })
  expect(cards.map((card) => card.product_id)).toEqual(product_ids)
})
