import { Agent, request as httpRequest } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Address } from '#storefront/addresses/address.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { repeats } from '#test/support/repeats.ts'

let database: TestDatabase
let door: Door
let cookie: string
const agent = new Agent({ keepAlive: true, maxSockets: 8 })

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  door = await openDoor(database, { cache_pages: true, env: { PAGE_CACHE_MB: '8' } })
  cookie = `token=${await door.guest()}`
})
afterAll(async () => {
  agent.destroy()
  await door.close()
  await database.close()
})

/** Concrete paths of every address: with parameters, with empty ones, and without the last part. */
const known_paths = Object.values(addresses).flatMap(({ path }: Address) => {
  const whole = path.startsWith('/') ? path : `/${path}`
  const filled = (text: string) => whole.replaceAll(/:\w+|\*/g, text)
  return [filled('abc'), filled(''), whole.slice(0, whole.lastIndexOf('/') + 1)]
})
const paths = [...new Set([...known_paths, '/dien-thoai', '/iphone-18-pro-max-256gb', '/cart/x'])]

/** What clients, proxies and attackers make of a path. */
const changes: readonly (string | ((path: string) => string))[] = [
  (path) => path,
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('/', '//'),
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => `/%2e%2e/${path}`,
  (path) => path.replaceAll('/', '\\'),
  (path) => path.replaceAll('/', '%2F'),
  (path) => path.replaceAll('/', '/%2f'),
  (path) => `/${path.slice(1).replaceAll('/', '%5c')}`,
  (path) => path.replaceAll(/[aeiou]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/.$/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  ...[
    '/',
    '//',
    '/.',
    '/..',
    '/../',
    '/a%2Fb',
    '%2f',
    '/%2f',
    '%2fa',
    '%5c',
    '%09',
    '%0a',
    '%0d%0a',
  ],
  ...[
    '%20',
    ' ',
    '%00',
    '/%00',
    '%',
    '%zz',
    '%E0%A4%A',
    '%ff',
    '%c0%af',
    '%25',
    '%252f',
    '%3f',
    '%23',
  ],
  ...[
    '?',
    '??',
    '?a=/../cart',
    '#x',
    ';a=b',
    ':',
    '*',
    '@',
    '/*',
    '/:method',
    '.css',
    '.html',
    '.json',
  ],
  ...[
    '/__proto__',
    '/constructor',
    '/_data/cart',
    '/%E1%BA%BF',
    '/\xe9',
    '%F0%9F%98%80',
    '%ED%A0%80',
  ],
  ...[
    '?return_to=//evil.example&province_id=24',
    '?_province=%00',
    '?page=1e9&sort=%',
    '?code=a%2Fb',
  ],
  `/${'a'.repeat(1_990)}`,
  `/${'a/'.repeat(500)}`,
  `/${'%2f'.repeat(600)}`,
]

const changed = (path: string, change: (typeof changes)[number]) =>
  typeof change === 'string' ? path + change : change(path)

const prefixes = ['', '/_data']

/** Sends a path unchanged, which fetch would not. Returns the status; 400 for one that cannot be sent. */
function statusOf(path: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const { hostname, port } = new URL(door.url)
  // The parser of the server refuses the others.
  const target = path.replaceAll(/[^\x21-\xff]/g, encodeURIComponent)
  const options = { hostname, port, path: target, agent, headers: { cookie } }
  const sent = httpRequest(options, (response) => {
    response.resume()
    response.on('end', () => resolve(response.statusCode ?? 0))
  })
  sent.on('error', reject)
  sent.end()
  return promise
}

async function brokenOf(tried: readonly string[]): Promise<string[]> {
  const broken: string[] = []
  const rest = [...tried]
  const work = async () => {
    for (let path = rest.pop(); path !== undefined; path = rest.pop()) {
      const status = await statusOf(path)
      if (status >= 500) broken.push(`${status} ${path}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return broken
}

test('no malformed path of any page is answered 5xx, as HTML or as data', async () => {
  const tried = prefixes.flatMap((prefix) =>
    paths.flatMap((path) => changes.map((change) => prefix + changed(path, change))),
  )
  const step = repeats({ verify: 6, soak: 1 })
  const chosen = [...new Set(tried)].filter((_path, at) => at % step === 0)
  expect(await brokenOf(chosen)).toEqual([])
}, 120_000)

test('no malformed path that is put together at random is answered 5xx', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...paths,
      '/cart/success/',
      '/cart/abandonment',
      '/_data',
      '/_shell',
      '/build.json',
    ),
    fc.constantFrom(
      '/',
      '//',
      '.',
      '..',
      '%',
      '%2f',
      '%2F',
      '%5c',
      '\\',
      '%00',
      '%e0',
      '?',
      '#',
      '*',
    ),
    fc.string({ maxLength: 3 }),
  )
  const path = fc
    .array(piece, { minLength: 1, maxLength: 6 })
    .map((pieces) => `/${pieces.join('')}`)
  const count = repeats({ verify: 150, soak: 20_000 })
  const tried = fc.sample(path, { numRuns: count, seed: repeats({ verify: 7, soak: Date.now() }) })
  expect(await brokenOf(tried.flatMap((made) => [made, `/_data${made}`]))).toEqual([])
}, 300_000)
