import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { journey } from '#test/support/journey.ts'
import { goToPaymentInfo, itemInStock, putInCart } from '#test/support/shopping.ts'

// T16 in a real browser: pages of another site send forms and requests to the shop (docs/threats.md).

const shop = journey()
let evil: Server | undefined
let evil_port = 0
let page_text = ''

beforeAll(async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page_text)
  })
  await new Promise<void>((resolve) => void server.listen(0, resolve))
  evil = server
  evil_port = (server.address() as AddressInfo).port
})
afterAll(() => void evil?.close())

/** Returns everything that a visitor's writes can change. */
async function everything(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(c order by c::text) from cart_item c) as cart,
      (select json_agg(q order by q.quote_id) from quote q) as quote,
      (select count(*) from sales_order) as orders,
      (select count(*) from customer) as customers`.execute(shop.db)
  return rows[0]
}

const forms: [string, string][] = [
  ['/api/cart/v1/cart', 'multipart/form-data'],
  ['/api/cart/v1/cart', 'application/x-www-form-urlencoded'],
  ['/api/cart/v1/cart', 'text/plain'],
  ['/api/cart/v1/order', 'multipart/form-data'],
  ['/api/cart/v1/order', 'application/x-www-form-urlencoded'],
  ['/api/cart/v1/quote', 'multipart/form-data'],
  ['/api/cart/v1/quote/address', 'multipart/form-data'],
  ['/api/cart/v1/order/payment', 'application/x-www-form-urlencoded'],
  ['/cart', 'application/x-www-form-urlencoded'],
  ['/cart/payment-info', 'multipart/form-data'],
  ['/cart/payment', 'application/x-www-form-urlencoded'],
  ['/session', 'application/x-www-form-urlencoded'],
  ['/province', 'application/x-www-form-urlencoded'],
]

function formTo(url: string, enctype: string, item_id: number): string {
  const fields = {
    item_id,
    item_quantity: 9,
    intent: 'pay',
    payment_method: 'cod',
    province_id: 24,
  }
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input name="${name}" value="${value}">`,
  )
  return `<form method="post" enctype="${enctype}" action="${url}">${inputs.join('')}</form>`
}

/** 127.0.0.1 is the same site with another port, so cookies are sent; localhost is another site. */
test.each(['127.0.0.1', 'localhost'])(
  'a page on %s writes nothing',
  { timeout: 120_000 },
  async (host) => {
    const item = await itemInStock(shop.db, 'iphone-17-256gb')
    const visit = await shop.visit()
    await putInCart(visit, item.item_id)
    await goToPaymentInfo(visit)
    const before = await everything()
    const { page } = visit
    for (const [path, enctype] of forms) {
      page_text = `<!doctype html><title>x</title>${formTo(shop.url + path, enctype, item.item_id)}`
      await page.goto(`http://${host}:${evil_port}/`)
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url() === shop.url + path),
        page.waitForURL(shop.url + path),
        page.evaluate(() => document.forms[0]?.submit()),
      ])
      expect([path, enctype, [403, 415].includes(answer.status())]).toEqual([path, enctype, true])
    }
    page_text = '<!doctype html><title>x</title>'
    await page.goto(`http://${host}:${evil_port}/`)
    const read = await page.evaluate(
      async ({ url, item_id }) => {
        const send = async (path: string, init: RequestInit) => {
          try {
            const response = await fetch(url + path, { credentials: 'include', ...init })
            return response.type === 'opaque' ? 'opaque' : await response.text()
          } catch {
            return 'blocked'
          }
        }
        const json = JSON.stringify({ item_id })
        const plain = { 'content-type': 'text/plain' }
        const typed = { 'content-type': 'application/json' }
        const cart = '/api/cart/v1/cart'
        return Promise.all([
          send(cart, { method: 'POST', body: json, mode: 'no-cors', headers: plain }),
          send(cart, {
            method: 'POST',
            body: new URLSearchParams({ item_id: String(item_id) }),
            mode: 'no-cors',
          }),
          send(cart, { method: 'POST', body: json, headers: typed }),
          send(`${cart}/item`, { method: 'DELETE', body: json, headers: typed }),
          send(`${cart}/item/quantity`, { method: 'PUT', body: json, headers: typed }),
          send(cart, { method: 'GET' }),
          send('/_data/cart', { method: 'GET' }),
          send('/api/cart/v1/quote', { method: 'GET' }),
          String(
            navigator.sendBeacon(url + cart, new URLSearchParams({ item_id: String(item_id) })),
          ),
        ])
      },
      { url: shop.url, item_id: item.item_id },
    )
    expect(read).toEqual(['opaque', 'opaque', ...Array<string>(6).fill('blocked'), 'true'])
    page_text = `<!doctype html><title>x</title><iframe src="${shop.url}/cart"></iframe>`
    await page.goto(`http://${host}:${evil_port}/`)
    await page.waitForTimeout(500)
    const framed = page.frames().find((frame) => frame !== page.mainFrame())
    expect(framed?.url()).toMatch(/^chrome-error:/)
    expect(await everything()).toEqual(before)
    visit.forgive(/answer 4\d\d|status of 4\d\d|CORS|ERR_|frame|blocked/)
  },
)
