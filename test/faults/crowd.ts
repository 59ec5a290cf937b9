import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Site } from '#test/faults/site.ts'
import { type Buyer, buyerWith, dataOf, type Order } from '#test/support/buyer.ts'
import type { Answer } from '#test/support/knock.ts'

/** What came back for everything that was asked. */
export interface Tally {
  good: number
  /** 503 that says when to come again. */
  busy: number
  /** Lines that went dead without an answer. */
  dead: number
  /** Any other 5xx, or a 503 that does not say when: must not be. */
  broken: string[]
  /** A "no" to somebody who did nothing wrong: must not be. */
  refused: string[]
}

/** Many shoppers who check out at once, and remember what they were told. */
export interface Crowd {
  tally: Tally
  /** Orders that were acknowledged so far. */
  acknowledged: () => number
  /** Shops until `stop`, or, without patience, until the first line goes dead. */
  shop: () => Promise<void>
  stop: () => void
  /** Asks again for all orders since the last time, with their keys; sentences of what changed. */
  settle: () => Promise<string[]>
  /** What the database knows and shoppers do not, or the other way round. */
  strangers: (db: Database) => Promise<{ lost: string[]; doubled: string[] }>
}

interface CrowdOptions {
  size: number
  items: readonly number[]
  /** Asks again after a dead line or a 503, as a patient shopper does, instead of leaving. */
  is_patient: boolean
}

interface Press {
  key: string
  /** Of the order that was acknowledged; null while nobody knows. */
  told: { code: string; grand_total: number } | null
}

type Shopper = { buyer: Buyer; presses: Press[]; turn: number }

class LineDead extends Error {}

/** Opens the doors to `size` shoppers; each has a token of their own for good. */
export async function gatherCrowd(site: Site, options: CrowdOptions): Promise<Crowd> {
  const tally: Tally = { good: 0, busy: 0, dead: 0, broken: [], refused: [] }
  const known = new Set<string>()
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
      if (is_over || !options.is_patient) throw new LineDead()
      await sleep(20)
    }
  }
  return {
    tally,
    acknowledged: () => known.size,
    shop: async () => {
      is_over = false
      await Promise.all(
        shoppers.map((shopper, number) =>
          buyUntil(() => is_over, shopper, { number, items: options.items, attempt, known }),
        ),
      )
    },
    stop: () => void (is_over = true),
    settle: async () => (await Promise.all(shoppers.map((one) => askAgain(one, known)))).flat(),
    strangers: async (db) => strangersIn(db, known),
  }
}

interface Trip {
  number: number
  items: readonly number[]
  attempt: (ask: () => Promise<Answer>) => Promise<Answer>
  known: Set<string>
}

async function buyUntil(isOver: () => boolean, shopper: Shopper, trip: Trip): Promise<void> {
  try {
    while (!isOver()) await buyOnce(shopper, trip)
  } catch (error) {
    if (!(error instanceof LineDead)) throw error
  }
}

async function buyOnce({ buyer, presses, ...shopper }: Shopper, trip: Trip): Promise<void> {
  const { number, items, attempt, known } = trip
  const turn = presses.length + shopper.turn
  const item_id = items[(number + turn) % items.length] ?? 0
  const phone = `09${String(10_000_000 + number)}`
  await attempt(() => buyer.add(item_id))
  await attempt(() => buyer.quote({ [item_id]: 1 }))
  await attempt(() => buyer.address({ phone }))
  const press: Press = { key: crypto.randomUUID(), told: null }
  presses.push(press)
  const answer = await attempt(() => pressOrder(buyer, press.key, turn))
  press.told = toldOf(answer)
  known.add(press.told.code)
}

/** Some pay at the door, some leave the way to pay for later: their pieces are held for a time. */
function pressOrder(buyer: Buyer, key: string, turn: number): Promise<Answer> {
  const given = turn % 4 === 3 ? {} : { payment_method: 'cod' }
  return buyer.order(given, { 'idempotency-key': key })
}

async function askAgain(shopper: Shopper, known: Set<string>): Promise<string[]> {
  const changed: string[] = []
  for (const [at, press] of shopper.presses.entries()) {
    const answer = await pressOrder(shopper.buyer, press.key, at)
    const now = answer.status === 200 ? toldOf(answer) : null
    if (now === null) changed.push(`asked again: ${answer.status} ${answer.text.slice(0, 200)}`)
    else if (press.told === null) known.add(now.code)
    else if (JSON.stringify(press.told) !== JSON.stringify(now)) {
      changed.push(`${JSON.stringify(press.told)} became ${JSON.stringify(now)}`)
    }
  }
  shopper.turn += shopper.presses.length
  shopper.presses.length = 0
  return changed
}

async function strangersIn(db: Database, known: ReadonlySet<string>) {
  const { rows } = await sql<{ code: string }>`select code from sales_order`.execute(db)
  const there = new Set(rows.map(({ code }) => code))
  return {
    lost: [...known].filter((code) => !there.has(code)).map((code) => `order ${code} is lost`),
    doubled: [...there]
      .filter((code) => !known.has(code))
      .map((code) => `nobody was told of order ${code}`),
  }
}

function toldOf(answer: Answer) {
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
