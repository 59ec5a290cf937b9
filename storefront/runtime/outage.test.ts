import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let database: TestDatabase
let door: Door
let line: Awaited<ReturnType<typeof cuttableLine>>

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  line = await cuttableLine(new URL(database.url))
  door = await openDoor({ ...database, url: line.url }, { cache_pages: true })
})
afterAll(async () => {
  await line.open()
  await door.close()
  await line.cut()
  await database.close()
})

const phone = '/galaxy-a36-5g-8gb-128gb'
const ask = (path: string) => door.call('GET', path)
const statusesOf = async (paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => [path, (await ask(path)).status]))

test('while the database is away, what is kept is shown, the rest says when to come again, and nobody keeps that', async () => {
  const kept = ['/', '/dien-thoai', phone, '/_data/dien-thoai?_province=30']
  await statusesOf(kept)
  await line.cut()
  const live = ['/tim-kiem?q=iphone', '/api/search/v1/suggest?q=iphone', '/healthz']
  for (const [path, status] of await statusesOf([...kept, ...live])) {
    expect([path, status]).toEqual([path, 200])
  }
  const away = ['/laptop', '/khong-co', '/_data/laptop?_province=30', '/cart', '/tin-tuc']
  const machines = ['/sitemap.xml', '/feed/google.xml', '/feed/meta.csv', '/offline']
  for (const path of [...away, ...machines, '/api/content/v1/banners?place=hero']) {
    const { status, headers } = await ask(path)
    const cache = headers.get('cache-control') ?? ''
    expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '2'])
    expect([path, cache]).toEqual([path, expect.stringMatching(/no-store|no-cache/)])
  }
  expect((await ask('/offline')).headers.get('content-type')).toMatch(/^application\/json/)
  expect((await ask('/readyz')).status).toBe(503)
  await changePrice()
  await line.open()
  const shown = async () => expect((await ask(phone)).text).toContain('7.654.000')
  await vi.waitFor(shown, { timeout: 15_000, interval: 50 })
  for (const [path, status] of await statusesOf(['/laptop', '/cart', '/readyz', '/offline'])) {
    expect([path, status]).toEqual([path, 200])
  }
}, 60_000)

/** Past the line that is cut: this is somebody else's change. */
async function changePrice(): Promise<void> {
  await sql`update price set list_price = 7654000, sale_price = null where product_id in (
    select product_id from product
    where parent_id = (select entity_id from slug where path = ${phone.slice(1)}))`.execute(
    database.db,
  )
}

/** A way to the database that can be cut, as when its machine is gone. */
async function cuttableLine(to: URL) {
  const sockets = new Set<Socket>()
  const carry = (near: Socket) => {
    const far = connect(Number(to.port), to.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }
  const server = createServer(carry)
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
      for (const one of sockets) one.destroy()
      await closed
    },
  }
}
