import { DatabaseUnavailable } from '#platform/database/postgres.ts'

export interface BatchSettings {
  /** Requests in one batch at most; 1: each by itself. */
  max_batch: number
  /** Batches under way at most. */
  max_under_way: number
  /** While a batch is under way, the next one gathers requests for so long, unless it is full. */
  gather_ms: number
  /** Who comes when so many wait is refused. */
  max_waiting: number
  /** Who waited so long is refused. */
  max_wait_ms: number
  /** When no batch ended for so long, the database does not answer: who waited so long is refused then. */
  max_still_ms: number
}

/** Answers the requests of a batch, in their order. */
type Serve<Request, Answer> = (
  requests: readonly Request[],
) => Promise<readonly PromiseSettledResult<Answer>[]>

interface Waiting<Request, Answer> {
  request: Request
  since: number
  promise: PromiseWithResolvers<Answer>
}

const sweep_ms = 250

/**
 * Serves requests that come together in one batch, first come first served. One that comes alone is served
 * at once. Who is refused hears DatabaseUnavailable: 503, come again.
 */
export class Batcher<Request, Answer> {
  readonly #serve: Serve<Request, Answer>
  readonly #settings: BatchSettings
  #waiting: Waiting<Request, Answer>[] = []
  #under_way = 0
  #is_start_due = false
  #is_sweep_due = false
  /** When a batch ended last, or when the first one after a rest started. */
  #moved_at = 0

  constructor(serve: Serve<Request, Answer>, settings: BatchSettings) {
    this.#serve = serve
    this.#settings = settings
  }

  add(request: Request): Promise<Answer> {
    if (this.#waiting.length >= this.#settings.max_waiting) return Promise.reject(comeAgain())
    const promise = Promise.withResolvers<Answer>()
    this.#waiting.push({ request, since: performance.now(), promise })
    this.#startSoon()
    this.#sweepSoon()
    return promise.promise
  }

  #startSoon(): void {
    const { max_batch, max_under_way, gather_ms } = this.#settings
    if (this.#waiting.length >= max_batch) return this.#start()
    if (this.#is_start_due || this.#under_way >= max_under_way) return
    this.#is_start_due = true
    const start = () => {
      this.#is_start_due = false
      this.#start()
    }
    if (this.#under_way === 0) setImmediate(start)
    else setTimeout(start, gather_ms)
  }

  #start(): void {
    const { max_batch, max_under_way } = this.#settings
    if (this.#waiting.length === 0 || this.#under_way >= max_under_way) return
    if (this.#under_way === 0) this.#moved_at = performance.now()
    this.#under_way += 1
    void this.#run(this.#waiting.splice(0, max_batch))
  }

  async #run(batch: readonly Waiting<Request, Answer>[]): Promise<void> {
    try {
      const answers = await this.#serve(batch.map(({ request }) => request))
      for (const [n, { promise }] of batch.entries()) {
        const answer = answers[n]
        if (answer?.status === 'fulfilled') promise.resolve(answer.value)
        else promise.reject(answer?.reason)
      }
    } catch (error) {
      for (const { promise } of batch) promise.reject(error)
    } finally {
      this.#under_way -= 1
      this.#moved_at = performance.now()
      // What came meanwhile has gathered long enough.
      this.#start()
    }
  }

  #sweepSoon(): void {
    if (this.#is_sweep_due || this.#waiting.length === 0) return
    this.#is_sweep_due = true
    const sweep = () => {
      this.#is_sweep_due = false
      this.#refuseLate()
      this.#sweepSoon()
    }
    setTimeout(sweep, sweep_ms)
  }

  #refuseLate(): void {
    const { max_wait_ms, max_still_ms } = this.#settings
    const now = performance.now()
    const is_still = now - this.#moved_at >= max_still_ms
    const latest = now - (is_still ? max_still_ms : max_wait_ms)
    // First come, first in line: the late ones are its beginning.
    const in_time = this.#waiting.findIndex(({ since }) => since > latest)
    const late = this.#waiting.splice(0, in_time === -1 ? this.#waiting.length : in_time)
    for (const { promise } of late) promise.reject(comeAgain())
  }
}

function comeAgain(): DatabaseUnavailable {
  return new DatabaseUnavailable('too many requests wait, or wait too long')
}
