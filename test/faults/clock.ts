import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { createLog } from '#platform/observe/log.ts'
import { openBuiltDoor } from '#test/faults/built-door.ts'
import { type Fault, noneOf } from '#test/faults/fault.ts'
import { fillShelves, openSite } from '#test/faults/site.ts'
import { type Buyer, buyerWith, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import type { Answer, Ask } from '#test/support/knock.ts'
import { bookErrors, takeInventory } from '#test/support/stock-ledger.ts'

const minute_ms = 60_000
const day_ms = 86_400_000
/** How long pieces wait for a way to pay, and a guest's token lives (contract §3, §5). */
const hold_ms = 15 * minute_ms
const last_pieces = 5

/** A shop whose clock can be turned, and the database that it shares with others. */
export interface Clockwork {
  call: (method: string, path: string, ask?: Ask) => Promise<Answer>
  db: Database
  item_id: number
  /** Turns this shop's clock. */
  turn: (by_ms: number) => void
  now: () => Date
  /** Another shop on the same database whose clock was never turned. */
  right: { call: Clockwork['call'] }
}

export const shifts = {
  'ten minutes behind': -10 * minute_ms,
  'ten minutes ahead': 10 * minute_ms,
  '400 days ahead': 400 * day_ms,
}

const scenes: Record<string, (clock: Clockwork, by_ms: number) => Promise<string[]>> = {
  'a whole purchase by the turned clock': async (clock, by_ms) => {
    clock.turn(by_ms)
    const buyer = await newBuyer(clock)
    await buyer.prepare(clock.item_id)
    const order = dataOf<Order>(await buyer.order({}))
    const waits_ms = Date.parse(order.expires_at ?? '') - clock.now().getTime()
    return unless(Math.abs(waits_ms - hold_ms) < minute_ms, `waits ${waits_ms} ms for its payment`)
  },
  'the clock is turned amid a checkout': async (clock, by_ms) => {
    const buyer = await newBuyer(clock)
    await buyer.prepare(clock.item_id)
    clock.turn(by_ms)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await buyer.order({ payment_method: 'cod' }, key)
    clock.turn(0)
    const again = await buyer.order({ payment_method: 'cod' }, key)
    // A token lives seven days: who comes 400 days later begins anew, and nothing was sold.
    if (by_ms > 7 * day_ms) return unless(first.status === 401, `told ${refusalOf(first)}`)
    return unless(
      first.status === 200 && isDeepStrictEqual(first.body, again.body),
      'two answers to one key',
    )
  },
  'an order waits for its payment while the clock is turned': async (clock, by_ms) => {
    const buyer = await newBuyer(clock)
    await buyer.prepare(clock.item_id)
    const order = dataOf<Order>(await buyer.order({}))
    clock.turn(by_ms)
    await expireBy(clock)
    const is_over = by_ms > hold_ms
    const state = await stateOf(clock, order.code)
    clock.turn(0)
    await expireBy(clock)
    const later = await stateOf(clock, order.code)
    return [
      ...unless(state === (is_over ? 'expired' : 'awaiting_payment'), `became ${state}`),
      ...unless(later === state, `became ${later} when the clock was put right`),
    ]
  },
  'the last pieces are sold by two clocks at once': async (clock, by_ms) => {
    clock.turn(by_ms)
    const buyers = await Promise.all(
      Array.from({ length: 4 * last_pieces }, (_, n) =>
        newBuyer(n % 2 === 0 ? clock : clock.right),
      ),
    )
    for (const buyer of buyers) await buyer.prepare(clock.item_id)
    const full = await emptyShelves(clock, last_pieces)
    const answers = await Promise.all(buyers.map((buyer) => pressPatiently(buyer)))
    const sold = answers.filter(({ status }) => status === 200).length
    const left = await countShelves(clock)
    await refillShelves(clock, full)
    return unless(
      sold === last_pieces && left === 0,
      `${sold} of ${last_pieces} sold, ${left} left`,
    )
  },
}

export const clock_scenes: readonly string[] = Object.keys(scenes)

/** Clock ten minutes wrong, and 400 days later (F9): nothing sold twice, lost or held for ever. */
export const clock: Fault = async (report, { rounds }) => {
  const site = await openSite()
  let by_ms = 0
  const now = () => new Date(Date.now() + by_ms)
  const door = await openBuiltDoor({
    database_url: site.databaseUrl(),
    data_dir: site.data_dir,
    now,
  })
  try {
    const [item_id = 0] = await fillShelves(site)
    await site.inDatabase(async (db) => {
      const turn = (ms: number) => void (by_ms = ms)
      const work = { call: door.call, db, item_id, turn, now, right: site }
      for (let round = 0; round < rounds(1, 10); round++) await playAll(report, work)
    })
  } finally {
    await door.close()
    await site.close()
  }
}

async function playAll(report: Parameters<Fault>[0], work: Clockwork): Promise<void> {
  for (const [shift, by_ms] of Object.entries(shifts)) {
    const found: string[] = []
    for (const name of clock_scenes) found.push(...(await playClock(name, work, by_ms)))
    noneOf(
      report,
      shift,
      found,
      `${clock_scenes.length} scenes: purchase, checkout, unpaid order, last pieces`,
    )
  }
}

/** Sentences of what went wrong in one scene; the clock is right again after it. */
export async function playClock(name: string, work: Clockwork, by_ms: number): Promise<string[]> {
  const opening = await takeInventory(work.db)
  const found = (await scenes[name]?.(work, by_ms)) ?? []
  work.turn(0)
  return [...found, ...(await bookErrors(work.db, opening))].map((said) => `${name}: ${said}`)
}

async function newBuyer({ call }: Pick<Clockwork, 'call'>): Promise<Buyer> {
  const guest = await call('POST', '/api/sso/auth/guest-token', { json: {} })
  return buyerWith({ call }, dataOf<{ token: string }>(guest).token)
}

async function pressPatiently(buyer: Buyer): Promise<Answer> {
  for (;;) {
    const answer = await buyer.order()
    if (answer.status !== 503) return answer
  }
}

async function expireBy({ db, now }: Clockwork): Promise<void> {
  const log = createLog({ service: 'clock', level: 'fatal' })
  await expireOrders({ db, log }, now())
}

async function stateOf({ db }: Clockwork, code: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select state from sales_order where code = ${code}`.execute(db)
  return rows[0]?.state ?? 'lost'
}

async function countShelves({ db, item_id }: Clockwork): Promise<number> {
  const { rows } = await sql<{ pieces: number }>`
    select coalesce(sum(quantity), 0) as pieces from stock where product_id = ${item_id}`.execute(
    db,
  )
  return rows[0]?.pieces ?? 0
}

/** Leaves so many pieces on one shelf; what was there, to be put back. */
async function emptyShelves({ db, item_id }: Clockwork, pieces: number) {
  const { rows } = await sql<{ shop_id: number; quantity: number }>`
    select shop_id, quantity from stock join shop using (shop_id)
    where product_id = ${item_id} order by ('ban-hang' = any(kinds)) desc, shop_id`.execute(db)
  const [first] = rows
  await sql`update stock set quantity = case when shop_id = ${first?.shop_id ?? 0}
      then ${pieces}::integer else 0 end where product_id = ${item_id}`.execute(db)
  return { shelves: rows, left_over: pieces }
}

async function refillShelves(
  { db, item_id }: Clockwork,
  { shelves, left_over }: Awaited<ReturnType<typeof emptyShelves>>,
): Promise<void> {
  const [first] = shelves
  for (const { shop_id, quantity } of shelves) {
    const back = shop_id === first?.shop_id ? quantity - left_over : quantity
    await sql`update stock set quantity = quantity + ${back}
      where product_id = ${item_id} and shop_id = ${shop_id}`.execute(db)
  }
}

function unless(is_right: boolean, said: string): string[] {
  return is_right ? [] : [said]
}
