import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ListingQuestion, search } from '#contracts/storefront/search.ts'
import { openCatalog } from '#test/support/catalog.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
let shop: Awaited<ReturnType<typeof openCatalog>>

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  shop = await openCatalog(database, () => seeded_at)
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

const find = async (q: string) =>
  search.products.output.parse(
    await shop.search.products(null, ListingQuestion.parse({ q, size: 5 })),
  )
const labelsOf = ({ understood }: Awaited<ReturnType<typeof find>>) =>
  understood?.chips.map(({ label }) => label)

describe('a kind of goods that the shop does not carry', () => {
  test.each([
    ...[
      'tủ lạnh',
      'tu lanh',
      'tủ lanh',
      'điều hòa',
      'điều hoà',
      'dieu hoa',
      'máy lạnh',
      'may lanh',
    ],
    ...['máy giặt', 'may giat', 'may say', 'máy sấy tóc', 'may loc nuoc', 'noi com dien'],
    ...['nồi chiên không dầu', 'lo vi song', 'quạt', 'quat dien', 'bàn là', 'xe máy'],
    ...['tủ đông', 'đèn bàn', 'chuông cửa', 'điện thoại bàn', 'ghe gaming', 'bàn gaming'],
    ...[
      'micro karaoke',
      'máy massage',
      'may suoi',
      'đế tản nhiệt',
      'giá đỡ điện thoại',
      'máy in',
      'apple pencil',
      'dây đồng hồ',
      'airtag',
    ],
  ])('%s is told, and nothing else is shown', async (q) => {
    const { total, understood } = await find(q)
    expect({ total, ...understood }).toMatchObject({ total: 0, absent: q, corrected: null })
  })

  test.each([
    ['tủ lạnh samsung', 'tủ lạnh'],
    ['samsung tu lanh 2 canh', 'tu lanh'],
    ['may giat lg 9kg', 'may giat'],
    ['tủ lạnh dưới 10 triệu', 'tủ lạnh'],
    ['mua máy lạnh panasonic giá rẻ dưới 8 triệu', 'máy lạnh'],
    ['dieu hoa daikin', 'dieu hoa'],
  ])('%s asks for it too: other goods of the brand or price are none', async (q, absent) => {
    const { total, understood } = await find(q)
    expect({ total, ...understood }).toMatchObject({ total: 0, absent, corrected: null })
  })

  test.each([
    ['ổ cắm thông minh cho máy lạnh', /^Ổ cắm/],
    ['bàn phím', /^Bàn phím/],
    ['kính cường lực iphone 15', /^Dán cường lực/],
    ['máy lọc không khí', /^Máy lọc không khí/],
    ['micro sd', /^Thẻ nhớ/],
    ['máy hút bụi', /^Robot hút bụi/],
    ['loa kéo', /^(?:JBL|Loa|Soundbar|Marshall)/],
    ['may choi game', /^(?:Nintendo|PlayStation)/],
    ['robot hut bui tu dong', /^Robot/],
    // Words of the shop: synonyms and the words behind.
    ['máy ảnh', /^DJI Osmo/],
    ['quạt lọc không khí', /^Máy lọc không khí/],
  ])('%s is sold', async (q, name) => {
    const { products, understood } = await find(q)
    expect(understood?.absent).toBeNull()
    expect(products[0]?.name).toMatch(name)
  })
})

test('a kind is sold once a product is called so', async () => {
  const { db } = database
  const one = await db
    .selectFrom('product_family')
    .select(['family_id', 'name'])
    .where('name', '=', 'Máy lọc không khí Xiaomi Smart Air Purifier 4 Compact')
    .executeTakeFirstOrThrow()
  const rename = async (name: string) => {
    await db
      .updateTable('product_family')
      .set({ name })
      .where('family_id', '=', one.family_id)
      .execute()
    await db
      .updateTable('product')
      .set({ name })
      .where('family_id', '=', one.family_id)
      .where('type', '=', 'configurable')
      .execute()
    await shop.settle()
  }
  await rename('Máy giặt Xiaomi 10kg')
  const { products, understood } = await find('máy giặt')
  expect(understood?.absent).toBeNull()
  expect(products[0]?.name).toBe('Máy giặt Xiaomi 10kg')
  await rename(one.name)
  expect((await find('máy giặt')).understood?.absent).toBe('máy giặt')
})

