import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRenderQueue } from '#platform/http/render-queue.ts'
import { type GraphqlPart, registerGraphql } from '#platform/graphql/graphql.ts'

/** The checks of public GraphQL security scanners, graphql-cop first: each must find nothing. */

const address = '/query'
const servers: Record<'demo' | 'live', FastifyInstance> = { demo: fastify(), live: fastify() }
let answered = 0

const part: GraphqlPart = {
  type_defs: `type Query { "Products." products(size: Int = 20): [Product!]! broken: Int }
    type Product { id: Int! name: String! next: Product }`,
  sizes: { products: { usual: 20, max: 1_000 } },
  query: {
    products: () => {
      answered++
      return []
    },
    broken: () => Promise.reject(new Error('password=secret at /srv/shop.ts:12')),
  },
}

beforeAll(async () => {
  for (const [mode, server] of Object.entries(servers)) {
    // As in app.ts: forms are parsed under /api, so the GraphQL route itself must refuse them.
    server.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    registerGraphql(server, {
      renders: createRenderQueue(),
      address,
      parts: [part],
      has_introspection: mode === 'demo',
      report: () => undefined,
    })
    await server.ready()
  }
})
afterAll(async () => {
  await servers.demo.close()
  await servers.live.close()
})

interface GraphqlAnswer {
  status: number
  data: Record<string, unknown> | undefined
  errors: { message: string; extensions?: Record<string, unknown> }[]
  text: string
}

