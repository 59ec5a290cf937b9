import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let database: TestDatabase
let door: Door
// Its own, because feeds that another test has written would be served.
const data_dir = mkdtempSync(join(tmpdir(), 'tiem-outage-'))
/** The shop's clock, which stands still. */
let time = new Date()
let proxy: Awaited<ReturnType<typeof cuttableProxy>>

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  // The serving role over TCP, because a Unix socket cannot be cut here.
  const served = new URL(database.url)
  const { username, password } = new URL(database.served_url)
  proxy = await cuttableProxy(Object.assign(served, { username, password }))
  const options = { now: () => time, cache_pages: true, env: { DATA_DIR: data_dir } }
  door = await openDoor({ ...database, served_url: proxy.url }, options)
})
afterAll(async () => {
  await proxy.open()
  await door.close()
  await proxy.cut()
  await database.close()
  rmSync(data_dir, { recursive: true, force: true })
})

const phone = '/galaxy-a36-5g-8gb-128gb'
const ask = (path: string) => door.call('GET', path)
const statusesOf = async (paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => [path, (await ask(path)).status]))

test('without the database cached pages are shown and all others answer 503, which is never cached', async () => {
  const cached = ['/', '/dien-thoai', phone, '/_data/dien-thoai?_province=30']
  await statusesOf(cached)
  await proxy.cut()
  const without_database = ['/tim-kiem?q=iphone', '/api/search/v1/suggest?q=iphone', '/healthz']
  for (const [path, status] of await statusesOf([...cached, ...without_database])) {
    expect([path, status]).toEqual([path, 200])
  }
  // Shops stay in memory for 10 s. Until then the offline page needs no database.
  expect((await ask('/offline')).status).toBe(200)
  time = new Date(time.getTime() + 11_000)
  const uncached = ['/laptop', '/khong-co', '/_data/laptop?_province=30', '/cart', '/tin-tuc']
  const for_crawlers = ['/sitemap.xml', '/feed/google.xml', '/feed/meta.csv', '/offline']
  for (const path of [...uncached, ...for_crawlers, '/api/content/v1/posts/latest']) {
    const { status, headers } = await ask(path)
    const cache = headers.get('cache-control') ?? ''
    expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '2'])
    expect([path, cache]).toEqual([path, expect.stringMatching(/no-store|no-cache/)])
  }
  expect((await ask('/offline')).headers.get('content-type')).toMatch(/^application\/json/)
  expect((await ask('/readyz')).status).toBe(503)
  await changePrice()
  await proxy.open()
  const priceIsShown = async () => expect((await ask(phone)).text).toContain('7.654.000')
  await vi.waitFor(priceIsShown, { timeout: 15_000, interval: 50 })
  for (const [path, status] of await statusesOf(['/laptop', '/cart', '/readyz', '/offline'])) {
    expect([path, status]).toEqual([path, 200])
  }
}, 60_000)

/** Changes a price on a direct connection, not through the proxy that is cut. */
async function changePrice(): Promise<void> {
  await sql`update price set list_price = 7654000, sale_price = null where product_id in (
    select product_id from product
    where parent_id = (select entity_id from slug where path = ${phone.slice(1)}))`.execute(
    database.db,
  )
}

/** A proxy to the database that can be cut, as if the database server were down. */
async function cuttableProxy(to: URL) {
  const sockets = new Set<Socket>()
  const forward = (client: Socket) => {
    const upstream = connect(Number(to.port), to.hostname)
    for (const [socket, peer] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        peer.destroy()
      })
      socket.pipe(peer)
    }
  }
  const server = createServer(forward)
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(to)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    open: async () => {
      if (!server.listening) await listen(port)
    },
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
