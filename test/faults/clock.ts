import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { createLog } from '#platform/observe/log.ts'
import { openBuiltApp } from '#test/faults/built-app.ts'
import { type Fault, noneOf } from '#test/faults/fault.ts'
import { fillStock, openSite } from '#test/faults/site.ts'
import { type Buyer, buyerWith, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import type { Answer, Ask } from '#test/support/knock.ts'
import { ledgerErrors, takeInventory, setFreeStock } from '#test/support/stock-ledger.ts'

const minute_ms = 60_000
const day_ms = 86_400_000
/** Time to pay for an order (contract §5). */
const payment_time_ms = 15 * minute_ms
const last_units = 5

/** A shop with a clock that can be shifted, and its database, which another shop uses too. */
export interface ShiftedShop {
  call: (method: string, path: string, ask?: Ask) => Promise<Answer>
  db: Database
  item_id: number
  /** Shifts the clock of this shop. */
  turn: (by_ms: number) => void
  now: () => Date
  /** Another shop on the same database, whose clock is never shifted. */
  right: { call: ShiftedShop['call'] }
}

export const shifts = {
  'ten minutes behind': -10 * minute_ms,
  'ten minutes ahead': 10 * minute_ms,
  '400 days ahead': 400 * day_ms,
}

const scenarios: Record<string, (clock: ShiftedShop, by_ms: number) => Promise<string[]>> = {
  'a whole purchase with the shifted clock': async (clock, by_ms) => {
    clock.turn(by_ms)
    const buyer = await newBuyer(clock)
    await buyer.prepare(clock.item_id)
    const order = dataOf<Order>(await buyer.order({}))
    const waits_ms = Date.parse(order.expires_at ?? '') - clock.now().getTime()
    return unless(
      Math.abs(waits_ms - payment_time_ms) < minute_ms,
      `has ${waits_ms} ms for its payment`,
    )
  },
  'the clock is shifted during a checkout': async (clock, by_ms) => {
    const buyer = await newBuyer(clock)
    await buyer.prepare(clock.item_id)
    clock.turn(by_ms)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await buyer.order({ payment_method: 'cod' }, key)
    clock.turn(0)
    const again = await buyer.order({ payment_method: 'cod' }, key)
    // A token lives seven days, so 400 days later it is refused, and nothing was sold.
    if (by_ms > 7 * day_ms) return unless(first.status === 401, `answered ${refusalOf(first)}`)
    return unless(
      first.status === 200 && isDeepStrictEqual(first.body, again.body),
      'two answers to one key',
    )
  },
  'the clock is shifted while an order waits for its payment': async (clock, by_ms) => {
    const buyer = await newBuyer(clock)
    await buyer.prepare(clock.item_id)
    const order = dataOf<Order>(await buyer.order({}))
    clock.turn(by_ms)
    await expireBy(clock)
    const is_over = by_ms > payment_time_ms
    const state = await stateOf(clock, order.code)
    clock.turn(0)
    await expireBy(clock)
    const later = await stateOf(clock, order.code)
    return [
      ...unless(state === (is_over ? 'expired' : 'awaiting_payment'), `became ${state}`),
      ...unless(later === state, `became ${later} when the clock was right again`),
    ]
  },
  'the last units are sold by two clocks at once': async (clock, by_ms) => {
    clock.turn(by_ms)
    const buyers = await Promise.all(
      Array.from({ length: 4 * last_units }, (_, n) => newBuyer(n % 2 === 0 ? clock : clock.right)),
    )
    for (const buyer of buyers) await buyer.prepare(clock.item_id)
    const full = await emptyStock(clock, last_units)
    const answers = await Promise.all(buyers.map((buyer) => orderUntilServed(buyer)))
    const sold = answers.filter(({ status }) => status === 200).length
    const left = await countStock(clock)
    await refillStock(clock, full)
    return unless(sold === last_units && left === 0, `${sold} of ${last_units} sold, ${left} left`)
  },
}

export const clock_scenarios: readonly string[] = Object.keys(scenarios)

/**
 * F9: the clock is ten minutes wrong, or 400 days ahead. Nothing is sold twice, lost or reserved for ever.
 */
export const clock: Fault = async (report, { rounds }) => {
  const site = await openSite()
  let by_ms = 0
  const now = () => new Date(Date.now() + by_ms)
  const app = await openBuiltApp({
    database_url: site.databaseUrl(),
    data_dir: site.data_dir,
    now,
  })
  try {
    const [item_id = 0] = await fillStock(site)
    await site.inDatabase(async (db) => {
      const turn = (ms: number) => void (by_ms = ms)
      const work = { call: app.call, db, item_id, turn, now, right: site }
      for (let round = 0; round < rounds(1, 10); round++) await runAll(report, work)
    })
  } finally {
    await app.close()
    await site.close()
  }
}

async function runAll(report: Parameters<Fault>[0], work: ShiftedShop): Promise<void> {
  for (const [shift, by_ms] of Object.entries(shifts)) {
    const problems: string[] = []
    for (const name of clock_scenarios) problems.push(...(await runClock(name, work, by_ms)))
    noneOf(
      report,
      shift,
      problems,
      `${clock_scenarios.length} scenarios: purchase, checkout, unpaid order, last units`,
    )
  }
}

/** Returns the problems of one scenario as sentences. The clock is right again afterwards. */
export async function runClock(name: string, work: ShiftedShop, by_ms: number): Promise<string[]> {
  const opening = await takeInventory(work.db)
  const problems = (await scenarios[name]?.(work, by_ms)) ?? []
  work.turn(0)
  return [...problems, ...(await ledgerErrors(work.db, opening))].map(
    (problem) => `${name}: ${problem}`,
  )
}

async function newBuyer({ call }: Pick<ShiftedShop, 'call'>): Promise<Buyer> {
  const guest = await call('POST', '/api/sso/auth/guest-token', { json: {} })
  return buyerWith({ call }, dataOf<{ token: string }>(guest).token)
}

async function orderUntilServed(buyer: Buyer): Promise<Answer> {
  for (;;) {
    const answer = await buyer.order()
    if (answer.status !== 503) return answer
  }
}

async function expireBy({ db, now }: ShiftedShop): Promise<void> {
  const log = createLog({ service: 'clock', level: 'fatal' })
  await expireOrders({ db, log }, now())
}

async function stateOf({ db }: ShiftedShop, code: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select state from sales_order where code = ${code}`.execute(db)
  return rows[0]?.state ?? 'lost'
}

async function countStock({ db, item_id }: ShiftedShop): Promise<number> {
  const { rows } = await sql<{ quantity: number }>`
    select coalesce(sum(quantity), 0) as quantity from stock where product_id = ${item_id}`.execute(
    db,
  )
  return rows[0]?.quantity ?? 0
}

/**
 * Leaves the given quantity in one shop and none in the others. Returns the previous stock for refillStock.
 */
async function emptyStock({ db, item_id }: ShiftedShop, units: number) {
  const { rows } = await sql<{ shop_id: number; quantity: number }>`
    select shop_id, quantity from stock join shop using (shop_id)
    where product_id = ${item_id} order by ('ban-hang' = any(kinds)) desc, shop_id`.execute(db)
  const [first] = rows
  await setFreeStock(db, 0, sql`product_id = ${item_id} and shop_id <> ${first?.shop_id ?? 0}`)
  await setFreeStock(db, units, sql`product_id = ${item_id} and shop_id = ${first?.shop_id ?? 0}`)
  return { stock_rows: rows, left_over: units }
}

async function refillStock(
  { db, item_id }: ShiftedShop,
  { stock_rows, left_over }: Awaited<ReturnType<typeof emptyStock>>,
): Promise<void> {
  const [first] = stock_rows
  for (const { shop_id, quantity } of stock_rows) {
    const back = shop_id === first?.shop_id ? quantity - left_over : quantity
    if (back === 0) continue
    await sql`insert into stock_movement (product_id, shop_id, quantity, kind)
      values (${item_id}, ${shop_id}, ${back}, 'count')`.execute(db)
  }
}

function unless(is_right: boolean, problem: string): string[] {
  return is_right ? [] : [problem]
}
