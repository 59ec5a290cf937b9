import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { receivePayment } from '#shop/flows/receive-payment/receive-payment.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { type FakeNotice, signed } from '#test/support/fake-provider.ts'
import { products } from '#test/support/small-shop.ts'

/** A shop with fake gateways and a clock of its own. */
export interface PaymentTestShop {
  db: Database
  url: string
  now: () => Date
  /** Milliseconds. */
  pass: (ms: number) => void
  buyer: () => Promise<Buyer>
  /** Codes of two gateways. */
  gateways: readonly [string, string]
}

/** Statements about two payment attempts of one order: each attempt fails and is paid; one is queried. */
export const statements = [
  'first fails',
  'first pays',
  'second fails',
  'second pays',
  'first is queried',
] as const
export type Statement = (typeof statements)[number]

export function orderingsOf<T>(rest: readonly T[]): T[][] {
  if (rest.length === 0) return [[]]
  return rest.flatMap((first) =>
    orderingsOf(rest.filter((event) => event !== first)).map((others) => [first, ...others]),
  )
}

interface Delivery {
  /** How often each statement is sent, all at once. */
  times: 1 | 2
  /** Index of the statement before which the order expires; null: never. */
  expires_before: number | null
}

const log = createLog({ service: 'test', level: 'silent' })
let last_number = 0

/** Starts two payment attempts of one order at two gateways; returns their references there. */
export async function twoAttempts(shop: PaymentTestShop) {
  const [first_gateway, second_gateway] = shop.gateways
  const buyer = await shop.buyer()
  await buyer.prepare(products.cable)
  const order = dataOf<Order>(await buyer.order({ payment_method: first_gateway }))
  const begin = async (payment_method: string) => {
    const json = { order_code: order.code, payment_method }
    const response = await buyer.call('PUT', '/api/cart/v1/order/payment', json)
    return dataOf<{ redirect_url: string }>(response).redirect_url.split('/').at(-1) ?? ''
  }
  return { buyer, order, first: await begin(first_gateway), second: await begin(second_gateway) }
}

/** Sends a message to the notice address of a gateway; returns the body of the response. */
export async function notifyGateway(
  { url }: Pick<PaymentTestShop, 'url'>,
  code: string,
  notice: FakeNotice,
  key?: string,
): Promise<string> {
  const { body, signature } = signed(notice, key)
  const response = await fetch(`${url}/api/payment/notify/${code}`, {
    method: 'POST',
    headers: { 'x-signature': signature },
    body,
  })
  return response.text()
}

/** Sends the statements in this ordering; returns null when the order ended right, else a sentence (F7). */
export async function sendStatements(
  shop: PaymentTestShop,
  ordering: readonly Statement[],
  { times, expires_before }: Delivery,
): Promise<string | null> {
  const { order, first, second } = await twoAttempts(shop)
  last_number += 1
  for (const [at, statement] of ordering.entries()) {
    if (at === expires_before) {
      shop.pass(16 * 60_000)
      await expireOrders({ db: shop.db, log }, shop.now())
    }
    const send = senderOf(shop, statement, order, { first, second })
    await Promise.all(Array.from({ length: times }, send))
  }
  return problemOf(shop.db, order)
}

function senderOf(
  shop: PaymentTestShop,
  statement: Statement,
  order: Order,
  { first, second }: { first: string; second: string },
): () => Promise<unknown> {
  const is_first = statement.startsWith('first')
  const reference = is_first ? first : second
  const status = statement.endsWith('fails') ? ('failed' as const) : ('paid' as const)
  const message_id = `${last_number} ${statement}`
  const amount = order.totals.grand_total
  const notice = { message_id, reference, status, amount, provider_reference: `T${reference}` }
  const code = shop.gateways[is_first ? 0 : 1]
  if (statement !== 'first is queried') return () => notifyGateway(shop, code, notice)
  const deps = { db: shop.db, now: shop.now, log, late_money_days: 7 }
  const query_notice = { ...notice, provider_reference: null, failure: null, detail: {} }
  return () => receivePayment(deps, { gateway: code, source: 'query' }, query_notice)
}

interface End {
  state: string
  attempts: string[]
  messages: number
  reviews: string[]
  refunds: string[]
  reserved: number
}

async function problemOf(db: Database, { code, totals }: Order): Promise<string | null> {
  const { rows } = await sql<End>`
    select state,
      array(select p.state from payment p where p.order_id = o.order_id and p.state <> 'failed'
        order by payment_id) as attempts,
      (select count(*) from payment_message join payment p using (payment_id)
        where p.order_id = o.order_id) as messages,
      array(select reason || ' ' || r.state from payment_review r
        where r.order_id = o.order_id) as reviews,
      array(select r.state || ' ' || amount from refund r where r.order_id = o.order_id) as refunds,
      (select coalesce(sum(quantity), 0) from reservation h
        where h.order_id = o.order_id and kind = 'stock' and released_at is null) as reserved
    from sales_order o where code = ${code}`.execute(db)
  const end = rows[0]
  if (end === undefined) return 'the order is gone'
  const paid = end.attempts.filter((state) => state === 'paid').length
  if (end.state !== 'pending') return `ended ${end.state}`
  if (paid !== 1) return `${paid} attempts are paid`
  if (end.reserved !== 1) return `${end.reserved} units are reserved`
  if (end.messages !== statements.length) return `${end.messages} messages are stored`
  if (end.reviews.join() !== 'double open') return `reviews: ${end.reviews.join(', ')}`
  if (end.refunds.join() !== `due ${totals.grand_total}`)
    return `refunds: ${end.refunds.join(', ')}`
  return null
}
