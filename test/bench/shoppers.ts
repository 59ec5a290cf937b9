import { dataOf, type Line, openLine } from '#test/bench/knock.ts'
import type { Figure } from '#test/bench/report.ts'

const shoppers = 16
const seconds = 5
const adds_per_guest = 3

/** What a shopper does once, and how many counted things that were. */
type Turn = (line: Line, turn: number) => Promise<number>

/** Adding pieces to carts: each guest puts three different items in. Tokens are made beforehand. */
export async function addsPerSecond(url: string, items: number[]): Promise<Figure> {
  const tokens = await guestTokens(url, 2_000)
  const rate = await perSecond(url, async (line, turn) => {
    const token = tokens.pop() ?? (await guestToken(line))
    for (let i = 0; i < adds_per_guest; i++) {
      const item_id = items[(turn + i * 7) % items.length]
      dataOf(await line.ask('POST', '/api/cart/v1/cart', { token, json: { item_id } }))
    }
    return adds_per_guest
  })
  return {
    name: 'add to cart',
    value: rate,
    unit: 'per s',
    bar: 500,
    good: 'at least',
    how: `${shoppers} shoppers, ${seconds} s, ${adds_per_guest} items a guest, over HTTP`,
  }
}

/** Whole purchases: guest token, add, quote, address, order with COD. */
export async function checkoutsPerSecond(url: string, items: number[]): Promise<Figure> {
  const rate = await perSecond(url, async (line, turn) => {
    await buyOnce(line, items[turn % items.length] ?? 0, turn)
    return 1
  })
  return {
    name: 'complete checkouts',
    value: rate,
    unit: 'per s',
    bar: 100,
    good: 'at least',
    how: `${shoppers} shoppers, ${seconds} s, 5 calls each: token, add, quote, address, COD order`,
  }
}

async function buyOnce(line: Line, item_id: number, turn: number): Promise<void> {
  const token = await guestToken(line)
  const post = async (path: string, json: unknown) =>
    dataOf<{ totals: { grand_total: number } }>(
      await line.ask('POST', `/api/cart${path}`, { token, json }),
    )
  dataOf(await line.ask('POST', '/api/cart/v1/cart', { token, json: { item_id } }))
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
  const lines = Array.from({ length: shoppers }, () => openLine(url))
  const share = Math.ceil(count / shoppers)
  const tokens = await Promise.all(
    lines.map(async (line) => {
      const own: string[] = []
      for (let i = 0; i < share; i++) own.push(await guestToken(line))
      line.hangUp()
      return own
    }),
  )
  return tokens.flat()
}

async function guestToken(line: Line): Promise<string> {
  const reply = await line.ask('POST', '/api/sso/auth/guest-token', { json: {} })
  return dataOf<{ token: string }>(reply).token
}

/** Runs `turn` at all shoppers for some seconds; a second of warm-up is not counted. */
async function perSecond(url: string, turn: Turn): Promise<number> {
  let turns = 0
  let done = 0
  const warm_until = performance.now() + 1_000
  const until = warm_until + seconds * 1_000
  const shop = async () => {
    const line = openLine(url)
    for (let now = performance.now(); now < until; now = performance.now()) {
      const made = await turn(line, turns++)
      if (performance.now() >= warm_until && performance.now() < until) done += made
    }
    line.hangUp()
  }
  await Promise.all(Array.from({ length: shoppers }, shop))
  return done / seconds
}
