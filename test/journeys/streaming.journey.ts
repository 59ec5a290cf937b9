import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { journey } from '#test/support/journey.ts'
import { public_pages } from '#test/support/public-pages.ts'
import { layoutShift } from '#test/support/screens.ts'

const shop = journey({ offers: true })
/** A page arrives in parts of this many bytes, with a pause in which the browser paints. */
const part_bytes = 800
const pause_ms = 15

/** Hands requests on to the shop, and its pages back slowly. It has no sessions: the page stays a public one. */
const proxy = createServer((request, response) => {
  if (request.method !== 'GET') return void response.writeHead(404).end()
  void fetch(shop.url + (request.url ?? ''), { redirect: 'manual' }).then(async (answer) => {
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type })
    const body = Buffer.from(await answer.arrayBuffer())
    if (type.startsWith('text/html')) await sendSlowly(response, body)
    response.end(type.startsWith('text/html') ? '' : body)
  })
})

/** Parts end before a tag: half a text in a centred line moves, whatever its style. */
async function sendSlowly(response: ServerResponse, body: Buffer): Promise<void> {
  for (let start = 0; start < body.length;) {
    const tag = body.indexOf('<', start + part_bytes)
    const end = tag < 0 ? body.length : tag
    response.write(body.subarray(start, end))
    start = end
    await sleep(pause_ms)
  }
}

beforeAll(() => new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve)))
afterAll(() => void proxy.close())

test.each([
  ['home', 390],
  ['home', 1440],
  ['category', 390],
  ['brand', 1440],
  ['product', 390],
  ['product', 820],
  ['product-sold-out', 390],
  ['compare', 390],
  ['compare', 1440],
  ['compare-empty', 390],
  ['cart-empty', 1440],
  ['sign-in', 1440],
  ['policy', 1440],
  ['repair-service', 390],
  ['repair-shops-province', 1440],
  ['write-review', 390],
  ['keyboard-test', 390],
  ['keyboard-test', 1440],
  ['landing-rose', 1440],
  ['search-understood', 390],
  ['search-empty', 390],
] as const)('nothing on the page %s moves while it arrives, %i px wide', async (name, width) => {
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const visit = await shop.visit({ url, width })
  const shift = await layoutShift(visit.page, public_pages[name] ?? '')
  await visit.page.close()
  visit.forgive(/404|\/session/)
  expect(shift).toBeLessThanOrEqual(0.003)
})
