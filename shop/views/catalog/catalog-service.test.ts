import { default_province_id } from '#pure/default-province.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog, type ColorVariant, type ProductCard } from '#contracts/storefront/catalog.ts'
import { formatDong } from '#pure/money.ts'
import { startCombo } from '#test/support/baskets/small-offers.ts'
import { openCatalog } from '#test/support/catalog.ts'
import { openFlashSale } from '#test/support/flash-crowd.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
let products: Awaited<ReturnType<typeof openCatalog>>
let shop: typeof products.catalog

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  products = await openCatalog(database, () => seeded_at)
  shop = products.catalog
})
afterAll(async () => {
  await products.close()
  await database.close()
})

const here = { province_id: 30 }
const idOf = async (path: string) => (await shop.resolve(null, { path })).id
const productAt = async (path: string, province_id = 30) =>
  shop.product(null, { product_id: await idOf(path), province_id })
const categoryAt = async (path: string) =>
  catalog.category.output.parse(await shop.category(null, { category_id: await idOf(path) }))
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

  test('an inactive product is not found by its address or id', async () => {
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
  test("the menu is in the shop's order", async () => {
    const menu = catalog.menu.output.parse(
      await shop.menu(null, { province_id: default_province_id }),
    )
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

  test('the menu names only prices at which there is something to buy', async () => {
    const bands = async () => {
      const menu = await shop.menu(null, { province_id: default_province_id })
      return menu.find(({ path }) => path === '/tivi')?.price_bands.map(({ name }) => name)
    }
    // No television of the demo costs 10 to 15 million.
    expect(await bands()).toEqual(['Dưới 10 triệu', 'Từ 15 - 25 triệu', 'Trên 25 triệu'])
  })

  test('a change shows at once', async () => {
    const rename = async (name: string) => {
      await sql`update category set name = ${name} where code = 'dien-thoai'`.execute(database.db)
      await products.settle()
      return (await shop.menu(null, { province_id: default_province_id }))[0]?.name
    }
    expect(await rename('Di động')).toBe('Di động')
    expect(await rename('Điện thoại')).toBe('Điện thoại')
  })

  test('a brand whose last product leaves a category leaves the menu at once', async () => {
    const brands = async () =>
      (await shop.menu(null, { province_id: default_province_id })).find(
        ({ path }) => path === '/dien-thoai',
      )?.brands ?? []
    const setActive = async (is_active: boolean) => {
      await sql`update product set is_active = ${is_active} where brand_id =
        (select brand_id from brand where slug = 'apple') and category_id in
        (select category_id from category where code = 'dien-thoai')`.execute(database.db)
      await products.settle()
      return (await brands()).some(({ name }) => name === 'Apple')
    }
    expect(await setActive(false)).toBe(false)
    expect(await setActive(true)).toBe(true)
  })

  test('home has a row of available products per category', async () => {
    const home = catalog.home.output.parse(await shop.home(null, here))
    expect(home.is_empty).toBe(false)
    expect(home.categories.length).toBe(12)
    expect(home.rows[0]?.products).toHaveLength(10)
    expect(home.rows[0]?.products.every((card) => card.is_in_stock && paid(card) !== null)).toBe(
      true,
    )
  })

  test('an empty shop has an empty home page', async () => {
    const bare = await testDatabase()
    const empty = await openCatalog(bare, () => seeded_at)
    const home = await empty.catalog.home(null, here)
    await empty.close()
    await bare.close()
    expect(home).toEqual({ is_empty: true, categories: [], rows: [] })
  })
})

describe('a category', () => {
  test('has its breadcrumb and its children', async () => {
    const [all, headphones] = await Promise.all(['am-thanh', 'tai-nghe'].map(categoryAt))
    expect(all?.children.map((child) => child.path)).toEqual(['/tai-nghe', '/loa'])
    expect(headphones?.breadcrumb.map((crumb) => crumb.name)).toEqual(['Âm thanh', 'Tai nghe'])
    expect(headphones?.meta.canonical_path).toBe('/tai-nghe')
  })

  test('has its questions, with only the allowed markup', async () => {
    const category_id = await idOf('loa')
    await sql`insert into faq (kind, entity_id, position, question, answer) values
      ('category', ${category_id}, 90, 'Loa có chống nước không?', '<p onclick="x()">Có.<script>x()</script></p>')
    `.execute(database.db)
    expect((await categoryAt('loa')).faq.at(-1)).toEqual({
      question: 'Loa có chống nước không?',
      answer: '<p>Có.</p>',
    })
  })

  test('is refused when it does not exist', async () => {
    await expect(shop.category(null, { category_id: 999_999 })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('tags and brands', () => {
  test('have a page with links to the categories of their products', async () => {
    const brand = catalog.brand.output.parse(await shop.brand(null, { slug: 'apple' }))
    expect(brand).toMatchObject({ name: 'Apple', path: '/thuong-hieu/apple' })
    expect(brand.related[0]?.path).toBe('/dien-thoai?brand=apple')
    const { rows } = await sql<{ tag_key: string; name: string }>`
      select tag_key, name from product_tag limit 1`.execute(database.db)
    const [known] = rows
    const tag = catalog.tag.output.parse(await shop.tag(null, { tag_key: known?.tag_key ?? '' }))
    expect(tag.name).toBe(known?.name)
    expect(tag.meta.canonical_path).toBe(`/the-san-pham/${known?.tag_key}`)
    expect(tag.related.length).toBeGreaterThan(0)
  })

  test('are refused when they do not exist', async () => {
    const refused = { code: 'not_found', status: 404 }
    await expect(shop.tag(null, { tag_key: 'khong-co' })).rejects.toMatchObject(refused)
    await expect(shop.brand(null, { slug: 'khong-co' })).rejects.toMatchObject(refused)
  })
})

describe('a product', () => {
  test('has its family, its colours and its specification', async () => {
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
    // Each colour has its own main picture; the further views are shared.
    expect(page.colors.map(({ pictures }) => pictures.length)).toEqual([4, 4, 4, 4])
    expect(new Set(page.colors.map(({ pictures }) => pictures[0]?.src)).size).toBe(4)
    expect(page.colors[1]?.pictures.slice(1)).toEqual(page.colors[0]?.pictures.slice(1))
    expect(page.colors.map(({ views_of }) => views_of)).toEqual([undefined, 'Đen', 'Đen', 'Đen'])
    expect(page.views).toMatchObject([{ kind: 'spin', color_name: 'Đen' }, { kind: 'box' }])
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

  test('shows that it is sold out or has no price', async () => {
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

describe('every colour of the demo shop', () => {
  let colors: ColorVariant[] = []

  beforeAll(async () => {
    const { rows } = await sql<{ product_id: number }>`
      select product_id from product where type = 'configurable' and is_active and used_of is null`.execute(
      database.db,
    )
    for (const { product_id } of rows) {
      colors = [...colors, ...(await shop.product(null, { product_id, ...here })).colors]
    }
  }, 60_000)

  test('says why its price does not get an offer for a payment method', () => {
    const vnpay = '2b2b4fea-ad37-8c8a-f490-4620c279ea24'
    const offered = colors.flatMap(({ price, special_price, payment_problems }) =>
      price === null ? [] : [{ price: special_price ?? price, problem: payment_problems?.[vnpay] }],
    )
    expect(offered.some(({ price }) => price < 5_000_000)).toBe(true)
    for (const { price, problem } of offered) {
      const missing = `Cho đơn từ 5.000.000đ, còn thiếu ${formatDong(5_000_000 - price)}.`
      expect(problem).toBe(price < 5_000_000 ? missing : undefined)
    }
    // Kredivo takes orders up to 50 million.
    const kredivo = '5f0e0003-7c1a-4b52-9d3e-6a1f2c8b0003'
    const dear = colors.filter(
      ({ price, special_price }) => (special_price ?? price ?? 0) > 50_300_000,
    )
    expect(dear.length).toBeGreaterThan(0)
    for (const { payment_problems } of dear) {
      expect(payment_problems?.[kredivo]).toBe('Không dùng được cho đơn có giá trị này.')
    }
  })

  test('prints rows of its price that add up to it', () => {
    const reduced = colors.filter(({ special_price }) => special_price !== null)
    expect(reduced.length).toBeGreaterThan(20)
    const amountOf = (text: string) => Number(text.replaceAll(/[.đ]/g, ''))
    for (const { price, special_price, price_rows = [] } of reduced) {
      const amounts = price_rows.map(([, amount]) => amountOf(amount))
      expect(amounts[0]).toBe(price)
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(special_price)
    }
  })
})

test('the price of ninety days begins with the price that held on the first of them', async () => {
  const item_id = (await productAt('airpods-pro-3')).colors[0]?.item_id ?? 0
  const history = async () => (await shop.priceHistory(null, { item_id })).days
  const [first] = await history()
  expect(first?.day).toBe('2026-06-17')
  await sql`delete from price_day where product_id = ${item_id}`.execute(database.db)
  await sql`insert into price_day (product_id, day, lowest) values (${item_id}, '2026-06-01', 5000000),
    (${item_id}, '2026-06-10', 6000000), (${item_id}, '2026-08-01', 7000000)`.execute(database.db)
  expect(await history()).toEqual([
    { day: '2026-06-17', price: 6_000_000 },
    { day: '2026-08-01', price: 7_000_000 },
  ])
})

test('a gift that the price of a flash sale excludes says so on the page, and is an alternative on the card', async () => {
  const product_id = await idOf('galaxy-z-fold7-12gb-256gb')
  const page = await shop.product(null, { product_id, ...here })
  const gift = page.promotions.find(({ kind }) => kind === 'gift')
  const [color] = page.colors
  const { item_id = 0, price } = color ?? {}
  expect(color?.promotion_problems).toBeUndefined()
  const flash_price = (price ?? 0) / 2
  await openFlashSale(database.db, { item_id, price: flash_price, slots: 5, now: seeded_at })
  await products.settle()
  const [now_in_flash] = (await shop.product(null, { product_id, ...here })).colors
  expect(now_in_flash?.promotion_problems?.[gift?.uuid ?? '']).toBe(
    'Không áp dụng cùng giá Flash Sale.',
  )
  const [card] = await products.search.cards(null, { product_ids: [product_id], ...here })
  expect(card?.promotion).toBe('Hoặc tặng tai nghe Galaxy Buds3 FE')
})

test('a reduction that a lower price replaces is not told on the card, and the page says why', async () => {
  const product_id = await idOf('soundcore-liberty-5')
  const page = await shop.product(null, { product_id, ...here })
  const reduction = page.promotions.find(({ name }) => name.endsWith('giảm 15%'))
  expect(reduction?.kind).toBe('catalogue')
  for (const { item_id } of page.colors) {
    await openFlashSale(database.db, { item_id, price: 500_000, slots: 5, now: seeded_at })
  }
  await products.settle()
  const [in_flash] = (await shop.product(null, { product_id, ...here })).colors
  expect(in_flash?.promotion_problems?.[reduction?.uuid ?? '']).toBe(
    'Giá trên trang đã tốt hơn ưu đãi này.',
  )
  const [card] = await products.search.cards(null, { product_ids: [product_id], ...here })
  expect(card?.special_price).toBe(500_000)
  expect(card?.promotion).toBeUndefined()
})

describe('what costs less with a phone', () => {
  test('is no charger that the cart would warn of', async () => {
    const colorOf = async (path: string) => (await productAt(path)).colors[0]?.item_id ?? 0
    const main_product_id = await idOf('iphone-17-256gb')
    const weak = await colorOf('cu-sac-apple-usb-c-20w')
    const strong = await colorOf('cu-sac-anker-nano-45w-a121d')
    await startCombo(database.db, { main_product_id, product_id: weak, price: 1_000 })
    await startCombo(database.db, { main_product_id, product_id: strong, price: 1_000 })
    await products.settle()
    const item_ids = (await productAt('iphone-17-256gb')).combos.map(({ item_id }) => item_id)
    expect(item_ids).toContain(strong)
    expect(item_ids).not.toContain(weak)
  })
})

describe('accessories that fit', () => {
  const reasonsAt = async (path: string) => {
    const found = await shop.accessories(null, { product_id: await idOf(path), province_id: 30 })
    return found.map(({ path: own, reason }) => `${own} ${reason}`)
  }

  test('are made for the model, or charge it at full speed', async () => {
    expect(await reasonsAt('iphone-17-pro-max-256gb')).toEqual([
      '/dan-cuong-luc-iphone-17-pro-max-zagg-glass-elite Vừa iPhone 17 Pro Max',
      '/op-lung-iphone-17-pro-max-silicone-magsafe Vừa iPhone 17 Pro Max',
      '/cu-sac-apple-40w-dynamic-toi-da-60w Sạc đủ 40W của máy',
      '/cu-sac-anker-nano-45w-a121d Sạc đủ 40W của máy',
      '/cu-sac-samsung-45w-ep-t4511 Sạc đủ 40W của máy',
    ])
  })

  test('leave out chargers without the standard of the device', async () => {
    expect(await reasonsAt('oppo-find-x9-pro-16gb-512gb')).toEqual(
      expect.not.arrayContaining([expect.stringContaining('Sạc đủ')]),
    )
    expect(await reasonsAt('airpods-pro-3')).toEqual([])
  })
})
