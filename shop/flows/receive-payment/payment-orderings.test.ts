import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { repeats } from '#test/support/repeats.ts'
import { products, freeStock } from '#test/support/small-shop.ts'

/** Every eleventh of the 120 starts with each event. */
const step = repeats({ verify: 11, soak: 1 })

const checkout = openCheckout({
  ...relay_env,
  PAYOS_CLIENT_ID: '',
  PAYOS_API_KEY: '',
  PAYOS_CHECKSUM_KEY: '',
})
const log = createLog({ service: 'test', level: 'silent' })

const events = ['pays', 'repeats', 'pays twice', 'cancels', 'time is over'] as const
type Event = (typeof events)[number]

function orderings(rest: readonly Event[]): Event[][] {
  if (rest.length === 0) return [[]]
  return rest.flatMap((first) =>
    orderings(rest.filter((event) => event !== first)).map((others) => [first, ...others]),
  )
}

/**
 * Two transfers, a repeated message, a cancel and the deadline in every sequence (threats F7): money is counted once
 * and always recorded, only live orders have reservations, and no order moves back.
 */
test(`${Math.ceil(120 / step)} of 120 orderings of money, repetition, cancel and deadline end correctly`, async () => {
  const wrong: string[] = []
  for (const [number, ordering] of orderings(events).entries()) {
    if (number % step !== 0) continue
    const problem = await runOrdering(ordering)
    if (problem !== null) wrong.push(`${ordering.join(' → ')}: ${problem}`)
  }
  expect(wrong).toEqual([])
}, 120_000)

async function runOrdering(ordering: readonly Event[]): Promise<string | null> {
  const before = await freeStock(checkout.own.db, products.cable)
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
  const amount = order.totals.grand_total
  const message = () => sepayBody({ amount, content: order.code.replace('-', '') })
  const first = message()
  const second = message()
  const sendTransfer = async (raw: string) =>
    void (await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now)))
  const actions: Record<Event, () => Promise<void>> = {
    pays: () => sendTransfer(first),
    repeats: () => sendTransfer(first),
    'pays twice': () => sendTransfer(second),
    cancels: async () =>
      void (await buyer.call(
        'POST',
        `/api/cart/v1/payment-gateway/bank_transfer/cancelPayment?order_id_web=${order.code}`,
      )),
    'time is over': async () => {
      checkout.now = new Date(checkout.now.getTime() + 15 * 60_000)
      await expireOrders({ db: checkout.own.db, log }, checkout.now)
    },
  }
  for (const event of ordering) await actions[event]()
  const end = await endOf(order.code)
  const reserved = before - (await freeStock(checkout.own.db, products.cable))
  const is_paid = end.state === 'pending'
  // A cancel before any money ends the order for good; every other sequence ends with a paid order.
  const first_money = ordering.findIndex((event) => event !== 'cancels' && event !== 'time is over')
  const cancel = ordering.indexOf('cancels')
  const expiry = ordering.indexOf('time is over')
  const is_cancelled = cancel < first_money && !(expiry < cancel)
  if (is_paid === is_cancelled) return `ended ${end.state}`
  if (reserved !== (is_paid ? 1 : 0))
    return `${reserved} units reserved by an order that is ${end.state}`
  if (end.paid !== (is_paid ? 1 : 0)) return `${end.paid} payments`
  if (end.messages !== 2) return `${end.messages} messages`
  if (end.reviews !== (is_paid ? 1 : 2)) return `${end.reviews} reviews`
  return null
}

interface End {
  state: string
  paid: number
  messages: number
  reviews: number
}

async function endOf(code: string): Promise<End> {
  const { rows } = await sql<End>`
    select state,
      (select count(*) from payment p where p.order_id = o.order_id and p.state = 'paid') as paid,
      (select count(*) from bank_message m where m.order_id = o.order_id) as messages,
      (select count(*) from payment_review r where r.order_id = o.order_id) as reviews
    from sales_order o where code = ${code}`.execute(checkout.own.db)
  return rows[0] ?? { state: 'none', paid: 0, messages: 0, reviews: 0 }
}
