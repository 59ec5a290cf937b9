import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Tables } from '#db/schema.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { buyerWith, dataOf, type Buyer, type Order, type Quote } from '#test/support/buyer.ts'
import { knock as knockAt, type Answer } from '#test/support/door.ts'
import { freePort, startShop, type ShopServer } from '#test/support/shop-server.ts'
import { products, openSmallShop } from '#test/support/small-shop.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

// The built shop in its own process, on the built-in database with its default durability.
const folder = mkdtempSync(join(tmpdir(), 'tiem-crash-'))
const shoppers = 12
const initial_stock = 100_000

const kills = [
  { killed: 'the shop', database_too: false },
  { killed: 'the shop and its database', database_too: true },
]

let port: number
let shop: ShopServer

beforeAll(async () => {
  port = await freePort()
  await reopen()
  await inDatabase(async (db) => {
    await openSmallShop(db)
    await setFreeStock(db, initial_stock, sql`product_id = ${products.cable} and shop_id = 1`)
  })
}, 90_000)
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('kill -9', { timeout: 120_000 }, () => {
  test('cart, checkout and order that were confirmed before are there afterwards, each once', async () => {
    const [undecided, decided] = [await newBuyer(), await newBuyer()]
    const quote = await undecided.prepare(products.cable, 2)
    await decided.prepare(products.cable)
    const key = { 'idempotency-key': 'before-the-crash' }
    const order = dataOf<Order>(await decided.order({ payment_method: 'cod' }, key))
    await crash({ database_too: true })
    // Killed between checkout and order: token, cart, address and checkout are still there.
    expect(dataOf<Quote>(await undecided.call('GET', '/api/cart/v1/quote'))).toEqual(quote)
    expect((await undecided.cart()).item_quantity).toBe(2)
    const late = dataOf<Order>(await undecided.order({ payment_method: 'cod' }))
    expect(late.totals.grand_total).toBe(quote.totals.grand_total)
    // Killed after the order was confirmed: it exists once, and repeating the request finds it.
    expect(dataOf(await decided.order({ payment_method: 'cod' }, key))).toEqual(order)
    expect(dataOf(await decided.order({ payment_method: 'cod' }))).toEqual(order)
    const read = await decided.call('GET', `/api/cart/v1/order?code=${order.code}`)
    expect(dataOf(read)).toEqual(order)
  })

  test.each(kills)(
    'of $killed during many orders: no confirmed order is lost, none is placed twice',
    async ({ database_too }) => {
      const before = await ledgerState()
      const crowd = await Promise.all(Array.from({ length: shoppers }, shopperOfMany))
      const shopping = Promise.all(crowd.map((shopper) => shopper.shop()))
      const acknowledged = () => crowd.reduce((sum, { acknowledged: own }) => sum + own.size, 0)
      await expect.poll(acknowledged, { timeout: 60_000 }).toBeGreaterThan(2 * shoppers)
      await crash({ database_too })
      await shopping
      const placed = await Promise.all(crowd.map((shopper) => shopper.repeatAll()))
      const after = await ledgerState()
      const codes = placed.flat()
      expect(new Set(codes).size).toBe(codes.length)
      expect(after.orders - before.orders).toBe(codes.length)
      expect(before.stock - after.stock).toBe(codes.length)
      expect(after.claimed - before.claimed).toBe(codes.length)
      expect(after.payments - before.payments).toBe(codes.length)
    },
  )
})

/** Orders repeatedly until the shop is gone. Records the confirmed orders and the one without an answer. */
async function shopperOfMany() {
  const buyer = await newBuyer()
  const acknowledged = new Map<string, string>()
  let open_key: string | null = null
  const press = async (key: string) =>
    dataOf<Order>(await buyer.order({ payment_method: 'cod' }, { 'idempotency-key': key })).code
  return {
    acknowledged,
    shop: async () => {
      for (let turn = 1; ; turn++) {
        try {
          await buyer.prepare(products.cable)
          open_key = `turn-number-${turn}`
          acknowledged.set(open_key, await press(open_key))
          open_key = null
        } catch (error) {
          // A refusal would be an error. A broken connection is expected.
          if (error instanceof RangeError) throw error
          return
        }
      }
    },
    /** Repeats all requests from before the crash. Returns the code of every order. */
    repeatAll: async () => {
      for (const [key, code] of acknowledged) expect(await press(key)).toBe(code)
      const late = open_key === null ? [] : [await press(open_key)]
      return [...acknowledged.values(), ...late]
    },
  }
}

async function ledgerState() {
  return inDatabase(async (db) => {
    const { rows } = await sql<Record<'orders' | 'stock' | 'claimed' | 'payments', number>>`
      select (select count(*) from sales_order) as orders,
        (select sum(quantity) from stock where product_id = ${products.cable}) as stock,
        (select coalesce(sum(quantity), 0) from reservation where kind = 'stock') as claimed,
        (select count(*) from payment) as payments`.execute(db)
    return rows[0] ?? { orders: 0, stock: 0, claimed: 0, payments: 0 }
  })
}

async function crash({ database_too }: { database_too: boolean }): Promise<void> {
  process.kill(shop.pid, 'SIGKILL')
  if (database_too) {
    process.kill(Number(postmasterNote()[0]), 'SIGKILL')
  }
  await reopen()
}

async function reopen(): Promise<void> {
  // One phone places thousands of orders here. Rate limits have their own tests.
  const env = { SEED: 'none', RATE_LIMITS: 'off' }
  shop = await startShop({ data_dir: folder, port, env })
}

async function newBuyer(): Promise<Buyer> {
  const answer = await knock('POST', '/api/sso/auth/guest-token', { json: {} })
  return buyerWith({ call: knock }, dataOf<{ token: string }>(answer).token)
}

function knock(method: string, path: string, ask = {}): Promise<Answer> {
  return knockAt(shop.url + path, method, ask)
}

/** Opens the database of the running shop, found by the files of its folder. It must not be started here. */
async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const password = readFileSync(join(folder, 'postgres', 'password'), 'utf8').trim()
  const [, , , database_port] = postmasterNote()
  const url = `postgres://tiem:${password}@127.0.0.1:${database_port}/tiem`
  const db = openDatabase<Tables>(url, { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

function postmasterNote(): string[] {
  return readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')
}
