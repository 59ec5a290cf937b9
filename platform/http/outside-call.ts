import type { Now } from '#platform/clock.ts'

/** A request to a machine of somebody else. */
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

/** Nothing came back that could be read: what was asked may have happened or not. */
export class OutsideTrouble extends Error {
  override name = 'OutsideTrouble'
}

interface Options {
  now: Now
  /** How the call is made; tests give their own. */
  send?: typeof fetch
  limit_ms?: number
  most_bytes?: number
}

/** Of one host: how often it failed in a row, and until when it is not called. */
interface Breaker {
  failures: number
  closed_until: number
  /** Ends with the one call that asks whether the host is back. */
  trial: Promise<void> | null
}

const failures_allowed = 3
const first_pause_ms = 2_000
const longest_pause_ms = 60_000

/**
 * Calls to machines of others: ten seconds at most, no redirects, answers of bounded size. A host that
 * failed three times in a row is left alone for a time that doubles, with jitter; then one call asks
 * first and the others wait for how it ends (F17: no retry storm; nothing is repeated).
 */
export function outsideCalls(options: Options): OutsideCall {
  const breakers = new Map<string, Breaker>()
  return async (request) => {
    const { host } = new URL(request.url)
    const breaker = breakers.get(host) ?? { failures: 0, closed_until: 0, trial: null }
    breakers.set(host, breaker)
    const endTrial = await pass(breaker, host, options.now)
    try {
      const answer = await called(request, options)
      const is_ill = answer.status === 429 || answer.status >= 500
      if (is_ill) tripped(breaker, options.now(), answer.retry_after_ms)
      else breaker.failures = 0
      return { status: answer.status, body: answer.body }
    } catch (cause) {
      tripped(breaker, options.now(), 0)
      throw new OutsideTrouble(`${host} gave no answer`, { cause })
    } finally {
      endTrial()
    }
  }
}

/** Lets a call through or throws; the one that asks first says how it ended by what is returned. */
async function pass(breaker: Breaker, host: string, now: Now): Promise<() => void> {
  while (breaker.failures >= failures_allowed && breaker.trial !== null) await breaker.trial
  if (breaker.failures < failures_allowed) return () => undefined
  if (now().getTime() < breaker.closed_until) {
    throw new OutsideTrouble(`${host} is left alone: it failed ${breaker.failures} times in a row`)
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  breaker.trial = promise
  return () => {
    breaker.trial = null
    resolve()
  }
}

function tripped(breaker: Breaker, now: Date, asked_for_ms: number): void {
  breaker.failures += 1
  const doubled = first_pause_ms * 2 ** Math.min(10, breaker.failures - failures_allowed)
  const pause = Math.min(longest_pause_ms, Math.max(doubled, asked_for_ms))
  breaker.closed_until = now.getTime() + pause * (0.75 + Math.random() * 0.5)
}

async function called(
  { url, method, headers, body }: OutsideRequest,
  { send = fetch, limit_ms = 10_000, most_bytes = 1_000_000 }: Options,
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
    body: await bounded(response, most_bytes),
    retry_after_ms: Number.isFinite(seconds) ? seconds * 1_000 : 0,
  }
}

async function bounded(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > most) throw new RangeError(`more than ${most} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
