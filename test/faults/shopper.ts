import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { type Fault, noneOf } from '#test/faults/fault.ts'
import { fillShelves, openSite } from '#test/faults/site.ts'
import { type Buyer, buyerWith, dataOf, type Order } from '#test/support/buyer.ts'
import { type Answer, type Ask, knock } from '#test/support/knock.ts'
import { openWire } from '#test/support/wire.ts'

/** A shop that shoppers can be hasty in. */
export interface Hasty {
  url: string
  call: (method: string, path: string, ask?: Ask) => Promise<Answer>
  inDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  item_id: number
}

interface Scene {
  buyer: Buyer
  quote_id: number
  /** The call with which the shopper orders, through `url`. */
  press: (given?: Press) => Promise<Answer>
}

interface Press {
  key?: string
  url?: string
}

const same = 'one-and-the-same-press'

/** Each plays one shopper before the last step, and gives all the answers that must be one. */
const scenes: Record<string, (scene: Scene, shop: Hasty) => Promise<Answer[]>> = {
  'double click': ({ press }) => Promise.all([press({ key: same }), press({ key: same })]),
  'twenty clicks': ({ press }) =>
    Promise.all(Array.from({ length: 20 }, () => press({ key: same }))),
  'double click without a key': ({ press }) => Promise.all([press(), press()]),
  'two tabs': ({ press }) =>
    Promise.all([press({ key: 'of-the-first-tab' }), press({ key: 'of-the-second-tab' })]),
  'back button': async ({ press }) => [
    await press({ key: same }),
    await press({ key: same }),
    await press({ key: 'the-page-drawn-again' }),
    await press(),
  ],
  'lost reply': (scene, shop) => loseReply(scene, shop, { key: same }),
  'lost reply without a key': (scene, shop) => loseReply(scene, shop, {}),
  'lost reply and another tab at once': async (scene, shop) => {
    const [lost, other] = await Promise.all([
      loseReply(scene, shop, { key: same }),
      scene.press({ key: 'of-the-second-tab' }),
    ])
    return [...lost, other]
  },
}

/** Double click, two tabs, back button, lost reply (F11): one order, and every answer says it. */
export const shopper: Fault = async (report, { rounds }) => {
  const site = await openSite()
  try {
    const [item_id = 0] = await fillShelves(site)
    const times = rounds(3, 30)
    for (const name of Object.keys(scenes)) {
      const found: string[] = []
      for (let time = 1; time <= times; time++) {
        found.push(...(await playScene(name, { ...site, item_id })))
      }
      noneOf(report, name, found, `one order and one answer, ${times} times`)
    }
    const pages: string[] = []
    for (let time = 1; time <= times; time++) pages.push(...(await formTwice({ ...site, item_id })))
    noneOf(report, 'form sent twice', pages, `the page's own form without scripts, ${times} times`)
  } finally {
    await site.close()
  }
}

export const scene_names: readonly string[] = Object.keys(scenes)

/** Sentences of what went wrong in one scene. */
export async function playScene(name: string, shop: Hasty): Promise<string[]> {
  const scene = await openScene(shop)
  const answers = (await scenes[name]?.(scene, shop)) ?? []
  const bad = answers.filter(({ status }) => status !== 200)
  const others = answers.filter(({ body }) => !isDeepStrictEqual(body, answers[0]?.body))
  const made = await ordersOf(shop, scene.quote_id)
  return [
    ...bad.map(({ status, text }) => `${name}: ${status} ${text.slice(0, 200)}`),
    ...(others.length === 0 ? [] : [`${name}: ${others.length} different answers`]),
    ...(made === 1 ? [] : [`${name}: ${made} orders`]),
  ]
}

async function openScene(shop: Hasty): Promise<Scene> {
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

/** The shop answers, the shopper hears nothing, and asks again. */
async function loseReply({ press }: Scene, shop: Hasty, given: Press): Promise<Answer[]> {
  const { hostname, port } = new URL(shop.url)
  const wire = await openWire({ host: hostname, port: Number(port) })
  wire.be({ kind: 'cut_reply' })
  const heard = await press({ ...given, url: `http://127.0.0.1:${wire.port}` }).catch(() => null)
  await wire.close()
  const again = await press(given)
  return heard === null ? [again] : [heard, again]
}

async function ordersOf(shop: Hasty, quote_id: number): Promise<number> {
  return shop.inDatabase(async (db) => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from sales_order where quote_id = ${quote_id}`.execute(db)
    return rows[0]?.n ?? 0
  })
}

/** The same form from the same page twice at once: both lead to the same order. */
export async function formTwice(shop: Hasty): Promise<string[]> {
  const { buyer, quote_id } = await openScene(shop)
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
  const ways = new Set(answers.map((answer) => answer.headers.get('location')))
  const order = await buyer.call('GET', '/api/cart/v1/order')
  const { code } = dataOf<Order>(order)
  const [way = null] = ways
  const is_right = ways.size === 1 && way !== null && way.includes(code)
  const made = await ordersOf(shop, quote_id)
  return [
    ...(is_right
      ? []
      : [`form: ${answers.map(({ status }) => status)} to ${[...ways].join(', ')}`]),
    ...(made === 1 ? [] : [`form: ${made} orders`]),
  ]
}
