import { DatabaseUnavailable } from '#platform/database/postgres.ts'

export interface QueueSettings {
  /** Requests that are placed together at most; 1: each by itself. */
  most_together: number
  /** Requests that are looked at together at most, where a look is enough for nearly all. */
  most_looked_at: number
  /** Batches under way at most. */
  most_under_way: number
  /** Who comes when so many wait is told to come again (503). */
  most_waiting: number
  /** So is everybody when no batch has ended for so long: the database does not answer. */
  most_still_ms: number
  /** So is who has waited so long, though the row moves. */
  most_wait_ms: number
  /** While a batch is under way the next gathers so long, unless it is full. */
  gather_ms: number
}

export const queue_settings: QueueSettings = {
  most_together: 64,
  most_looked_at: 400,
  most_under_way: 3,
  most_waiting: 12_000,
  most_still_ms: 2_000,
  most_wait_ms: 8_000,
  gather_ms: 2,
}

const sweep_ms = 250

interface Entry<Request, Answer> {
  request: Request
  since: number
  promise: PromiseWithResolvers<Answer>
}

type Serve<Request, Answer> = (
  requests: readonly Request[],
) => Promise<readonly PromiseSettledResult<Answer>[]>

/**
 * Requests that come together are served together; one that comes alone is served at once. Requests of
 * one customer are served one after another, in the order in which they came.
 */
export function orderQueue<Request extends { customer_id: number }, Answer>(
  serve: Serve<Request, Answer>,
  settings: QueueSettings = queue_settings,
  isLooking: () => boolean = () => false,
): (request: Request) => Promise<Answer> {
  type One = Entry<Request, Answer>
  /** In the order they came, but for those whose customer is being served. */
  let waiting: One[] = []
  const behind = new Map<number, One[]>()
  let count = 0
  let under_way = 0
  let start: NodeJS.Timeout | NodeJS.Immediate | null = null
  let sweep: NodeJS.Timeout | null = null
  /** When a batch ended last, or the first one after a rest began. */
  let moved_at = 0

  function add(request: Request): Promise<Answer> {
    if (count >= settings.most_waiting) return Promise.reject(comeAgain())
    const entry: One = { request, since: performance.now(), promise: Promise.withResolvers() }
    count += 1
    const others = behind.get(request.customer_id)
    if (others) others.push(entry)
    else waiting.push(entry)
    sweep ??= setTimeout(turnAway, sweep_ms)
    startSoon()
    return entry.promise.promise
  }

  function most(): number {
    return isLooking() ? settings.most_looked_at : settings.most_together
  }

  function startSoon(): void {
    if (waiting.length === 0 || under_way >= settings.most_under_way) return
    if (waiting.length >= most()) return startNow()
    if (start !== null) return
    start = under_way === 0 ? setImmediate(startNow) : setTimeout(startNow, settings.gather_ms)
  }

  function startNow(): void {
    if (start !== null) clearImmediate(start as NodeJS.Immediate)
    if (start !== null) clearTimeout(start as NodeJS.Timeout)
    start = null
    if (under_way >= settings.most_under_way) return
    const batch = nextBatch()
    if (batch.length === 0) return
    if (under_way === 0) moved_at = performance.now()
    under_way += 1
    void serveBatch(batch)
  }

  function nextBatch(): One[] {
    const batch: One[] = []
    const full = most()
    let taken = 0
    for (const entry of waiting) {
      if (batch.length >= full) break
      taken += 1
      const { customer_id } = entry.request
      const others = behind.get(customer_id)
      if (others) others.push(entry)
      else {
        behind.set(customer_id, [])
        batch.push(entry)
      }
    }
    waiting = waiting.slice(taken)
    count -= batch.length
    return batch
  }

  async function serveBatch(batch: readonly One[]): Promise<void> {
    try {
      const answers = await serve(batch.map(({ request }) => request))
      for (const [n, { promise }] of batch.entries()) {
        const answer = answers[n]
        if (answer?.status === 'fulfilled') promise.resolve(answer.value)
        else promise.reject(answer?.reason)
      }
    } catch (error) {
      for (const { promise } of batch) promise.reject(error)
    } finally {
      under_way -= 1
      moved_at = performance.now()
      const next = batch.flatMap(({ request }) => nextOf(request.customer_id))
      if (next.length > 0) waiting = [...next, ...waiting]
      if (waiting.length > 0) startNow()
    }
  }

  /** Whoever of this customer waits may be served now; the first of them comes before all others. */
  function nextOf(customer_id: number): One[] {
    const [first, ...others] = behind.get(customer_id) ?? []
    behind.delete(customer_id)
    if (first === undefined) return []
    waiting.push(...others)
    return [first]
  }

  function turnAway(): void {
    const now = performance.now()
    const is_still = now - moved_at >= settings.most_still_ms
    const latest = now - (is_still ? settings.most_still_ms : settings.most_wait_ms)
    const isLate = (entry: One) => entry.since <= latest
    const late = [...waiting, ...[...behind.values()].flat()].filter(isLate)
    count -= late.length
    waiting = waiting.filter((entry) => !isLate(entry))
    for (const [customer_id, others] of behind) {
      behind.set(
        customer_id,
        others.filter((entry) => !isLate(entry)),
      )
    }
    for (const { promise } of late) promise.reject(comeAgain())
    sweep = count > 0 ? setTimeout(turnAway, sweep_ms) : null
  }

  return add
}

function comeAgain(): DatabaseUnavailable {
  return new DatabaseUnavailable('orders wait in a row that is too long')
}
