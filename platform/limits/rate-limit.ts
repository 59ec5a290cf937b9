import type { Captcha, CaptchaVerdict } from '#platform/captcha/captcha.ts'
import type { Now } from '#platform/clock.ts'
import { countedAddress } from '#platform/limits/rate-limit-address.ts'
import type { Ask, Full, RateCounts } from '#platform/limits/rate-limit-counts.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import { type AnyOperation, type Caller, type Limit, Refusal } from '#pure/contract.ts'
import type { TooManyRequests } from '#pure/too-many-requests.ts'

/** Somebody wants something done. */
export interface Attempt {
  caller: Caller | null
  input: unknown
  ip: string
}

/** Stands at every edge: does the work unless it was done too often. */
export type RateLimiter = <T>(
  operation: AnyOperation,
  attempt: Attempt,
  work: () => Promise<T>,
) => Promise<T>

/** How somebody is reached who may never have asked for it. */
export interface Contact {
  phone: string | null
  email: string | null
}

interface LimiterDeps {
  /** Rules are multiplied by it; 0: no limits. */
  factor: number
  /** Shared by all who count together. */
  counts: RateCounts
  /** Of this process alone. */
  own_counts: RateCounts
  captcha: Captcha
  /** Whom something is for where the input does not say it. */
  contactOf: (caller: Caller) => Promise<Contact>
  now: Now
}

/** The field of contract §5 that a solved captcha comes in, whichever kind it is. */
export const captcha_field = 'g-recaptcha-response'

/** contract §5, word for word. */
const too_fast = {
  status: 429,
  meaning: 'Quý khách thao tác quá nhanh, vui lòng nhấn xác thực Recaptcha!',
} as const

/** What a shopper may do how often (contracts/limits.ts), and a captcha as the way on (contract §4, §5). */
export function rateLimiter(deps: LimiterDeps): RateLimiter {
  return async (operation, attempt, work) => {
    if (operation.limits.length === 0 || deps.factor === 0) return work()
    await pass(deps, operation, attempt)
    return watchMisses(deps, operation, attempt, work)
  }
}

async function pass(deps: LimiterDeps, operation: AnyOperation, attempt: Attempt): Promise<void> {
  const limits = operation.limits.filter(({ only_misses }) => only_misses !== true)
  const wanted = await tallies(deps, limits, attempt)
  const full = await take(deps, wanted)
  if (full.length === 0) return
  const may_solve = takesCaptcha(operation)
  const solved = may_solve ? textIn(attempt.input, captcha_field) : null
  const verdict = solved === null ? 'none' : await deps.captcha.check(solved, attempt.ip)
  if (verdict !== 'passed') throw tooMany(deps, full, { may_solve, verdict })
  // A person, then: counted on up to the ceilings.
  const full_keys = new Set(full.map(({ key }) => key))
  const again = wanted.filter(({ ask }) => full_keys.has(ask.key))
  const still_full = await take(
    deps,
    again.map(({ limit, ask }) => ({ limit, ask: { ...ask, most: ceilingOf(deps, limit) } })),
  )
  if (still_full.length > 0) throw tooMany(deps, still_full, { may_solve: false, verdict })
}

/** A guess shows in what was not found. Whoever guessed too often does not even get to the work. */
async function watchMisses<T>(
  deps: LimiterDeps,
  operation: AnyOperation,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  const limits = operation.limits.filter(({ only_misses }) => only_misses === true)
  if (limits.length === 0 || textIn(attempt.input, 'secret') === null) return work()
  const wanted = await tallies(deps, limits, attempt)
  const asks = wanted.map(({ ask }) => ask)
  const full = await deps.counts.peek(asks, deps.now())
  if (full.length > 0) throw tooMany(deps, full, { may_solve: false, verdict: 'none' })
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) await deps.counts.take(asks, deps.now())
    throw error
  }
}

interface Tally {
  limit: Limit
  ask: Ask
}

async function tallies(
  deps: LimiterDeps,
  limits: readonly Limit[],
  attempt: Attempt,
): Promise<Tally[]> {
  const all = await Promise.all(
    limits.map(async (limit) => {
      const whose = await keyOf(deps, limit, attempt)
      if (whose === null) return []
      const key = `${limit.name}:${limit.by}:${whose}`
      const most = scaled(deps, limit.most)
      return [{ limit, ask: { key, most, window_ms: limit.window_s * 1_000 } }]
    }),
  )
  return all.flat()
}

async function keyOf(
  { contactOf }: LimiterDeps,
  { by }: Limit,
  { caller, input, ip }: Attempt,
): Promise<string | null> {
  const contact = async (field: keyof Contact) =>
    textIn(input, field) ?? (caller === null ? null : (await contactOf(caller))[field])
  switch (by) {
    case 'everybody':
      return ''
    case 'ip':
      return countedAddress(ip)
    case 'token':
      // The customer: a new token of the same one begins nothing anew.
      return caller === null ? null : String(caller.customer_id)
    case 'phone': {
      const phone = await contact('phone')
      return phone === null ? null : phoneKey(phone)
    }
    case 'email':
      return (await contact('email'))?.trim().toLowerCase() || null
  }
}

/** Null for what has no digits: everybody who types such a thing would be one. */
function phoneKey(phone: string): string | null {
  return readMobile(phone).e164 ?? (phone.replace(/\D/g, '').slice(-15) || null)
}

async function take(
  { counts, own_counts, now }: LimiterDeps,
  wanted: readonly Tally[],
): Promise<Full[]> {
  const own = wanted.filter(({ limit }) => limit.per_process === true)
  const shared = wanted.filter(({ limit }) => limit.per_process !== true)
  const [first, second] = await Promise.all([
    own.length === 0 ? [] : own_counts.take(asksOf(own), now()),
    shared.length === 0 ? [] : counts.take(asksOf(shared), now()),
  ])
  return [...first, ...second]
}

function asksOf(wanted: readonly Tally[]): Ask[] {
  return wanted.map(({ ask }) => ask)
}

interface Refused {
  /** A solved captcha, sent along with the next attempt, lets it through. */
  may_solve: boolean
  verdict: CaptchaVerdict | 'none'
}

function tooMany(
  { captcha, now }: LimiterDeps,
  full: readonly Full[],
  { may_solve, verdict }: Refused,
) {
  const last = Math.max(...full.map(({ ends_at }) => ends_at.getTime()))
  const retry_after = Math.max(1, Math.ceil((last - now().getTime()) / 1_000))
  const data: TooManyRequests = {
    need_recaptcha: may_solve,
    retry_after,
    ...(may_solve ? { captcha: captcha.offer } : {}),
    ...(verdict === 'none' || verdict === 'passed' ? {} : { captcha_problem: verdict }),
  }
  return new Refusal('too_many_requests', too_fast, data)
}

function ceilingOf(deps: LimiterDeps, { ceiling }: Limit): number {
  return ceiling === undefined ? 2_000_000_000 : scaled(deps, ceiling)
}

function scaled({ factor }: LimiterDeps, most: number): number {
  return Math.max(1, Math.ceil(most * factor))
}

function takesCaptcha({ input }: AnyOperation): boolean {
  return 'shape' in input && Object.hasOwn(input.shape as object, captcha_field)
}

function textIn(input: unknown, field: string): string | null {
  const value: unknown =
    typeof input === 'object' && input !== null ? Reflect.get(input, field) : null
  return typeof value === 'string' && value !== '' ? value : null
}
