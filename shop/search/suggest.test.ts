import { expect, test } from 'vitest'
import { search } from '#contracts/storefront/search.ts'
import { openDemoCatalog } from '#test/support/catalog.ts'

const shop = openDemoCatalog()
const ask = async (q: string) =>
  search.suggest.output.parse(await shop.search.suggest(null, { q, province_id: 30, size: 6 }))

test('an empty query gives trending terms', async () => {
  const { trending, products } = await ask('')
  expect(trending.length).toBeGreaterThan(3)
  expect(trending[0]?.path).toMatch(/^\/tim-kiem\?q=/)
  expect(products).toEqual([])
})

test('an incomplete word without accents gives terms, categories, products and articles', async () => {
  const { terms, categories, products } = await ask('dien th')
  expect(categories[0]).toMatchObject({ name: 'Điện thoại', path: '/dien-thoai' })
  expect(products).toHaveLength(6)
  expect(terms.length).toBeGreaterThan(0)
  expect((await ask('iphone')).posts.length).toBeGreaterThan(0)
})

test('wrong letters are corrected, and the corrected term is suggested', async () => {
  const { terms, products } = await ask('macbok')
  expect(terms[0]?.text).toBe('macbook')
  expect(products[0]?.name).toMatch(/^MacBook/)
})

test('suggestions tell that a model is not sold, keep the budget, and answer questions of terms', async () => {
  const absent = await ask('iphone 12 mini')
  expect(absent).toMatchObject({ absent: 'iphone 12 mini' })
  expect(absent.products[0]?.name).toMatch(/^iPhone 13 /)
  expect((await ask('iphone 17 pro m')).absent).toBeNull()

  const { products } = await ask('quà tặng mẹ dưới 2 triệu')
  expect(products.length).toBeGreaterThan(2)
  for (const { special_price, price } of products) {
    expect(special_price ?? price).toBeLessThanOrEqual(2_000_000)
  }

  const { terms, products: none } = await ask('trả góp')
  expect(terms[0]).toMatchObject({ text: expect.stringMatching(/trả góp/i) })
  expect(terms[0]?.path).not.toMatch(/^\/tim-kiem/)
  expect(none).toEqual([])
})

test('no letter of a model that is typed suggests another line', async () => {
  for (const model of ['galaxy s22 ultra', 'redmi note 11', 'iphone 13 pro max']) {
    const line = new RegExp(`^(?:Samsung )?${model.split(' ')[0] ?? ''}`, 'i')
    for (let length = (model.split(' ')[0] ?? '').length + 3; length <= model.length; length++) {
      const { products } = await ask(model.slice(0, length))
      expect([model.slice(0, length), products[0]?.name]).toEqual([
        model.slice(0, length),
        expect.stringMatching(line),
      ])
    }
  }
})

test('a category suggests its needs, a model similar models, each once', async () => {
  expect((await ask('laptop')).terms.map((term) => term.text)).toContain('laptop chơi game')
  const { products } = await ask('iphone 17')
  expect(products[0]?.name).toMatch(/^iPhone 17 /)
  expect(new Set(products.map((card) => card.name.split(' 256GB')[0])).size).toBeGreaterThan(2)
})

test('a renamed product is suggested by its current name only', async () => {
  const rename = (name: string) =>
    shop.database.db
      .updateTable('product')
      .set({ name })
      .where('type', '=', 'configurable')
      .where('name', '=', name === 'Zyxel Một' ? 'Nokia 3210 4G' : 'Zyxel Một')
      .execute()
  await rename('Zyxel Một')
  await shop.settle()
  expect((await ask('zyx')).products[0]?.name).toBe('Zyxel Một')
  await rename('Nokia 3210 4G')
  await shop.settle()
  expect((await ask('zyx')).products).toEqual([])
})
