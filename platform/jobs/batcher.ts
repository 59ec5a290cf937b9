import { DatabaseUnavailable } from '#platform/database/postgres.ts'

export interface BatchSettings {
  /** Maximum number of requests in one batch. */
  max_batch: number
  /** Maximum number of concurrent batches. */
  max_under_way: number
  /** While a batch runs, the next one collects requests for this long, unless it is full. */
  gather_ms: number
  /** Further requests are refused when this many wait. */
  max_waiting: number
  /** A request that has waited this long is refused. */
  max_wait_ms: number
  /**
   * Applies instead of max_wait_ms when no batch has ended for this long: then the database does not
   * answer.
   */
  max_stall_ms: number
}

/** Answers the requests of a batch, in their sequence. */
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
 * Serves concurrent requests in one batch, first come first served. A single request is served at once. A
 * refused request is rejected with DatabaseUnavailable, which is answered with 503.
 */
export class Batcher<Request, Answer> {
  readonly #serve: Serve<Request, Answer>
  readonly #settings: BatchSettings
  readonly #maxBatch: () => number
  #waiting: Waiting<Request, Answer>[] = []
  #under_way = 0
  #is_start_due = false
  #is_sweep_due = false
  /** When the last batch ended, or when the first one after an idle time started. */
  #progressed_at = 0

  /** `maxBatch` replaces `max_batch` where the size of the next batch depends on the batches before. */
  constructor(
    serve: Serve<Request, Answer>,
    settings: BatchSettings,
    maxBatch: () => number = () => settings.max_batch,
  ) {
    this.#serve = serve
    this.#settings = settings
    this.#maxBatch = maxBatch
  }

  add(request: Request): Promise<Answer> {
    if (this.#waiting.length >= this.#settings.max_waiting) return Promise.reject(overloaded())
    const promise = Promise.withResolvers<Answer>()
    this.#waiting.push({ request, since: performance.now(), promise })
    this.#startSoon()
    this.#sweepSoon()
    return promise.promise
  }

  #startSoon(): void {
    const { max_under_way, gather_ms } = this.#settings
    if (this.#waiting.length >= this.#maxBatch()) return this.#start()
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
    if (this.#waiting.length === 0 || this.#under_way >= this.#settings.max_under_way) return
    if (this.#under_way === 0) this.#progressed_at = performance.now()
    this.#under_way += 1
    void this.#run(this.#waiting.splice(0, this.#maxBatch()))
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
      this.#progressed_at = performance.now()
      // Requests that came meanwhile have been collected long enough.
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
    const { max_wait_ms, max_stall_ms } = this.#settings
    const now = performance.now()
    const is_stalled = now - this.#progressed_at >= max_stall_ms
    const latest = now - (is_stalled ? max_stall_ms : max_wait_ms)
    // The queue is sorted by arrival, so the late requests are at its beginning.
    const in_time = this.#waiting.findIndex(({ since }) => since > latest)
    const late = this.#waiting.splice(0, in_time === -1 ? this.#waiting.length : in_time)
    for (const { promise } of late) promise.reject(overloaded())
  }
}

function overloaded(): DatabaseUnavailable {
  return new DatabaseUnavailable('too many requests wait, or wait too long')
}
