import fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRenderQueue } from '#platform/http/render-queue.ts'
import { registerGraphql } from '#platform/graphql/graphql.ts'
import { catalogGraphql } from '#shop/views/graphql/catalog-graphql.ts'
import { openCatalog } from '#test/support/catalog.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'

const address = '/api/dashboard/graphql/query'
let database: TestDatabase
let server: FastifyInstance
let products: Awaited<ReturnType<typeof openCatalog>>
const reported: unknown[] = []
/** Between two windows of a flash sale. */
const now = () => new Date(seeded_at.getTime() + 2.5 * 3_600_000)

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  products = await openCatalog(database, now)
  server = fastify()
  const broken = () => Promise.reject(new Error('secret of the shop'))
  registerGraphql(server, {
    renders: createRenderQueue(),
    address,
    parts: [
      catalogGraphql({ db: database.db, now, search: products.search }),
      { type_defs: 'type Query { broken: Int }', query: { broken }, sizes: {} },
    ],
    has_introspection: true,
    report: (error) => reported.push(error),
  })
})
afterAll(async () => {
  await server.close()
  await products.close()
  await database.close()
})

async function ask(query: string, variables: object = {}) {
  const answer = await server.inject({
    method: 'POST',
    url: address,
    payload: { query, variables },
  })
  return {
    status: answer.statusCode,
    ...answer.json<{ data?: never; errors?: { message: string }[] }>(),
  }
}

const whole = `{
  general { product_id sku name url_path uri thumbnail type parent_id child_product color_name
    categories { category_id parent_id name uri }
    other_attributes { meta_title meta_description meta_keyword canonical_tag meta_thumbnail meta_index meta_follow } }
  filterable { stock views price special_price prices { customer_group price special_price }
    flash_sale_types promotion_pack member_promotion sep_data }
  specification { name rows { code name value is_key } }
}`

describe('product_by_id', () => {
  test('gives a version in the shape of contract §3', async () => {
    const query = `query product_by_id($id: Int!) { product_by_id(product_id: $id, province_id: 30) ${whole} }`
    const { data } = await ask(query, { id: 1 })
    expect(data).toMatchObject({
      product_by_id: {
        general: {
          sku: 'DT-APL-001-1',
          url_path: 'iphone-18-pro-max-256gb',
          type: 'configurable',
          parent_id: null,
          child_product: [2, 3, 4, 5],
          categories: [{ name: 'Điện thoại', uri: 'dien-thoai' }],
          other_attributes: { meta_index: true },
        },
        filterable: {
          price: 38_990_000,
          special_price: 38_490_000,
          // 1 % of a promotion for members; the price table has another 0.5 and 1 % for two tiers.
          prices: [
            { customer_group: 's-null', special_price: 38_105_000 },
            { customer_group: 's-new', special_price: 38_105_000 },
            { customer_group: 's-mem', special_price: 37_917_000 },
            { customer_group: 's-vip', special_price: 37_728_000 },
            { customer_group: 's-student', special_price: 38_105_000 },
            { customer_group: 's-teacher', special_price: 38_105_000 },
            { customer_group: 's-business', special_price: 38_105_000 },
          ],
          flash_sale_types: [],
          promotion_pack: [{ kind: 'member', name: 'Smember giảm thêm', choice_group: null }],
          member_promotion: { price: 37_728_000, saving: 762_000 },
        },
        specification: expect.arrayContaining([
          expect.objectContaining({ name: 'Cấu hình & Bộ nhớ' }),
          expect.objectContaining({ name: 'Pin & công nghệ sạc' }),
        ]),
      },
    })
  })

  test('gives a colour with its own stock, and its version as parent', async () => {
    const { data } = await ask(`{
      version: product_by_id(product_id: 1) { filterable { stock } }
      color: product_by_id(product_id: 2) { general { type parent_id color_name url_path } filterable { stock } }
    }`)
    expect(data).toMatchObject({
      color: {
        general: {
          type: 'simple',
          parent_id: 1,
          color_name: 'Đen',
          url_path: 'iphone-18-pro-max-256gb',
        },
      },
    })
    const { version, color } = data as unknown as Record<string, { filterable: { stock: number } }>
    expect(version?.filterable.stock).toBeGreaterThan(color?.filterable.stock ?? Infinity)
  })

  test('gives a used version without promotions and flash sales of new goods', async () => {
    const { rows } = await sql<{ used: number; new: number }>`
      select version.product_id as used, used_of as new from product version
      where type = 'configurable' and used_of is not null and is_active
        and exists (select from used_unit where version_id = version.product_id and state = 'listed')
      order by version.product_id limit 1`.execute(database.db)
    const [ids] = rows
    const { data } = await ask(
      `query both($used: Int!, $new: Int!) {
        used: product_by_id(product_id: $used) { filterable { promotion_pack flash_sale_types member_promotion } }
        new: product_by_id(product_id: $new) { filterable { promotion_pack } } }`,
      ids,
    )
    expect(data).toMatchObject({
      used: { filterable: { promotion_pack: [], flash_sale_types: [], member_promotion: null } },
      new: { filterable: { promotion_pack: [{}] } },
    })
  })

  test('prices for the province; an unknown id is null', async () => {
    const { data } = await ask(`{
      hanoi: product_by_id(product_id: 1, province_id: 24) { filterable { special_price } }
      nothing: product_by_id(product_id: 987654) { general { sku } }
    }`)
    expect(data).toEqual({ hanoi: { filterable: { special_price: 38_110_000 } }, nothing: null })
  })
})