async function ask(payload: unknown, mode: 'demo' | 'live' = 'demo'): Promise<GraphqlAnswer> {
  const answer = await servers[mode].inject({
    method: 'POST',
    url: address,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
  return parsed(answer.statusCode, answer.payload)
}

function parsed(status: number, text: string): GraphqlAnswer {
  const body = JSON.parse(text) as Partial<GraphqlAnswer>
  return { status, data: body.data ?? undefined, errors: body.errors ?? [], text }
}

const cop = (query: string, mode: 'demo' | 'live' = 'demo') =>
  ask({ query, operationName: 'cop' }, mode)
const repeat = (count: number, textAt: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => textAt(index)).join(' ')

test('an ordinary query is answered', async () => {
  expect(await cop('query cop { __typename products { id } }')).toMatchObject({
    status: 200,
    data: { __typename: 'Query', products: [] },
    errors: [],
  })
})

describe('too large queries are refused before anything runs, with one error', () => {
  test.each([
    ['101 aliases of __typename', repeat(101, (index) => `alias${index}: __typename`)],
    ['500 times the same field', repeat(400, () => '__typename')],
    ['six root fields by aliases', repeat(6, (index) => `a${index}: products { id }`)],
    ['16 aliases below', `products { ${repeat(16, (index) => `n${index}: name`)} }`],
    ['ten directives on one field', `__typename ${'@aa'.repeat(10)}`],
    ['directives on many fields', `products { ${repeat(9, () => 'id @skip(if: true)')} }`],
    ['eleven levels', `products { ${'next { '.repeat(10)} id ${'}'.repeat(10)} }`],
    ['301 fields', `products { ${repeat(301, () => 'id')} }`],
  ])('%s', async (_name, fields) => {
    answered = 0
    const { data, errors } = await cop(`query cop { ${fields} }`)
    expect(data).toBeUndefined()
    expect(errors).toHaveLength(1)
    expect(answered).toBe(0)
  })

  test.each([
    ['a fragment that spreads itself', 'query cop { ...A } fragment A on Query { ...A }'],
    [
      'two fragments that spread each other',
      'query cop { ...A } fragment A on Query { ...B ...B } fragment B on Query { ...A ...A }',
    ],
    [
      'fragments that double eight times',
      `query cop { products { ...F0 } } ${repeat(9, (index) => `fragment F${index} on Product { ...F${index + 1} ...F${index + 1} }`)} fragment F9 on Product { id }`,
    ],
    [
      'many operations in one document',
      repeat(6, (index) => `query q${index} { products { id } }`),
    ],
  ])('%s', async (_name, query) => {
    answered = 0
    const started = performance.now()
    const { data, errors } = await ask({ query })
    expect(data).toBeUndefined()
    expect(errors.length).toBeGreaterThan(0)
    expect(answered).toBe(0)
    expect(performance.now() - started).toBeLessThan(500)
  })

  test('more than a thousand tokens', async () => {
    const { data, errors } = await cop(`query cop { products { ${repeat(1_001, () => 'id')} } }`)
    expect(data).toBeUndefined()
    expect(errors[0]?.message).toContain('1000 tokens')
  })

  test('an array of queries', async () => {
    const { data, text } = await ask(
      Array.from({ length: 10 }, () => ({ query: '{ __typename }' })),
    )
    expect(data).toBeUndefined()
    expect(Array.isArray(JSON.parse(text))).toBe(false)
  })

  test('circular introspection', async () => {
    const circle = `${'fields { type { '.repeat(4)} name ${'} }'.repeat(4)}`
    const { data } = await cop(`query cop { __schema { types { ${circle} } } }`)
    expect(data).toBeUndefined()
  })
})

describe('the cost is the size times the fields of each row', () => {
  const wide = `{ ${repeat(14, (index) => `a${index}: id`)} ${repeat(30, () => 'name')} }`

  test.each([
    ['as a number', `query cop { products(size: 1000) ${wide} }`, {}],
    ['as a variable', `query cop($n: Int) { products(size: $n) ${wide} }`, { n: 1_000 }],
    [
      'in a fragment',
      `query cop { products(size: 1000) { ...T } } fragment T on Product ${wide}`,
      {},
    ],
    [
      'over several lists',
      `query cop { ${repeat(5, (index) => `l${index}: products(size: 1000) { ${repeat(9, () => 'id')} }`)} }`,
      {},
    ],
  ])('too many rows %s', async (_name, query, variables) => {
    answered = 0
    const { data, errors } = await ask({ query, variables, operationName: 'cop' })
    expect(data ?? undefined).toBeUndefined()
    expect(errors[0]?.message).toContain('may cost')
    expect(answered).toBe(0)
  })

  test('a size above the maximum counts as the maximum; a small one is accepted', async () => {
    const query = (size: number) => `query cop { products(size: ${size}) ${wide} }`
    expect((await cop(query(2_000_000_000))).errors[0]?.message).toContain('44000')
    expect((await cop(query(20))).errors).toEqual([])
  })
})

describe('pages of other origins cannot send queries', () => {
  test.each(['query cop { __typename }', 'mutation cop { __typename }'])(
    'GET %s',
    async (query) => {
      const url = `${address}?${new URLSearchParams({ query, operationName: 'cop' })}`
      const answer = await servers.demo.inject({ method: 'GET', url })
      expect(answer.statusCode).toBe(405)
      expect(answer.headers.allow).toBe('POST')
      expect(answer.json()).not.toHaveProperty('data')
    },
  )

  test.each([
    ['application/x-www-form-urlencoded', 'query=query+cop+%7B+__typename+%7D'],
    ['text/plain', '{"query":"{ __typename }"}'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="query"\r\n\r\n{ __typename }\r\n--x--',
    ],
    ['application/graphql', '{ __typename }'],
    ['application/json-seq', '{"query":"{ __typename }"}'],
  ])('POST as %s', async (type, payload) => {
    const headers = { 'content-type': type }
    const answer = await servers.demo.inject({ method: 'POST', url: address, headers, payload })
    expect(answer.statusCode).toBe(415)
    expect(answer.payload).not.toContain('Query')
  })

  test('there is no page to try queries', async () => {
    const headers = { accept: 'text/html' }
    const answer = await servers.demo.inject({ method: 'GET', url: address, headers })
    expect(answer.payload).not.toMatch(/graphiql|playground|apollo|<html/i)
  })

  test('no foreign origin is allowed', async () => {
    const answer = await servers.demo.inject({
      method: 'OPTIONS',
      url: address,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('nothing is disclosed beyond the answer', () => {
  test('the schema: in the demo, never in a live shop', async () => {
    const query = 'query cop { __schema { types { name fields { name } } } }'
    expect((await cop(query, 'demo')).data).toBeDefined()
    for (const introspection of [
      query,
      'query cop { a: __type(name: "Product") { name } }',
      'query cop { ...S } fragment S on Query { __schema { queryType { name } } }',
    ]) {
      const { data, text } = await cop(introspection, 'live')
      expect(data).toBeUndefined()
      expect(text).not.toContain('Product')
    }
    expect((await cop('query cop { __typename }', 'live')).data).toBeDefined()
  })

  test.each([
    'query cop { product { id } }',
    'query cop { products { nam } }',
    'query cop { products(siz: 1) { id } }',
    'query cop { __schema { directive } }',
    'query cop { products { id } ... on Quer { __typename } }',
    'query cop { products { id @skp(if: true) } }',
    'query cop($n: In) { products(size: $n) { id } }',
  ])('no suggestion of similar names: %s', async (query) => {
    const { text, errors } = await cop(query)
    expect(errors.length).toBeGreaterThan(0)
    expect(text).not.toMatch(/did you mean/i)
  })

  test.each([
    ['an internal error', 'query cop { broken }'],
    ['no GraphQL at all', 'qwerty cop { abc }'],
    ['an unknown operation', 'query other { __typename }'],
  ])('%s: neither stack nor trace', async (_name, query) => {
    const { text } = await cop(query)
    expect(text).not.toMatch(/secret|\/srv\/|node_modules|stack|exception|tracing/i)
  })

  test('at most five errors in one answer', async () => {
    const { errors } = await cop(
      `query cop { ${repeat(4, () => 'a b c')} }`.replaceAll('a b c', 'x'),
    )
    expect(errors.length).toBeLessThanOrEqual(5)
    const unused = `query cop { __typename } ${repeat(40, (index) => `fragment F${index} on Product { x${index} }`)}`
    expect((await cop(unused)).errors).toHaveLength(5)
  })

  test.each([null, 1, 'text', [], {}, { query: 1 }, { query: '{ __typename }', variables: 'x' }])(
    'odd bodies are answered with 4xx: %j',
    async (body) => {
      const { status, data } = await ask(body)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      expect(data).toBeUndefined()
    },
  )
})
