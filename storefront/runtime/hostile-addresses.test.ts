import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let database: TestDatabase
let door: Door

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  door = await openDoor(database, { cache_pages: true, env: { PAGE_CACHE_MB: '8' } })
})
afterAll(async () => {
  await door.close()
  await database.close()
})

interface Said {
  method?: string
  /** Whole lines. */
  headers?: string
  body?: string
}

/** What the shop answers to a request written by hand: fetch would tidy it. */
function say(
  target: string,
  { method = 'GET', headers = '', body = '' }: Said = {},
): Promise<string> {
  const { hostname, port } = new URL(door.url)
  const { promise, resolve } = Promise.withResolvers<string>()
  const line = connect(Number(port), hostname, () =>
    line.write(
      `${method} ${target} HTTP/1.1\r\nhost: x\r\n${headers}connection: close\r\n\r\n${body}`,
      'latin1',
    ),
  )
  let text = ''
  line.setEncoding('latin1')
  line.on('data', (part: string) => (text += part))
  line.on('error', () => resolve('reset'))
  line.on('close', () => resolve(text))
  return promise
}

const statusOf = async (target: string, said: Said = {}) => (await say(target, said)).slice(9, 12)

test.each([
  ['/%', '400'],
  ['/%E0%A4%A', '400'],
  ['/%00', '404'],
  ['/iphone%00x', '404'],
  ['//evil.example', '404'],
  ['/\\evil.example', '404'],
  ['/..%2f..%2fetc/passwd', '404'],
  ['/cart/x.css', '404'],
  ['/dien-thoai//', '200'],
  ['/dien-thoai?__proto__=1&constructor=2', '200'],
  ['/dien-thoai?page=NaN', '200'],
  ['/dien-thoai?page=9999', '302'],
  ['/the-san-pham/__proto__', '404'],
  ['/thuong-hieu/constructor', '404'],
  ['/author/%00', '404'],
  [`/tim-kiem?q=${'%F0%9F%98%80'.repeat(600)}`, '200'],
  // A letter of two units lies across the place where a query is cut.
  [`/tim-kiem?q=a${'%F0%9F%98%80'.repeat(600)}`, '200'],
  [`/dien-thoai?brand=a${'%F0%9F%98%80'.repeat(600)}`, '200'],
  [`/chon-tinh-thanh?return_to=a${'%F0%9F%98%80'.repeat(600)}`, '200'],
  [`/so-sanh?ids=1&doi=them&q=a${'%F0%9F%98%80'.repeat(600)}`, '200'],
  [`/api/search/v1/products?q=a${'%F0%9F%98%80'.repeat(99)}`, '200'],
  [`/api/search/v1/suggest?q=a${'%F0%9F%98%80'.repeat(99)}`, '200'],
  [`/${'a/'.repeat(3_000)}`, '404'],
  ['*', '404'],
  ['http://evil.example/', '200'],
  ['http://evil.example/dien-thoai?brand=apple', '200'],
  ['http://evil.example/khong-co-trang-nay', '404'],
  ['http://evil.example/healthz', '200'],
  ['http://evil.example:99999/', '404'],
  ['/media/%2e%2e/%2e%2e/package.json', '403'],
  ['/media/..%2f..%2fpackage.json', '404'],
  ['/media/%00', '404'],
  ['/image/480x,webp,q100/__proto__/a.jpg', '404'],
  ['/image/480x,webp,q100/media/..%2f..%2fpackage.json', '400'],
  ['/sitemap/__proto__-1.xml', '404'],
  ['/api/search/v1/products?filters[__proto__]=1', '200'],
  ['/api/search/v1/products?tag=constructor', '200'],
  ['/api/search/v1/products?page=1e9', '422'],
  ['/api/search/v1/suggest?q=%00__proto__+constructor', '200'],
])('%s is answered %s, cold and from bytes', async (target, status) => {
  expect(await statusOf(target)).toBe(status)
  expect(await statusOf(target, { method: 'HEAD' })).toBe(status)
  expect(await statusOf(target)).toBe(status)
})

test('a zero byte reaches no page, however it is written', async () => {
  for (const q of ['%00', 'a%0%000b', '%00%00a']) {
    expect(await say(`/tim-kiem?q=${q}`)).not.toContain('\0')
    expect(await say(`/_data/tim-kiem?_province=30&q=${q}`)).not.toContain('\\u0000')
  }
})

test.each([
  ['', '400'],
  ['content-type: text/plain\r\n', '400'],
  ['content-type: multipart/form-data\r\n', '400'],
  ['content-type: multipart/form-data; boundary=x\r\n', '400'],
])('a post that is no form (%j) is the sender’s mistake', async (headers, status) => {
  const said = { method: 'POST', headers: `content-length: 0\r\n${headers}` }
  expect(await statusOf('/dien-thoai', said)).toBe(status)
  expect(await statusOf('/_data/dien-thoai?_province=30', said)).toBe(status)
  expect(await statusOf('/province', said)).toBe(status)
  expect(await statusOf('/cart', said)).toBe(status)
})

test.each([
  ['application/json', '{"q":"airpods","size":1}'],
  ['application/x-www-form-urlencoded', 'q=airpods&size=1'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="q"\r\n\r\nairpods\r\n--x--\r\n',
  ],
])(
  'a body of %s with a question by address changes no answer that others get',
  async (type, body) => {
    const bodyOf = (text: string) => text.split('\r\n\r\n').slice(1).join()
    const at = `/api/search/v1/products?size=2&page=2&turn=${type.length}`
    const headers = `content-type: ${type}\r\ncontent-length: ${body.length}\r\n`
    await say(at, { headers, body })
    const told = bodyOf(await say(at))
    expect(told).toContain('"understood":null')
    expect(told).toBe(bodyOf(await say(`${at}0`)))
  },
)
