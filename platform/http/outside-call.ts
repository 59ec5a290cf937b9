import { boundedText } from '#platform/http/bounded-body.ts'
import type { Now } from '#platform/clock.ts'

/** A request to a server of another company. */
export interface OutsideRequest {
  method: 'GET' | 'POST'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
}
export interface OutsideAnswer {
  status: number
  body: string
}
export type OutsideCall = (request: OutsideRequest) => Promise<OutsideAnswer>

/** There was no readable answer: the requested action may have happened or not. */
export class OutsideTrouble extends Error {
  override name = 'OutsideTrouble'
}

interface Options {
  now: Now
  /** Sends the request. Tests inject their own. */
  send?: typeof fetch
  limit_ms?: number
  max_bytes?: number
}

/** The state of one host: how often it failed in a row, and until when it is not called. */
interface Breaker {
  failures: number
  blocked_until: number
  /** Ends with the one call that tests whether the host answers again. */
  trial: Promise<void> | null
}

const failures_allowed = 3
const first_pause_ms = 2_000
const longest_pause_ms = 60_000

/**
 * Makes HTTP calls to other companies. A call takes ten seconds at most, follows no redirect and reads a
 * bounded answer. A host that failed three times in a row is not called for a time that doubles, with
 * jitter. Then one call goes first and the others wait for its result (F17: no retry storm; nothing is
 * repeated).
 */
export function outsideCalls(options: Options): OutsideCall {
  const breakers = new Map<string, Breaker>()
  return async (request) => {
    const { host } = new URL(request.url)
    const breaker = breakers.get(host) ?? { failures: 0, blocked_until: 0, trial: null }
    breakers.set(host, breaker)
    const endTrial = await admit(breaker, host, options.now)
    try {
      const answer = await called(request, options)
      const is_down = answer.status === 429 || answer.status >= 500
      if (is_down) recordFailure(breaker, options.now(), answer.retry_after_ms)
      else breaker.failures = 0
      return { status: answer.status, body: answer.body }
    } catch (cause) {
      recordFailure(breaker, options.now(), 0)
      throw new OutsideTrouble(`${host} gave no answer`, { cause })
    } finally {
      endTrial()
    }
  }
}

/** Admits a call or throws. The call that goes first must call the returned function when it has ended. */
async function admit(breaker: Breaker, host: string, now: Now): Promise<() => void> {
  while (breaker.failures >= failures_allowed && breaker.trial !== null) await breaker.trial
  if (breaker.failures < failures_allowed) return () => undefined
  if (now().getTime() < breaker.blocked_until) {
    throw new OutsideTrouble(`${host} is not called: it failed ${breaker.failures} times in a row`)
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  breaker.trial = promise
  return () => {
    breaker.trial = null
    resolve()
  }
}

function recordFailure(breaker: Breaker, now: Date, retry_after_ms: number): void {
  breaker.failures += 1
  const doubled = first_pause_ms * 2 ** Math.min(10, breaker.failures - failures_allowed)
  const pause = Math.min(longest_pause_ms, Math.max(doubled, retry_after_ms))
  breaker.blocked_until = now.getTime() + pause * (0.75 + Math.random() * 0.5)
}

async function called(
  { url, method, headers, body }: OutsideRequest,
  { send = fetch, limit_ms = 10_000, max_bytes = 1_000_000 }: Options,
): Promise<OutsideAnswer & { retry_after_ms: number }> {
  const response = await send(url, {
    method,
    headers: { ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(limit_ms),
    ...(body === undefined ? {} : { body }),
  })
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  return {
    status: response.status,
    body: await boundedText(response, max_bytes),
    retry_after_ms: Number.isFinite(seconds) ? seconds * 1_000 : 0,
  }
}
