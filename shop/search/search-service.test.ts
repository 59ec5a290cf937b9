import { expect, test } from 'vitest'
import { openDemoCatalog } from '#test/support/catalog.ts'

const shop = openDemoCatalog()
const find = (q: string, page = 1) => shop.list({ q, page })
const first = async (q: string) => (await find(q)).products[0]?.url_path

test.each([
  ['iphone 18 pro max', 'iphone-18-pro-max-256gb'],
  ['IPHONE18', 'iphone-18-pro-256gb'],
  ['điện thoại samsung s26 ultra', 'galaxy-s26-ultra-12gb-256gb'],
  ['dien thoai xiaomi', 'xiaomi-17-ultra-16gb-512gb'],
  ['s26+ 512', 'galaxy-s26-plus-12gb-512gb'],
  ['ốp lưng iphone 16', 'op-lung-iphone-16-zagg-crystal-palace-snap'],
  ['kính cường lực iphone 16', 'dan-cuong-luc-iphone-16-kingkong-full-vien'],
  ['wh1000xm6', 'sony-wh-1000xm6'],
])('%s finds %s first', async (q, path) => {
  expect(await first(q)).toBe(path)
})

test('products must have all words', async () => {
  const { total, products } = await find('macbook 15')
  expect(total).toBe(products.length)
  expect(products.every((card) => /macbook.*15/i.test(card.name))).toBe(true)
  expect((await find('iphone máy giặt')).understood?.is_loosened).toBe(true)
})

test.each(['%', '_', '\\', '%%%', "' or 1=1 --zzz"])(
  '%j finds nothing and harms nothing',
  async (q) => {
    expect((await find(q)).total).toBe(0)
  },
)

test('pages have no product twice', async () => {
  const [one, two] = await Promise.all([find('samsung', 1), find('samsung', 2)])
  const ids = [...one.products, ...two.products].map((card) => card.product_id)
  expect(new Set(ids).size).toBe(40)
  expect(one.total).toBe(two.total)
})