describe('products', () => {
  test('are twenty a page and a hundred at most', async () => {
    const { data } = await ask(`{
      one: products { total page size data { general { product_id } } }
      many: products(size: 5000, page: -3) { page size data { general { product_id } } }
    }`)
    expect(data).toMatchObject({
      one: { total: 434, page: 1, size: 20 },
      many: { page: 1, size: 100 },
    })
    const { one, many } = data as unknown as Record<string, { data: unknown[] }>
    expect([one?.data.length, many?.data.length]).toEqual([20, 100])
  })

  test('can be asked for by filter (contract §7)', async () => {
    const query = `query products($filter: ProductFilter, $sort: ProductSort) {
      products(filter: $filter, sort: $sort, size: 50) {
        total data { general { name categories { uri } } filterable { stock special_price price } } } }`
    const filter = {
      static: { province_id: 30, category_id: [4], price: { from: 1_000_000, to: 3_000_000 } },
    }
    const { data } = await ask(query, { filter, sort: 'price_asc' })
    const { products } = data as unknown as {
      products: {
        data: { filterable: { stock: number; price: number; special_price: number | null } }[]
      }
    }
    const prices = products.data.map(
      ({ filterable }) => filterable.special_price ?? filterable.price,
    )
    expect(prices.length).toBeGreaterThan(3)
    expect(prices.every((price) => price >= 1_000_000 && price <= 3_000_000)).toBe(true)
    const gone = products.data.findIndex(({ filterable }) => filterable.stock === 0)
    const parts = gone < 0 ? [prices] : [prices.slice(0, gone), prices.slice(gone)]
    for (const part of parts) expect(part).toEqual(part.toSorted((one, other) => one - other))
  })

  test('by id gives exactly these, versions and colours', async () => {
    const { data } = await ask(`{ products(filter: { static: { product_id: [2, 1, 987654] } }) {
      total data { general { product_id } } } }`)
    const { products } = data as unknown as {
      products: { data: { general: { product_id: number } }[] }
    }
    expect(products.data.map((each) => each.general.product_id).toSorted()).toEqual([1, 2])
  })
})

describe('the endpoint', () => {
  test.each([
    [
      'too deep',
      `{ products { data { ${'... { '.repeat(1)}general ${'{ general '.repeat(11)}${'}'.repeat(11)} } } } }`,
    ],
    [
      'too many at once',
      `{ ${'abcdef'
        .split('')
        .map((name) => `${name}: products { total }`)
        .join(' ')} }`,
    ],
    ['a fragment that spreads itself', '{ ...F } fragment F on Query { ...F ...F }'],
    ['a flood of signs', `{ ${'products { total } '.repeat(400)} }`],
  ])('refuses what is %s', async (_name, query) => {
    const { errors, data } = await ask(query)
    expect(errors?.length).toBeGreaterThan(0)
    expect(data).toBeUndefined()
  })

  test('answers introspection queries', async () => {
    const { getIntrospectionQuery } = await import('graphql')
    const { errors } = await ask(getIntrospectionQuery())
    expect(errors).toBeUndefined()
  })

  test('logs an unexpected error and does not show it to the caller', async () => {
    const { errors } = await ask('{ broken }')
    expect(errors?.map((error) => error.message)).toEqual(['Unexpected error.'])
    expect(String(reported[0])).toContain('secret of the shop')
  })
})
