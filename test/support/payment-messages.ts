import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { receivePayment } from '#shop/flows/receive-payment/receive-payment.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { type Said, signed } from '#test/support/play-provider.ts'
import { goods } from '#test/support/small-shop.ts'

/** A shop whose gateways are played, with a clock of its own. */
export interface MoneyStand {
  db: Database
  url: string
  now: () => Date
  /** Milliseconds. */
  pass: (ms: number) => void
  buyer: () => Promise<Buyer>
  /** Codes of two gateways. */
  gateways: readonly [string, string]
}

/** Statements about two tries of one order: each try is refused and paid, and one is asked about. */
export const statements = [
  'first fails',
  'first pays',
  'second fails',
  'second pays',
  'first is asked about',
] as const
export type Statement = (typeof statements)[number]

export function orderingsOf<T>(rest: readonly T[]): T[][] {
  if (rest.length === 0) return [[]]
  return rest.flatMap((first) =>
    orderingsOf(rest.filter((event) => event !== first)).map((others) => [first, ...others]),
  )
}

interface HowTold {
  /** How often each statement comes, all at once. */
  times: 1 | 2
  /** The order's time is over before this statement; null: never. */
  expires_before: number | null
}

const log = createLog({ service: 'test', level: 'silent' })
let last = 0

/** Two tries at two gateways; their names there. */
export async function twoTries(stand: MoneyStand) {
  const [one, other] = stand.gateways
  const buyer = await stand.buyer()
  await buyer.prepare(goods.cable)
  const order = dataOf<Order>(await buyer.order({ payment_method: one }))
  const begin = async (payment_method: string) => {
    const json = { order_code: order.code, payment_method }
    const begun = await buyer.call('PUT', '/api/cart/v1/order/payment', json)
    return dataOf<{ redirect_url: string }>(begun).redirect_url.split('/').at(-1) ?? ''
  }
  return { buyer, order, first: await begin(one), second: await begin(other) }
}

/** One message to the notice address of a gateway; what it was answered. */
export async function tellGateway(
  { url }: Pick<MoneyStand, 'url'>,
  code: string,
  said: Said,
  key?: string,
): Promise<string> {
  const { body, signature } = signed(said, key)
  const response = await fetch(`${url}/api/payment/notify/${code}`, {
    method: 'POST',
    headers: { 'x-signature': signature },
    body,
  })
  return response.text()
}

/** Plays one ordering; null when it ended right, else a sentence (threats F7). */
export async function playStatements(
  stand: MoneyStand,
  ordering: readonly Statement[],
  { times, expires_before }: HowTold,
): Promise<string | null> {
  const { order, first, second } = await twoTries(stand)
  last += 1
  for (const [at, statement] of ordering.entries()) {
    if (at === expires_before) {
      stand.pass(16 * 60_000)
      await expireOrders({ db: stand.db, log }, stand.now())
    }
    const tell = senderOf(stand, statement, order, { first, second })
    await Promise.all(Array.from({ length: times }, tell))
  }
  return problemOf(stand.db, order)
}

function senderOf(
  stand: MoneyStand,
  statement: Statement,
  order: Order,
  { first, second }: { first: string; second: string },
): () => Promise<unknown> {
  const is_first = statement.startsWith('first')
  const reference = is_first ? first : second
  const status = statement.endsWith('fails') ? ('failed' as const) : ('paid' as const)
  const message_id = `${last} ${statement}`
  const amount = order.totals.grand_total
  const said = { message_id, reference, status, amount, provider_reference: `T${reference}` }
  const code = stand.gateways[is_first ? 0 : 1]
  if (statement !== 'first is asked about') return () => tellGateway(stand, code, said)
  const parts = { db: stand.db, now: stand.now, log }
  const asked = { ...said, provider_reference: null, failure: null, detail: {} }
  return () => receivePayment(parts, { gateway: code, source: 'query' }, asked)
}

interface End {
  state: string
  tries: string[]
  messages: number
  reviews: string[]
  refunds: string[]
  held: number
}

async function problemOf(db: Database, { code, totals }: Order): Promise<string | null> {
  const { rows } = await sql<End>`
    select state,
      array(select p.state from payment p where p.order_id = o.order_id and p.state <> 'failed'
        order by payment_id) as tries,
      (select count(*) from payment_message join payment p using (payment_id)
        where p.order_id = o.order_id) as messages,
      array(select reason || ' ' || r.state from payment_review r
        where r.order_id = o.order_id) as reviews,
      array(select r.state || ' ' || amount from refund r where r.order_id = o.order_id) as refunds,
      (select coalesce(sum(quantity), 0) from hold h
        where h.order_id = o.order_id and kind = 'stock' and released_at is null) as held
    from sales_order o where code = ${code}`.execute(db)
  const end = rows[0]
  if (end === undefined) return 'the order is gone'
  const paid = end.tries.filter((state) => state === 'paid').length
  if (end.state !== 'pending') return `ended ${end.state}`
  if (paid !== 1) return `${paid} tries are paid`
  if (end.held !== 1) return `${end.held} pieces are held`
  if (end.messages !== statements.length) return `${end.messages} messages are known`
  if (end.reviews.join() !== 'double open') return `reviews: ${end.reviews.join(', ')}`
  if (end.refunds.join() !== `due ${totals.grand_total}`)
    return `refunds: ${end.refunds.join(', ')}`
  return null
}
