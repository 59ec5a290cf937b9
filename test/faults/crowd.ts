import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Site } from '#test/faults/site.ts'
import { type Buyer, buyerWith, dataOf, type Order } from '#test/support/buyer.ts'
import type { Answer } from '#test/support/knock.ts'

/** Counts of the answers to all requests. */
export interface Tally {
  good: number
  /** 503 with Retry-After. */
  busy: number
  /** Connections that broke without an answer. */
  dead: number
  /** Any other 5xx, or a 503 without Retry-After: must not happen. */
  broken: string[]
  /** A refusal of a correct request: must not happen. */
  refused: string[]
}

/** Many shoppers who check out at the same time and remember the answers. */
export interface Crowd {
  tally: Tally
  /** Number of orders confirmed so far. */
  acknowledged: () => number
  /** Shops until `stop`. An impatient crowd also ends when the first connection breaks. */
  shop: () => Promise<void>
  stop: () => void
  /** Repeats all orders since the last call, with their keys. Returns sentences about changed answers. */
  repeatOrders: () => Promise<string[]>
  /** Differences between the orders in the database and the confirmed ones. */
  mismatches: (db: Database) => Promise<{ lost: string[]; doubled: string[] }>
}

interface CrowdOptions {
  size: number
  items: readonly number[]
  /** Repeats a request after a broken connection or a 503, as a patient shopper does, instead of leaving. */
  is_patient: boolean
}

interface Press {
  key: string
  /** The confirmed order, or null without an answer. */
  confirmed: { code: string; grand_total: number } | null
}

type Shopper = { buyer: Buyer; presses: Press[]; turn: number }

class ConnectionBroken extends Error {}

/** Creates `size` shoppers, each with one token for the whole time. */
export async function gatherCrowd(site: Site, options: CrowdOptions): Promise<Crowd> {
  const tally: Tally = { good: 0, busy: 0, dead: 0, broken: [], refused: [] }
  const confirmed_codes = new Set<string>()
  const shoppers: Shopper[] = []
  for (let number = 0; number < options.size; number++) {
    const answer = await site.call('POST', '/api/sso/auth/guest-token', { json: {} })
    const buyer = buyerWith(site, dataOf<{ token: string }>(answer).token)
    shoppers.push({ buyer, presses: [], turn: 0 })
  }
  let is_over = false
  const attempt = async (ask: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const answer = await ask().catch(() => null)
      count(tally, answer)
      if (answer?.status === 200) return answer
      if (is_over || !options.is_patient) throw new ConnectionBroken()
      await sleep(20)
    }
  }
  return {
    tally,
    acknowledged: () => confirmed_codes.size,
    shop: async () => {
      is_over = false
      await Promise.all(
        shoppers.map((shopper, number) =>
          buyUntil(() => is_over, shopper, {
            number,
            items: options.items,
            attempt,
            confirmed_codes,
          }),
        ),
      )
    },
    stop: () => void (is_over = true),
    repeatOrders: async () =>
      (
        await Promise.all(shoppers.map((shopper) => repeatPresses(shopper, confirmed_codes)))
      ).flat(),
    mismatches: async (db) => mismatchesIn(db, confirmed_codes),
  }
}

interface Trip {
  number: number
  items: readonly number[]
  attempt: (ask: () => Promise<Answer>) => Promise<Answer>
  confirmed_codes: Set<string>
}

async function buyUntil(isOver: () => boolean, shopper: Shopper, trip: Trip): Promise<void> {
  try {
    while (!isOver()) await buyOnce(shopper, trip)
  } catch (error) {
    if (!(error instanceof ConnectionBroken)) throw error
  }
}

async function buyOnce({ buyer, presses, ...shopper }: Shopper, trip: Trip): Promise<void> {
  const { number, items, attempt, confirmed_codes } = trip
  const turn = presses.length + shopper.turn
  const item_id = items[(number + turn) % items.length] ?? 0
  const phone = `09${String(10_000_000 + number)}`
  await attempt(() => buyer.add(item_id))
  await attempt(() => buyer.quote({ [item_id]: 1 }))
  await attempt(() => buyer.address({ phone }))
  const press: Press = { key: crypto.randomUUID(), confirmed: null }
  presses.push(press)
  const answer = await attempt(() => pressOrder(buyer, press.key, turn))
  press.confirmed = confirmedOrder(answer)
  confirmed_codes.add(press.confirmed.code)
}

/**
 * Most orders are cash on delivery. Every fourth has no payment method yet: its stock is reserved for a
 * time.
 */
function pressOrder(buyer: Buyer, key: string, turn: number): Promise<Answer> {
  const input = turn % 4 === 3 ? {} : { payment_method: 'cod' }
  return buyer.order(input, { 'idempotency-key': key })
}

async function repeatPresses(shopper: Shopper, confirmed_codes: Set<string>): Promise<string[]> {
  const changed: string[] = []
  for (const [at, press] of shopper.presses.entries()) {
    const answer = await pressOrder(shopper.buyer, press.key, at)
    const now = answer.status === 200 ? confirmedOrder(answer) : null
    if (now === null) changed.push(`repeated: ${answer.status} ${answer.text.slice(0, 200)}`)
    else if (press.confirmed === null) confirmed_codes.add(now.code)
    else if (JSON.stringify(press.confirmed) !== JSON.stringify(now)) {
      changed.push(`${JSON.stringify(press.confirmed)} became ${JSON.stringify(now)}`)
    }
  }
  shopper.turn += shopper.presses.length
  shopper.presses.length = 0
  return changed
}

async function mismatchesIn(db: Database, confirmed_codes: ReadonlySet<string>) {
  const { rows } = await sql<{ code: string }>`select code from sales_order`.execute(db)
  const stored = new Set(rows.map(({ code }) => code))
  return {
    lost: [...confirmed_codes]
      .filter((code) => !stored.has(code))
      .map((code) => `order ${code} is lost`),
    doubled: [...stored]
      .filter((code) => !confirmed_codes.has(code))
      .map((code) => `order ${code} was not confirmed to any shopper`),
  }
}

function confirmedOrder(answer: Answer) {
  const { code, totals } = dataOf<Order>(answer)
  return { code, grand_total: totals.grand_total }
}

function count(tally: Tally, answer: Answer | null): void {
  if (answer === null) tally.dead += 1
  else if (answer.status === 200) tally.good += 1
  else if (answer.status === 503 && answer.headers.has('retry-after')) tally.busy += 1
  else if (answer.status >= 500) tally.broken.push(`${answer.status} ${answer.text.slice(0, 200)}`)
  else tally.refused.push(`${answer.status} ${answer.text.slice(0, 200)}`)
}