describe('used goods', () => {
  test.each([
    ['iphone 15 cũ', /^iPhone 15 128GB/],
    ['iphone 15 cu', /^iPhone 15 128GB/],
    ['iphone 13 cu gia re', /^iPhone 13 /],
    ['iphone 15 pro max 99%', /^iPhone 15 Pro Max/],
    ['iphone 15 like new', /^iPhone 15 128GB/],
    ['iphone 15 likenew', /^iPhone 15 128GB/],
    ['điện thoại đã qua sử dụng', /iPhone|Galaxy/],
    ['laptop cũ dưới 10 triệu', /^Laptop/],
    ['macbook cũ', /^MacBook/],
    ['tai nghe second hand', /AirPods|soundcore|Sony|JBL/],
  ])('%s: it is told that only new ones are sold', async (q, name) => {
    const { products, understood } = await find(q)
    expect(understood).toMatchObject({ is_used: true, absent: null, corrected: null })
    expect(understood?.answers[0]?.title).toMatch(/cũ/)
    expect(products[0]?.name).toMatch(name)
  })

  test('of a model that is not sold: both are told', async () => {
    const { understood } = await find('macbook air m1 cũ')
    expect(understood).toMatchObject({ is_used: true, absent: 'macbook air m1' })
  })

  test.each(['máy cũ', 'hang cu', 'đồ cũ'])('%s alone leads to answers only', async (q) => {
    const { total, understood } = await find(q)
    expect({ total, is_used: understood?.is_used }).toEqual({ total: 0, is_used: true })
    expect(understood?.answers.length).toBeGreaterThan(0)
  })

  test.each([
    'thu cũ đổi mới',
    'thu cu',
    'thu mua iphone cũ',
    'đổi điện thoại cũ lấy mới',
    'củ sạc',
    'cu sac iphone',
    'đt dưới 3 củ',
    'iphone 15',
  ])('%s asks for none', async (q) => {
    expect((await find(q)).understood?.is_used).toBe(false)
  })
})

describe('an accessory for a model', () => {
  test.each([
    ['cap sac iphone 15', 'Cáp sạc', /^Cáp/],
    ['cáp sạc iphone 15', 'Cáp sạc', /^Cáp/],
    ['cap sac samsung s23', 'Cáp sạc', /^Cáp/],
    ['sạc iphone 15', 'Củ sạc', /^Củ sạc Apple/],
    ['sac iphone 11 pro max', 'Củ sạc', /^Củ sạc Apple/],
    ['cu sac samsung a55', 'Củ sạc', /^Củ sạc Samsung/],
    ['sạc dự phòng iphone 15', 'Pin sạc dự phòng', /^Pin sạc/],
    ['pin sac du phong cho samsung s25', 'Pin sạc dự phòng', /^Pin sạc/],
    ['tai nghe iphone 15', 'Tai nghe', /^AirPods/],
    ['tai nghe cho samsung s24', 'Tai nghe', /^Samsung Galaxy Buds/],
    ['dán màn hình samsung a56', 'Dán màn hình', /^Dán/],
    ['sac macbook air m2', 'Củ sạc', /^Củ sạc Apple/],
  ])('%s is answered by accessories, and no model is called absent', async (q, label, name) => {
    const listing = await find(q)
    expect(listing.understood).toMatchObject({ absent: null, is_loosened: true, corrected: null })
    expect(labelsOf(listing)).toEqual([label])
    expect(listing.products[0]?.name).toMatch(name)
  })

  test.each([
    ['op lung iphone 12', 'op lung iphone 12', /^Ốp lưng iPhone/],
    ['ốp lưng iphone 14 pro', 'ốp lưng iphone 14 pro', /^Ốp lưng iPhone/],
    ['kính cường lực iphone 12', 'kính cường lực iphone 12', /^Dán cường lực/],
  ])('%s must fit: that it is not sold is told', async (q, absent, name) => {
    const { products, understood } = await find(q)
    expect(understood?.absent).toBe(absent)
    expect(products[0]?.name).toMatch(name)
  })

  test('that is there comes first', async () => {
    const { products, understood } = await find('op lung iphone 16')
    expect(understood?.absent).toBeNull()
    expect(products[0]?.name).toMatch(/^Ốp lưng iPhone 16/)
  })
})
