import { connect } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDemoShop } from '#test/support/catalog.ts'

const demo = openDemoShop({ cache_pages: true, env: { PAGE_CACHE_MB: '8' } })

interface RawRequest {
  method?: string
  /** Complete header lines. */
  headers?: string
  body?: string
}

/** Sends a request over a plain socket, because fetch would normalize it. Returns the raw response. */
function sendRaw(
  target: string,
  { method = 'GET', headers = '', body = '' }: RawRequest = {},
): Promise<string> {
  const { hostname, port } = new URL(demo.door.url)
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(Number(port), hostname, () =>
    socket.write(
      `${method} ${target} HTTP/1.1\r\nhost: x\r\n${headers}connection: close\r\n\r\n${body}`,
      'latin1',
    ),
  )
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => resolve('reset'))
  socket.on('close', () => resolve(text))
  return promise
}

const statusOf = async (target: string, request: RawRequest = {}) =>
  (await sendRaw(target, request)).slice(9, 12)

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
  // A letter of two UTF-16 units lies across the position where a query is cut.
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
])('%s is answered %s, uncached and cached', async (target, status) => {
  expect(await statusOf(target)).toBe(status)
  expect(await statusOf(target, { method: 'HEAD' })).toBe(status)
  expect(await statusOf(target)).toBe(status)
})

test('a zero byte reaches no page, in any encoding', async () => {
  for (const q of ['%00', 'a%0%000b', '%00%00a']) {
    expect(await sendRaw(`/tim-kiem?q=${q}`)).not.toContain('\0')
    expect(await sendRaw(`/_data/tim-kiem?_province=30&q=${q}`)).not.toContain('\\u0000')
  }
})

test.each([
  ['', '400'],
  ['content-type: text/plain\r\n', '400'],
  ['content-type: multipart/form-data\r\n', '400'],
  ['content-type: multipart/form-data; boundary=x\r\n', '400'],
])('a POST that is not a form (%j) is refused with status 400', async (headers, status) => {
  const request = { method: 'POST', headers: `content-length: 0\r\n${headers}` }
  expect(await statusOf('/dien-thoai', request)).toBe(status)
  expect(await statusOf('/_data/dien-thoai?_province=30', request)).toBe(status)
  expect(await statusOf('/province', request)).toBe(status)
  expect(await statusOf('/cart', request)).toBe(status)
})

const path_forms = ['/', '/.//', '//', '/x/..//', '/_data/', '/_data//', '/_data/.//', '/./_data//']
test.each(path_forms)(
  'a form sent to %scart… is answered with an address of this shop',
  async (to) => {
    const type = 'content-type: application/x-www-form-urlencoded\r\n'
    const { rows } = await sql<{ id: number }>`
    select product_id as id from stock where quantity > 9 limit 1`.execute(demo.own.db)
    for (const more of ['', '&buy_now=1']) {
      const body = `intent=add&item_id=${rows[0]?.id}${more}`
      const headers = `${type}content-length: ${body.length}\r\n`
      const answer = await sendRaw(`${to}cart`, { method: 'POST', headers, body })
      expect(answer).toMatch(/^HTTP\/1\.1 (200|303|404)/)
      expect(answer).not.toMatch(/location"?: ?"?(\/\/|\/?\\)/i)
    }
  },
)

test.each([
  ['application/json', '{"q":"airpods","size":1}'],
  ['application/x-www-form-urlencoded', 'q=airpods&size=1'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="q"\r\n\r\nairpods\r\n--x--\r\n',
  ],
])('a GET body of %s does not change the cached answer for others', async (type, body) => {
  const bodyOf = (text: string) => text.split('\r\n\r\n').slice(1).join()
  const at = `/api/search/v1/products?size=2&page=2&turn=${type.length}`
  const headers = `content-type: ${type}\r\ncontent-length: ${body.length}\r\n`
  await sendRaw(at, { headers, body })
  const body_by_address = bodyOf(await sendRaw(at))
  expect(body_by_address).toContain('"understood":null')
  expect(body_by_address).toBe(bodyOf(await sendRaw(`${at}0`)))
})
