import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog, type ProductCard, type Sort } from '#contracts/catalog.ts'
import { catalogService } from '#shop/catalog/catalog-service.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
let shop: ReturnType<typeof catalogService>
/** A clock that can be pushed on, past what is kept in memory. */
let time = seeded_at.getTime()

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  shop = catalogService({ db: database.db, now: () => new Date(time) })
})
afterAll(() => database.close())

const here = { province_id: 30 }
const idOf = async (path: string) => (await shop.resolve(null, { path })).id
const productAt = async (path: string, province_id = 30) =>
  shop.product(null, { product_id: await idOf(path), province_id })
const categoryAt = async (path: string, given: object = {}) => {
  const input = { category_id: await idOf(path), ...here, page: 1, sort: 'hot' as Sort, ...given }
  return catalog.category.output.parse(await shop.category(null, input))
}
type Card = Pick<ProductCard, 'price' | 'special_price' | 'is_in_stock'>
const paid = (card: Card) => card.special_price ?? card.price

describe('addresses of the root', () => {
  test('name a product or a category', async () => {
    expect(await shop.resolve(null, { path: 'iphone-18-pro-max-256gb' })).toMatchObject({
      kind: 'product',
      moved_to: null,
    })
    expect(await shop.resolve(null, { path: '/dien-thoai' })).toMatchObject({
      kind: 'category',
      moved_to: null,
    })
  })

  test.each([
    ['iphone-18-pro-max', '/iphone-18-pro-max-256gb'],
    ['smartphone', '/dien-thoai'],
    ['IPHONE-18-Pro-Max-256GB', '/iphone-18-pro-max-256gb'],
    ['/dien-thoai/', '/dien-thoai'],
  ])('%s has moved to %s', async (path, moved_to) => {
    expect(await shop.resolve(null, { path })).toMatchObject({ kind: 'moved', moved_to })
  })

  test.each(['', '/', 'khong-co', 'dien-thoai/x', "'; drop table slug; --", '%'])(
    'there is nothing at %j',
    async (path) => {
      await expect(shop.resolve(null, { path })).rejects.toMatchObject({
        code: 'not_found',
        status: 404,
      })
    },
  )

  test('a product that left the shop is gone from its address and its page', async () => {
    const product_id = await idOf('nokia-105-4g-pro')
    await sql`update product set is_active = false where product_id = ${product_id}`.execute(
      database.db,
    )
    await expect(shop.resolve(null, { path: 'nokia-105-4g-pro' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(shop.product(null, { product_id, ...here })).rejects.toMatchObject({
      code: 'not_found',
    })
    await sql`update product set is_active = true where product_id = ${product_id}`.execute(
      database.db,
    )
  })
})

describe('the menu and the home page', () => {
  test('the menu stands in the order of the shop', async () => {
    const menu = catalog.menu.output.parse(await shop.menu(null, {}))
    expect(menu.map((entry) => entry.name).slice(0, 4)).toEqual([
      'Điện thoại',
      'Máy tính bảng',
      'Laptop',
      'Âm thanh',
    ])
    expect(menu[3]?.children.map((child) => child.path)).toEqual(['/tai-nghe', '/loa'])
    expect(menu[0]?.brands[0]).toEqual({ name: 'Apple', path: '/dien-thoai?brand=apple' })
    expect(menu[0]?.featured.length).toBe(6)
  })

  test('a change shows within half a minute', async () => {
    await shop.menu(null, {})
    await sql`update category set name = 'Di động' where code = 'dien-thoai'`.execute(database.db)
    time += 31_000
    expect((await shop.menu(null, {}))[0]?.name).toBe('Di động')
    await sql`update category set name = 'Điện thoại' where code = 'dien-thoai'`.execute(
      database.db,
    )
    time += 31_000
  })

  test('home has a row of products per category, each a thing that can be had', async () => {
    const home = catalog.home.output.parse(await shop.home(null, here))
    expect(home.is_empty).toBe(false)
    expect(home.categories.length).toBe(12)
    expect(home.rows[0]?.products).toHaveLength(10)
    expect(home.rows[0]?.products.every((card) => card.is_in_stock && paid(card) !== null)).toBe(
      true,
    )
  })

  test('an empty shop says so', async () => {
    const bare = await testDatabase()
    const home = await catalogService({ db: bare.db, now: () => seeded_at }).home(null, here)
    await bare.close()
    expect(home).toEqual({ is_empty: true, categories: [], rows: [] })
  })
})

describe('a category', () => {
  test('shows twenty a page, every product once, in the same order each time', async () => {
    const first = await categoryAt('dien-thoai')
    expect(first.list.products).toHaveLength(20)
    const pages = Array.from({ length: Math.ceil(first.list.total / 20) }, (_, index) => index + 1)
    const lists = await Promise.all(pages.map((page) => categoryAt('dien-thoai', { page })))
    const ids = lists.flatMap(({ list }) => list.products.map((card) => card.product_id))
    expect(ids).toHaveLength(first.list.total)
    expect(new Set(ids).size).toBe(first.list.total)
    expect((await categoryAt('dien-thoai', { page: 999 })).list).toMatchObject({
      total: first.list.total,
      products: [],
    })
  })

  test('holds what lies below it', async () => {
    const [all, headphones, speakers] = await Promise.all(
      ['am-thanh', 'tai-nghe', 'loa'].map((path) => categoryAt(path)),
    )
    expect(all?.list.total).toBe((headphones?.list.total ?? 0) + (speakers?.list.total ?? 0))
    expect(headphones?.breadcrumb.map((crumb) => crumb.name)).toEqual(['Âm thanh', 'Tai nghe'])
  })

  test('can be narrowed to a brand', async () => {
    const { list, brands } = await categoryAt('dien-thoai', { brand: 'apple' })
    expect(list.total).toBe(brands.find((brand) => brand.slug === 'apple')?.product_count)
    expect(list.products.every((card) => card.name.startsWith('iPhone'))).toBe(true)
    expect((await categoryAt('dien-thoai', { brand: 'khong-co' })).list.total).toBe(0)
  })

  test('can be narrowed to what is paid here', async () => {
    const { list } = await categoryAt('dien-thoai', { min_price: 4_000_000, max_price: 7_000_000 })
    expect(list.total).toBeGreaterThan(10)
    for (const card of list.products) {
      expect(paid(card)).toBeGreaterThanOrEqual(4_000_000)
      expect(paid(card)).toBeLessThanOrEqual(7_000_000)
    }
  })

  const allCards = async (sort: Sort) => {
    const pages = [1, 2, 3, 4, 5, 6, 7].map((page) => categoryAt('dien-thoai', { page, sort }))
    return (await Promise.all(pages)).flatMap(({ list }) => list.products)
  }
  const shelfOf = (card: Card) => (paid(card) === null ? 2 : card.is_in_stock ? 0 : 1)

  test.each(['price-asc', 'price-desc', 'hot', 'views'] as const)(
    'in the order %s puts what cannot be bought last',
    async (sort) => {
      const shelves = (await allCards(sort)).map(shelfOf)
      expect(shelves).toEqual(shelves.toSorted())
      expect([shelves[0], shelves.at(-1)]).toEqual([0, 2])
    },
  )

  test('goes up or down by what is paid', async () => {
    const prices = async (sort: Sort) =>
      (await allCards(sort)).filter((card) => shelfOf(card) === 0).map((card) => paid(card) ?? 0)
    const [up, down] = [await prices('price-asc'), await prices('price-desc')]
    expect(up).toEqual(up.toSorted((one, other) => one - other))
    expect(down).toEqual(up.toReversed())
  })

  test('shows the price of the province', async () => {
    const priceIn = async (province_id: number) => {
      const { list } = await categoryAt('dien-thoai', { province_id, brand: 'apple' })
      return list.products.map(paid)[0] ?? null
    }
    expect(await priceIn(24)).toBeLessThan((await priceIn(30)) ?? 0)
    expect(await priceIn(63)).toBe(await priceIn(30))
  })

  test('is refused when it does not exist', async () => {
    const input = { category_id: 999_999, ...here, page: 1, sort: 'hot' as const }
    await expect(shop.category(null, input)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a product', () => {
  test('has its family, its colours and its table', async () => {
    const page = catalog.product.output.parse(await productAt('iphone-18-pro-max-512gb'))
    expect(page.name).toBe('iPhone 18 Pro Max 512GB | Chính hãng VN/A')
    expect(page.versions.map(({ label, is_current }) => [label, is_current])).toEqual([
      ['256GB', false],
      ['512GB', true],
      ['1TB', false],
    ])
    expect(page.colors.map((color) => color.color_slug)).toEqual([
      'den',
      'do-ruou-vang',
      'xanh-bang',
      'bac',
    ])
    expect(page.colors[0]?.pictures).toHaveLength(4)
    expect(page.breadcrumb).toEqual([
      { name: 'Điện thoại', path: '/dien-thoai' },
      { name: 'Apple', path: '/dien-thoai?brand=apple' },
      { name: 'iPhone 18 Pro Max 512GB', path: '/iphone-18-pro-max-512gb' },
    ])
    expect(page.specification[0]?.rows).toContainEqual({
      code: 'storage_gb',
      name: 'Bộ nhớ trong',
      value: '512 GB',
      is_key: true,
    })
    expect(page.meta.title).toBe(page.name)
  })

  test('has no label when it is the only version', async () => {
    const page = await productAt('airpods-pro-3')
    expect(page.versions.map((version) => version.label)).toEqual([''])
  })

  test('tells what resembles it: same category, other families, near in price', async () => {
    const page = await productAt('galaxy-a36-5g-8gb-128gb')
    expect(page.similar).toHaveLength(10)
    expect(page.similar.some((card) => card.name.includes('Galaxy A36'))).toBe(false)
    for (const card of page.similar) {
      expect(card.is_in_stock).toBe(true)
      expect(Math.abs((paid(card) ?? 0) - 6_790_000)).toBeLessThan(3_000_000)
    }
  })

  test('that is sold out, or has no price, says so', async () => {
    const gone = await productAt('iphone-14-pro-max-128gb')
    expect(gone.colors.map((color) => color.is_in_stock)).toEqual([false, false, false, false])
    const on_request = await productAt('oppo-find-n5-16gb-512gb')
    expect(on_request.colors.map((color) => color.price)).toEqual([null, null])
    expect(on_request.versions[0]?.price).toBeNull()
  })

  test('is not a colour: that has no page of its own', async () => {
    const page = await productAt('airpods-pro-3')
    const product_id = page.colors[0]?.item_id ?? 0
    await expect(shop.product(null, { product_id, ...here })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
