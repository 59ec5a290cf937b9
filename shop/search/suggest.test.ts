import { afterAll, beforeAll, expect, test } from 'vitest'
import { search } from '#contracts/storefront/search.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openGoods } from '#test/support/goods.ts'

let database: TestDatabase
let products: Awaited<ReturnType<typeof openGoods>>

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  products = await openGoods(database, () => seeded_at)
})
afterAll(async () => {
  await products.close()
  await database.close()
})

const ask = async (q: string) =>
  search.suggest.output.parse(await products.search.suggest(null, { q, province_id: 30, size: 6 }))

test('before anything is typed, what others look for', async () => {
  const { trending, products } = await ask('')
  expect(trending.length).toBeGreaterThan(3)
  expect(trending[0]?.path).toMatch(/^\/tim-kiem\?q=/)
  expect(products).toEqual([])
})

test('half a word without accents shows terms, categories, products and articles', async () => {
  const { terms, categories, products } = await ask('dien th')
  expect(categories[0]).toMatchObject({ name: 'Điện thoại', path: '/dien-thoai' })
  expect(products).toHaveLength(6)
  expect(terms.length).toBeGreaterThan(0)
  expect((await ask('iphone')).posts.length).toBeGreaterThan(0)
})

test('wrong letters are put right, and the right ones are offered', async () => {
  const { terms, products } = await ask('macbok')
  expect(terms[0]?.text).toBe('macbook')
  expect(products[0]?.name).toMatch(/^MacBook/)
})

test('a category offers its needs, a model its sisters, each once', async () => {
  expect((await ask('laptop')).terms.map((term) => term.text)).toContain('laptop chơi game')
  const { products } = await ask('iphone 17')
  expect(products[0]?.name).toMatch(/^iPhone 17 /)
  expect(new Set(products.map((card) => card.name.split(' 256GB')[0])).size).toBeGreaterThan(2)
})

test('a new product is suggested once the change is heard, and gone when it is taken off', async () => {
  const rename = (name: string) =>
    database.db
      .updateTable('product')
      .set({ name })
      .where('type', '=', 'configurable')
      .where('name', '=', name === 'Zyxel Một' ? 'Nokia 3210 4G' : 'Zyxel Một')
      .execute()
  await rename('Zyxel Một')
  await products.settle()
  expect((await ask('zyx')).products[0]?.name).toBe('Zyxel Một')
  await rename('Nokia 3210 4G')
  await products.settle()
  expect((await ask('zyx')).products).toEqual([])
})
