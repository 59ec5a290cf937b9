import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDemoShop } from '#test/support/catalog.ts'

type Thing = Record<string, unknown> & { '@type': string }

const demo = openDemoShop({ env: { PUBLIC_URL: 'https://shop.example' } })

async function thingsOf(path: string): Promise<Thing[]> {
  const { status, text } = await demo.door.call('GET', path)
  expect({ path, status }).toEqual({ path, status: 200 })
  const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(blocks).toHaveLength(1)
  const data = JSON.parse(blocks[0]?.[1] ?? '') as { '@context': string; '@graph': Thing[] }
  expect(data['@context']).toBe('https://schema.org')
  return data['@graph']
}
const typesOf = (things: Thing[]) => things.map((thing) => thing['@type'])
const find = (things: Thing[], type: string) => things.find((thing) => thing['@type'] === type)

test('a product in several colours is a ProductGroup with an offer in đồng for each', async () => {
  const things = await thingsOf('/iphone-18-pro-max-256gb')
  expect(typesOf(things)).toEqual(expect.arrayContaining(['ProductGroup', 'BreadcrumbList']))
  const variants = find(things, 'ProductGroup')?.['hasVariant'] as Thing[]
  expect(variants.length).toBeGreaterThan(1)
  for (const variant of variants) {
    expect(variant['@type']).toBe('Product')
    expect(String(variant['image'])).toMatch(/^https:\/\/shop\.example\//)
    expect(variant['offers']).toMatchObject({
      '@type': 'Offer',
      price: expect.any(Number),
      priceCurrency: 'VND',
      availability: expect.stringMatching(/^https:\/\/schema\.org\/(InStock|OutOfStock)$/),
      itemCondition: 'https://schema.org/NewCondition',
      shippingDetails: {
        shippingRate: { value: 0, currency: 'VND' },
        deliveryTime: { '@type': 'ShippingDeliveryTime' },
      },
      hasMerchantReturnPolicy: { applicableCountry: 'VN', merchantReturnDays: 30 },
    })
    expect(variant).not.toHaveProperty('mpn')
  }
})

test('the rating is that of published reviews; "Giá liên hệ" is no offer', async () => {
  const [group] = await thingsOf('/iphone-18-pro-max-256gb')
  expect(group?.['aggregateRating']).toMatchObject({
    reviewCount: expect.any(Number),
    ratingValue: expect.any(Number),
  })
  const reviewed = await thingsOf('/danh-gia-san-pham/iphone-18-pro-max-256gb')
  expect(find(reviewed, 'Product')?.['aggregateRating']).toEqual(group?.['aggregateRating'])
  expect(find(reviewed, 'Product')?.['review']).toHaveLength(10)
  const { rows } = await sql<{ path: string }>`
    select '/' || path as path from slug join product on entity_id = product_id
    where kind = 'product' and slug.is_current and product.is_active and used_of is null and type = 'configurable'
      and product_id not in (select product_id from product_rating) order by product_id limit 1`.execute(
    demo.own.db,
  )
  const unrated = JSON.stringify(await thingsOf(rows[0]?.path ?? ''))
  expect(unrated).not.toMatch(/aggregateRating|"review"/)
  const unpriced = JSON.stringify(await thingsOf('/oppo-find-n5-16gb-512gb'))
  expect(unpriced).not.toContain('"Offer"')
})

test('a sold out product is OutOfStock', async () => {
  const data = JSON.stringify(await thingsOf('/iphone-14-pro-max-128gb'))
  expect(data).toContain('https://schema.org/OutOfStock')
  expect(data).not.toContain('https://schema.org/InStock')
})

test('breadcrumbs start at home', async () => {
  const [, crumbs] = await thingsOf('/iphone-18-pro-max-256gb')
  const items = crumbs?.['itemListElement'] as { position: number; name: string; item: string }[]
  expect(items.map((item) => item.position)).toEqual(items.map((_, index) => index + 1))
  expect(items[0]).toMatchObject({ name: 'Trang chủ', item: 'https://shop.example/' })
})

test.each([
  ['/', ['Organization', 'WebSite']],
  ['/dien-thoai', ['BreadcrumbList', 'ItemList', 'FAQPage']],
  ['/the-san-pham/iphone-18-series', ['BreadcrumbList', 'ItemList']],
  ['/thuong-hieu/apple', ['BreadcrumbList', 'ItemList']],
  ['/phu-kien', ['BreadcrumbList', 'ItemList']],
])('%s has %j', async (path, types) => {
  expect(typesOf(await thingsOf(path))).toEqual(expect.arrayContaining(types))
})

test('an article has its author, and every shop is a store', async () => {
  const { path } = (await demo.door.services.content.latestPosts(null, { size: 1 }))[0] ?? {
    path: '',
  }
  const article = find(await thingsOf(path), 'NewsArticle')
  expect(article).toMatchObject({
    author: { '@type': 'Person', name: expect.any(String) },
    datePublished: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    image: [{ '@type': 'ImageObject', url: expect.stringMatching(/^https:\/\/shop\.example\//) }],
  })
  expect(find(await thingsOf('/he-thong-cua-hang'), 'ElectronicsStore')).toBeDefined()
})

test('the search action leads to our search results', async () => {
  const site = find(await thingsOf('/'), 'WebSite')
  expect(JSON.stringify(site)).toContain('https://shop.example/tim-kiem?q={search_term_string}')
})
