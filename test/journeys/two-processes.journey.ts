import { request } from 'node:http'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type ShopServer, startShop } from '#test/support/shop-server.ts'

let database: TestDatabase
let shop: ShopServer

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  shop = await startShop({ env: { DATABASE_URL: database.url, WEB_CONCURRENCY: '2' } })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

describe('two processes on one database', () => {
  test('both processes soon show a price that was changed in SQL, as page and as data', async () => {
    const path = '/iphone-18-pro-max-256gb'
    const addresses = [path, `/_data${path}?_province=30`]
    for (const address of addresses) await eightTimes(address)
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query(
      `update price set list_price = 45678000, sale_price = null
       where product_id in (select product_id from product
         where parent_id = (select entity_id from slug where path = $1))`,
      [path.slice(1)],
    )
    await client.end()
    for (const address of addresses) {
      await expect
        .poll(
          async () => (await eightTimes(address)).every((text) => /45[.]?678[.]?000/.test(text)),
          {
            timeout: 10_000,
            interval: 50,
          },
        )
        .toBe(true)
    }
  })

  test('each process gives the same bytes for the same page', async () => {
    expect(new Set(await eightTimes('/dien-thoai')).size).toBe(1)
  })

  test('/metrics adds up both processes', async () => {
    const pages = async () => {
      const text = await ask('/metrics')
      const counter = (name: string) =>
        Number(new RegExp(`^page_cache_${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 'nothing')
      return counter('hit_total') + counter('miss_total')
    }
    const before = await pages()
    await eightTimes('/danh-muc')
    expect(await pages()).toBe(before + 8)
  })
})

/** Requests it eight times, each on its own connection, so that the processes alternate. */
function eightTimes(path: string): Promise<string[]> {
  return Promise.all(Array.from({ length: 8 }, () => ask(path)))
}

function ask(path: string): Promise<string> {
  return new Promise((done, failed) => {
    const outgoing = request(shop.url + path, { agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => (text += String(part)))
      response.on('end', () => done(text))
    })
    outgoing.on('error', failed)
    outgoing.end()
  })
}
