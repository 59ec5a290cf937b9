import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Tables } from '#db/schema.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { buyerWith, dataOf, type Buyer, type Order, type Quote } from '#test/support/buyer.ts'
import { knock as knockAt, type Answer } from '#test/support/door.ts'
import { repeats } from '#test/support/repeats.ts'
import { freePort, startShop, type ShopServer } from '#test/support/shop-server.ts'
import { goods, openSmallShop } from '#test/support/small-shop.ts'

// The built shop as a process of its own on the built-in database with its default durability.
const folder = mkdtempSync(join(tmpdir(), 'tiem-crash-'))
const shoppers = repeats({ verify: 4, soak: 12 })
const pieces = 100_000

const kill_both = { killed: 'the shop and its database', database_too: true }
const kill_shop = { killed: 'the shop', database_too: false }
const kills = repeats({ verify: [kill_both], soak: [kill_shop, kill_both] })

let port: number
let shop: ShopServer

beforeAll(async () => {
  port = await freePort()
  await reopen()
  await inDatabase(async (db) => {
    await openSmallShop(db)
    await sql`update stock set quantity = ${pieces}
      where product_id = ${goods.cable} and shop_id = 1`.execute(db)
  })
}, 90_000)
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('kill -9', { timeout: 120_000 }, () => {
  test('what was answered before it is there after it: cart, checkout, order; each once', async () => {
    const [undecided, decided] = [await newBuyer(), await newBuyer()]
    const quote = await undecided.prepare(goods.cable, 2)
    await decided.prepare(goods.cable)
    const key = { 'idempotency-key': 'before-the-crash' }
    const order = dataOf<Order>(await decided.order({ payment_method: 'cod' }, key))
    await crash({ database_too: true })
    // Between checkout and order: token, cart, address and checkout are all still there.
    expect(dataOf<Quote>(await undecided.call('GET', '/api/cart/v1/quote'))).toEqual(quote)
    expect((await undecided.cart()).item_quantity).toBe(2)
    const late = dataOf<Order>(await undecided.order({ payment_method: 'cod' }))
    expect(late.totals.grand_total).toBe(quote.totals.grand_total)
    // Right after the order was acknowledged: it is there once, and asking again finds it.
    expect(dataOf(await decided.order({ payment_method: 'cod' }, key))).toEqual(order)
    expect(dataOf(await decided.order({ payment_method: 'cod' }))).toEqual(order)
    const read = await decided.call('GET', `/api/cart/v1/order?code=${order.code}`)
    expect(dataOf(read)).toEqual(order)
  })

  test.each(kills)(
    'of $killed amid many orders: nothing acknowledged is lost, nothing is made twice',
    async ({ database_too }) => {
      const before = await books()
      const crowd = await Promise.all(Array.from({ length: shoppers }, shopperOfMany))
      const shopping = Promise.all(crowd.map((one) => one.shop()))
      const acknowledged = () => crowd.reduce((sum, one) => sum + one.acknowledged.size, 0)
      await expect.poll(acknowledged, { timeout: 60_000 }).toBeGreaterThan(2 * shoppers)
      await crash({ database_too })
      await shopping
      const made = await Promise.all(crowd.map((one) => one.settle()))
      const after = await books()
      const codes = made.flat()
      expect(new Set(codes).size).toBe(codes.length)
      expect(after.orders - before.orders).toBe(codes.length)
      expect(before.pieces - after.pieces).toBe(codes.length)
      expect(after.claimed - before.claimed).toBe(codes.length)
      expect(after.payments - before.payments).toBe(codes.length)
    },
  )
})

/** Orders again and again until the shop is gone; keeps what was answered and what was left open. */
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
          await buyer.prepare(goods.cable)
          open_key = `turn-number-${turn}`
          acknowledged.set(open_key, await press(open_key))
          open_key = null
        } catch (error) {
          // A refusal would be a mistake; a line that went dead is what this is about.
          if (error instanceof RangeError) throw error
          return
        }
      }
    },
    /** Asks again for everything that was asked before the crash. Gives the code of every order. */
    settle: async () => {
      for (const [key, code] of acknowledged) expect(await press(key)).toBe(code)
      const late = open_key === null ? [] : [await press(open_key)]
      return [...acknowledged.values(), ...late]
    },
  }
}

async function books() {
  return inDatabase(async (db) => {
    const { rows } = await sql<Record<'orders' | 'pieces' | 'claimed' | 'payments', number>>`
      select (select count(*) from sales_order) as orders,
        (select sum(quantity) from stock where product_id = ${goods.cable}) as pieces,
        (select coalesce(sum(quantity), 0) from hold where kind = 'stock') as claimed,
        (select count(*) from payment) as payments`.execute(db)
    return rows[0] ?? { orders: 0, pieces: 0, claimed: 0, payments: 0 }
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
  // One phone orders here as often as thousands do: what it may do how often is another test's.
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

/** The database the shop runs on, found by the notes in its folder: nobody here may start it. */
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
