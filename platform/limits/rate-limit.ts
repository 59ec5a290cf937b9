import type { Captcha, CaptchaVerdict } from '#platform/captcha/captcha.ts'
import type { Now } from '#platform/clock.ts'
import type { KeyLimit, FullKey, RateCounts } from '#platform/limits/rate-limit-counts.ts'
import {
  type Attempt,
  type Contact,
  scaled,
  tallies,
  type Tally,
  textIn,
} from '#platform/limits/rate-limit-keys.ts'
import { secondsUntil } from '#platform/limits/rate-limit-window.ts'
import { type AnyOperation, type Caller, type Limit, Refusal } from '#pure/contract.ts'
import { captcha_request, type TooManyRequests } from '#pure/too-many-requests.ts'

/** Runs the work of an operation unless its limits are used up. Throws the refusal too_many_requests. */
export type RateLimiter = <T>(
  operation: AnyOperation,
  attempt: Attempt,
  work: () => Promise<T>,
) => Promise<T>

interface LimiterDeps {
  /** Limits are multiplied by it. With 0 there are no limits. */
  factor: number
  /** Counts shared by all processes. */
  counts: RateCounts
  /** Counts of this process alone. */
  own_counts: RateCounts
  captcha: Captcha
  /** The contact of a caller, for input without phone or email. */
  contactOf: (caller: Caller) => Promise<Contact>
  now: Now
}

/** The field of contract §5 for the response of a solved captcha of either kind. */
const captcha_field = 'g-recaptcha-response'

const too_fast = { status: 429, meaning: captcha_request } as const

/** Applies the limits of contracts/limits.ts. A solved captcha allows further attempts (contract §4, §5). */
export function rateLimiter(deps: LimiterDeps): RateLimiter {
  const limited: RateLimiter = async (operation, attempt, work) => {
    if (operation.limits.length === 0 || deps.factor === 0) return work()
    await admit(deps, operation, attempt)
    const passed_on = operation.passesOn?.(attempt.input) ?? null
    return watchMisses(deps, operation, attempt, () =>
      passed_on === null
        ? work()
        : limited(passed_on.operation, { ...attempt, input: passed_on.input }, work),
    )
  }
  return limited
}

async function admit(deps: LimiterDeps, operation: AnyOperation, attempt: Attempt): Promise<void> {
  const limits = operation.limits.filter(({ only_misses }) => only_misses !== true)
  const counted = await tallies(deps, limits, attempt)
  const full = await take(deps, counted)
  if (full.length === 0) return
  const full_keys = new Set(full.map(({ key }) => key))
  const raised = counted.map((tally) =>
    full_keys.has(tally.key_limit.key) ? raisedToCeiling(deps, tally) : tally,
  )
  // Asked before the captcha, which can be used only once.
  const exhausted = await peek(deps, raised)
  if (exhausted.length > 0) throw tooMany(deps, exhausted, { may_solve: false, verdict: 'none' })
  const may_solve = takesCaptcha(operation)
  const solved = may_solve ? textIn(attempt.input, captcha_field) : null
  const verdict = solved === null ? 'none' : await deps.captcha.check(solved, attempt.ip)
  if (verdict !== 'passed') throw tooMany(deps, full, { may_solve, verdict })
  // The captcha was solved by a person, so the attempt is counted up to the ceilings.
  const full_now = await take(deps, raised)
  if (full_now.length > 0) throw tooMany(deps, full_now, { may_solve: false, verdict })
}

/** Counts guesses, which end as not found. After too many guesses the work is not done. */
async function watchMisses<T>(
  deps: LimiterDeps,
  operation: AnyOperation,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  const limits = operation.limits.filter(({ only_misses }) => only_misses === true)
  if (limits.length === 0 || textIn(attempt.input, 'secret') === null) return work()
  const counted = await tallies(deps, limits, attempt)
  const key_limits = counted.map(({ key_limit }) => key_limit)
  const full = await deps.counts.peek(key_limits, deps.now())
  if (full.length > 0) throw tooMany(deps, full, { may_solve: false, verdict: 'none' })
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error
    // Guesses that are under way at the same moment are counted here, up to the limit exactly.
    const full_now = await deps.counts.take(key_limits, deps.now())
    throw full_now.length === 0
      ? error
      : tooMany(deps, full_now, { may_solve: false, verdict: 'none' })
  }
}

/** Counts an attempt under all its keys, or under none if some are at their limit. Returns these. */
async function take(deps: LimiterDeps, counted: readonly Tally[]): Promise<FullKey[]> {
  const { counts, own_counts, now } = deps
  const { own, shared } = byStore(counted)
  const full = own.length === 0 || shared.length === 0 ? [] : await peek(deps, counted)
  if (full.length > 0) return full
  const [first, second] = await Promise.all([
    own.length === 0 ? [] : own_counts.take(own, now()),
    shared.length === 0 ? [] : counts.take(shared, now()),
  ])
  return [...first, ...second]
}

async function peek(
  { counts, own_counts, now }: LimiterDeps,
  counted: readonly Tally[],
): Promise<FullKey[]> {
  const { own, shared } = byStore(counted)
  const full = await own_counts.peek(own, now())
  return shared.length === 0 ? full : [...full, ...(await counts.peek(shared, now()))]
}

function byStore(counted: readonly Tally[]): { own: KeyLimit[]; shared: KeyLimit[] } {
  const { own = [], shared = [] } = Object.groupBy(counted, ({ limit }) =>
    limit.per_process === true ? 'own' : 'shared',
  )
  return { own: keyLimitsOf(own), shared: keyLimitsOf(shared) }
}

function keyLimitsOf(counted: readonly Tally[]): KeyLimit[] {
  return counted.map(({ key_limit }) => key_limit)
}

interface Refused {
  /** Whether a solved captcha in the next attempt allows it. */
  may_solve: boolean
  verdict: CaptchaVerdict | 'none'
}

function tooMany(
  { captcha, now }: LimiterDeps,
  full: readonly FullKey[],
  { may_solve, verdict }: Refused,
) {
  const data: TooManyRequests = {
    need_recaptcha: may_solve,
    retry_after: secondsUntil(full, now()),
    ...(may_solve ? { captcha: captcha.offer } : {}),
    ...(verdict === 'none' || verdict === 'passed' ? {} : { captcha_problem: verdict }),
  }
  return new Refusal('too_many_requests', too_fast, data)
}

function raisedToCeiling({ factor }: LimiterDeps, { limit, key_limit }: Tally): Tally {
  return { limit, key_limit: { ...key_limit, max: ceilingOf(limit, factor) } }
}

function ceilingOf({ ceiling }: Limit, factor: number): number {
  return ceiling === undefined ? 2_000_000_000 : scaled(ceiling, factor)
}

function takesCaptcha({ input }: AnyOperation): boolean {
  return 'shape' in input && Object.hasOwn(input.shape as object, captcha_field)
}
