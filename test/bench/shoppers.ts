import { dataOf, type Connection, openConnection } from '#test/bench/connection.ts'
import { cpuOf, databaseProcesses } from '#test/bench/memory.ts'
import type { Figure } from '#test/bench/report.ts'
import { serverFigures } from '#test/bench/server-figures.ts'

const shoppers = 16
const seconds = 5
const adds_per_guest = 3

/** One action of a shopper. Returns how many counted operations it was. */
type Turn = (connection: Connection, turn: number) => Promise<number>

/** A shop under test. */
export interface Subject {
  /** What distinguishes its figures: the number of processes if there are several. */
  name: string
  url: string
  /** The folder of its database. */
  home: string
}

/** Measures adding items to carts: each guest adds three different ones. Tokens are created before. */
export async function addsPerSecond(subject: Subject, items: number[]): Promise<Figure> {
  const tokens = await guestTokens(subject.url, 2_000)
  const { rate, cost } = await perSecond(subject, async (connection, turn) => {
    const token = tokens.pop() ?? (await guestToken(connection))
    await fillCart(connection, token, items, turn)
    return adds_per_guest
  })
  return {
    name: `add to cart${subject.name}`,
    value: rate,
    unit: 'per s',
    bar: 1_500,
    good: 'at least',
    how: `${shoppers} shoppers, ${seconds} s, ${adds_per_guest} items per guest, over HTTP; ${cost}`,
  }
}

/** Measures reading carts with three items. */
export async function cartReadsPerSecond(subject: Subject, items: number[]): Promise<Figure> {
  const tokens = await guestTokens(subject.url, 200)
  const connection = openConnection(subject.url)
  for (const [turn, token] of tokens.entries()) await fillCart(connection, token, items, turn)
  connection.close()
  const { rate, cost } = await perSecond(subject, async (reader, turn) => {
    const token = tokens[turn % tokens.length] ?? ''
    dataOf(await reader.ask('GET', '/api/cart/v1/cart', { token }))
    return 1
  })
  return {
    name: `read cart${subject.name}`,
    value: rate,
    unit: 'per s',
    bar: 3_000,
    good: 'at least',
    how: `${shoppers} shoppers, ${seconds} s, ${adds_per_guest} items per cart; ${cost}`,
  }
}

async function fillCart(
  connection: Connection,
  token: string,
  items: number[],
  turn: number,
): Promise<void> {
  for (let i = 0; i < adds_per_guest; i++) {
    const item_id = items[(turn + i * 7) % items.length]
    dataOf(await connection.ask('POST', '/api/cart/v1/cart', { token, json: { item_id } }))
  }
}

/** Measures whole purchases: guest token, add, quote, address, COD order. */
export async function checkoutsPerSecond(subject: Subject, items: number[]): Promise<Figure> {
  const { rate, cost } = await perSecond(subject, async (connection, turn) => {
    await buyOnce(connection, items[turn % items.length] ?? 0, turn)
    return 1
  })
  return {
    name: `complete checkouts${subject.name}`,
    value: rate,
    unit: 'per s',
    bar: 300,
    good: 'at least',
    how: `${shoppers} shoppers, ${seconds} s, 5 calls per purchase: token, add, quote, address, COD order; ${cost}`,
  }
}

async function buyOnce(connection: Connection, item_id: number, turn: number): Promise<void> {
  const token = await guestToken(connection)
  const post = async (path: string, json: unknown) =>
    dataOf<{ totals: { grand_total: number } }>(
      await connection.ask('POST', `/api/cart${path}`, { token, json }),
    )
  dataOf(await connection.ask('POST', '/api/cart/v1/cart', { token, json: { item_id } }))
  await post('/v1/quote', {
    Quote: { type: 1, province_id: 30 },
    QuoteItems: [{ item_id, item_quantity: 1 }],
  })
  const { totals } = await post('/v1/quote/address', {
    name: 'Nguyễn Thị Ánh',
    phone: `09${String(10_000_000 + (turn % 80_000_000))}`,
    shipping_method: 'home_delivery',
    province_id: 30,
    ward_name: 'Phường Bến Thành',
    street: '1 Lê Lợi',
    need_confirm: true,
  })
  await post('/v1/order', { payment_method: 'cod', grand_total: totals.grand_total })
}

async function guestTokens(url: string, count: number): Promise<string[]> {
  const connections = Array.from({ length: shoppers }, () => openConnection(url))
  const share = Math.ceil(count / shoppers)
  const tokens = await Promise.all(
    connections.map(async (connection) => {
      const own: string[] = []
      for (let i = 0; i < share; i++) own.push(await guestToken(connection))
      connection.close()
      return own
    }),
  )
  return tokens.flat()
}

async function guestToken(connection: Connection): Promise<string> {
  const reply = await connection.ask('POST', '/api/sso/auth/guest-token', { json: {} })
  return dataOf<{ token: string }>(reply).token
}

interface Measured {
  rate: number
  /** Statements and CPU time of one operation, in words. */
  cost: string
}

/** Runs `turn` for all shoppers for some seconds, after one second of warm-up. */
async function perSecond({ url, home }: Subject, turn: Turn): Promise<Measured> {
  let turns = 0
  let done = 0
  const run = async (until: number) => {
    done = 0
    const shop = async () => {
      const connection = openConnection(url)
      while (performance.now() < until) {
        const operations = await turn(connection, turns++)
        done += operations
      }
      connection.close()
    }
    await Promise.all(Array.from({ length: shoppers }, shop))
  }
  const figures = async () => {
    const database_ms = cpuOf(databaseProcesses(`${home}/data`))
    return { ...(await serverFigures(url)), database_ms }
  }
  await run(performance.now() + 1_000)
  const before = await figures()
  const started = performance.now()
  await run(started + seconds * 1_000)
  const rate = done / ((performance.now() - started) / 1_000)
  const after = await figures()
  const each = (total: number, digits: number) => (total / done).toFixed(digits)
  const cost = [
    `${each(after.statements - before.statements, 1)} statements`,
    `CPU ${each((after.cpu_seconds - before.cpu_seconds) * 1_000, 2)} ms server`,
    `${each(after.database_ms - before.database_ms, 2)} ms database each`,
  ].join(', ')
  return { rate, cost }
}
