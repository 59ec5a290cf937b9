import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { type Fault, noneOf } from '#test/faults/fault.ts'
import { fillStock, openSite } from '#test/faults/site.ts'
import { type Buyer, buyerWith, dataOf, type Order } from '#test/support/buyer.ts'
import { type Answer, type Ask, knock } from '#test/support/knock.ts'
import { openWire } from '#test/support/wire.ts'

/** A shop for the impatient shopper tests. */
export interface HastyShop {
  url: string
  call: (method: string, path: string, ask?: Ask) => Promise<Answer>
  inDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  item_id: number
}

interface Scenario {
  buyer: Buyer
  quote_id: number
  /** The request that places the order, sent to `url`. */
  press: (options?: Press) => Promise<Answer>
}

interface Press {
  key?: string
  url?: string
}

const same = 'one-and-the-same-press'

/** Each scenario performs the last step of one shopper and returns all the answers, which must be equal. */
const scenarios: Record<string, (scenario: Scenario, shop: HastyShop) => Promise<Answer[]>> = {
  'double click': ({ press }) => Promise.all([press({ key: same }), press({ key: same })]),
  'twenty clicks': ({ press }) =>
    Promise.all(Array.from({ length: 20 }, () => press({ key: same }))),
  'double click without a key': ({ press }) => Promise.all([press(), press()]),
  'two tabs': ({ press }) =>
    Promise.all([press({ key: 'of-the-first-tab' }), press({ key: 'of-the-second-tab' })]),
  'back button': async ({ press }) => [
    await press({ key: same }),
    await press({ key: same }),
    await press({ key: 'of-the-reloaded-page' }),
    await press(),
  ],
  'lost reply': (scenario, shop) => loseReply(scenario, shop, { key: same }),
  'lost reply without a key': (scenario, shop) => loseReply(scenario, shop, {}),
  'lost reply and another tab at once': async (scenario, shop) => {
    const [lost, other] = await Promise.all([
      loseReply(scenario, shop, { key: same }),
      scenario.press({ key: 'of-the-second-tab' }),
    ])
    return [...lost, other]
  },
}

/** F11: double click, two tabs, back button, lost reply. There is one order, and every answer contains it. */
export const shopper: Fault = async (report, { rounds }) => {
  const site = await openSite()
  try {
    const [item_id = 0] = await fillStock(site)
    const times = rounds(3, 30)
    for (const name of Object.keys(scenarios)) {
      const problems: string[] = []
      for (let time = 1; time <= times; time++) {
        problems.push(...(await runScenario(name, { ...site, item_id })))
      }
      noneOf(report, name, problems, `one order and one answer, ${times} times`)
    }
    const pages: string[] = []
    for (let time = 1; time <= times; time++) pages.push(...(await formTwice({ ...site, item_id })))
    noneOf(report, 'form sent twice', pages, `the page's own form without scripts, ${times} times`)
  } finally {
    await site.close()
  }
}

export const scenario_names: readonly string[] = Object.keys(scenarios)

/** Returns the problems of one scenario as sentences. */
export async function runScenario(name: string, shop: HastyShop): Promise<string[]> {
  const scenario = await openScenario(shop)
  const answers = (await scenarios[name]?.(scenario, shop)) ?? []
  const bad = answers.filter(({ status }) => status !== 200)
  const others = answers.filter(({ body }) => !isDeepStrictEqual(body, answers[0]?.body))
  const order_count = await ordersOf(shop, scenario.quote_id)
  return [
    ...bad.map(({ status, text }) => `${name}: ${status} ${text.slice(0, 200)}`),
    ...(others.length === 0 ? [] : [`${name}: ${others.length} different answers`]),
    ...(order_count === 1 ? [] : [`${name}: ${order_count} orders`]),
  ]
}

async function openScenario(shop: HastyShop): Promise<Scenario> {
  const guest = await shop.call('POST', '/api/sso/auth/guest-token', { json: {} })
  const { token } = dataOf<{ token: string }>(guest)
  const buyer = buyerWith(shop, token)
  const { quote_id } = await buyer.prepare(shop.item_id)
  const press = ({ key, url = shop.url }: Press = {}) =>
    knock(`${url}/api/cart/v1/order`, 'POST', {
      token,
      json: { payment_method: 'cod', quote_id },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  return { buyer, quote_id, press }
}

/** The shop answers, but the answer is lost, and the shopper repeats the request. */
async function loseReply({ press }: Scenario, shop: HastyShop, options: Press): Promise<Answer[]> {
  const { hostname, port } = new URL(shop.url)
  const wire = await openWire({ host: hostname, port: Number(port) })
  wire.be({ kind: 'cut_reply' })
  const reply = await press({ ...options, url: `http://127.0.0.1:${wire.port}` }).catch(() => null)
  await wire.close()
  const again = await press(options)
  return reply === null ? [again] : [reply, again]
}

async function ordersOf(shop: HastyShop, quote_id: number): Promise<number> {
  return shop.inDatabase(async (db) => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from sales_order where quote_id = ${quote_id}`.execute(db)
    return rows[0]?.n ?? 0
  })
}

/** Sends the same form of the same page twice at once: both must lead to the same order. */
export async function formTwice(shop: HastyShop): Promise<string[]> {
  const { buyer, quote_id } = await openScenario(shop)
  const form = () =>
    new URLSearchParams({
      intent: 'pay',
      payment_method: 'cod',
      quote_id: String(quote_id),
      idempotency_key: same,
    })
  const headers = { cookie: `token=${buyer.token}`, 'sec-fetch-site': 'same-origin' }
  const send = () => shop.call('POST', '/cart/payment', { form: form(), headers })
  const answers = await Promise.all([send(), send()])
  const locations = new Set(answers.map((answer) => answer.headers.get('location')))
  const order = await buyer.call('GET', '/api/cart/v1/order')
  const { code } = dataOf<Order>(order)
  const [location = null] = locations
  const is_right = locations.size === 1 && location !== null && location.includes(code)
  const order_count = await ordersOf(shop, quote_id)
  return [
    ...(is_right
      ? []
      : [`form: ${answers.map(({ status }) => status)} to ${[...locations].join(', ')}`]),
    ...(order_count === 1 ? [] : [`form: ${order_count} orders`]),
  ]
}
