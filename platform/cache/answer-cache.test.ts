import { expect, test } from 'vitest'
import type { Listing } from '#contracts/storefront/search.ts'
import { openDemoShop } from '#test/support/catalog.ts'

const demo = openDemoShop({ cache_pages: true })

const phones = '/api/search/v1/products?category_id=1&size=5&sort=price-asc'
const listed = (body: { data?: unknown } | null) => body?.data as Listing
async function counted(name: string): Promise<number> {
  const { text } = await demo.door.call('GET', '/metrics')
  return Number(new RegExp(`^answer_cache_${name} (\\d+)$`, 'm').exec(text)?.[1] ?? -1)
}

const answer_headers = ['content-type', 'cache-control', 'vary']

test('a repeated request is answered from the cache, the same in every encoding, with all headers', async () => {
  const first = await demo.door.call('GET', phones)
  const hits = await counted('hit_total')
  const again = await demo.door.call('GET', phones)
  expect(await counted('hit_total')).toBe(hits + 1)
  expect(again.text).toBe(first.text)
  expect(listed(first.body).products).toHaveLength(5)
  for (const encoding of ['gzip', 'identity', 'br']) {
    const headers = { 'accept-encoding': encoding }
    expect((await demo.door.call('GET', phones, { headers })).text).toBe(first.text)
    const cached = await demo.door.call('GET', phones, { headers })
    expect(cached.text).toBe(first.text)
    expect(cached.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
  }
  for (const name of [...answer_headers, 'content-security-policy', 'x-content-type-options']) {
    expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)])
  }
  expect(again.headers.get('content-security-policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'",
  )
  expect(again.headers.get('vary')).toBe('accept-encoding')
  expect(again.headers.get('set-cookie')).toBeNull()
})

test('a client that has the answer gets 304', async () => {
  const etag = (await demo.door.call('GET', phones)).headers.get('etag') ?? ''
  expect(etag).not.toBe('')
  const revalidated = await demo.door.call('GET', phones, { headers: { 'if-none-match': etag } })
  expect([revalidated.status, revalidated.text]).toEqual([304, ''])
})

test('a cookie or token does not change the answer and is not cached', async () => {
  const path = `${phones}&page=2`
  const plain = await demo.door.call('GET', path)
  const token = await demo.door.guest()
  const cookie = { cookie: 'province_id=24; token=abc' }
  expect((await demo.door.call('GET', path, { token, headers: cookie })).text).toBe(plain.text)
})

test('a change of any product is shown', async () => {
  const product = listed((await demo.door.call('GET', phones)).body).products[0]
  await demo.door.call('GET', phones)
  await demo.own.db
    .updateTable('price')
    .set({ list_price: 1_111_000, sale_price: null })
    .where('product_id', 'in', (query) =>
      query
        .selectFrom('product')
        .select('product_id')
        .where('parent_id', '=', product?.product_id ?? 0),
    )
    .execute()
  await expect
    .poll(async () => listed((await demo.door.call('GET', phones)).body).products[0]?.price, {
      timeout: 10_000,
      interval: 10,
    })
    .toBe(1_111_000)
})

test('a refusal is not cached', async () => {
  const entries = await counted('entries')
  for (let turn = 0; turn < 2; turn++) {
    expect((await demo.door.call('GET', `${phones}&page=x`)).status).toBe(422)
  }
  expect(await counted('entries')).toBe(entries)
})
