import type { Now } from '#platform/clock.ts'
import { countedAddress } from '#platform/limits/rate-limit-address.ts'
import type { FullKey, RateCounts } from '#platform/limits/rate-limit-counts.ts'
import { keyLimit } from '#platform/limits/rate-limit-keys.ts'
import { secondsUntil } from '#platform/limits/rate-limit-window.ts'
import type { Log } from '#platform/observe/log.ts'
import { throttledLog } from '#platform/observe/throttled-log.ts'
import type { Limit } from '#pure/contract.ts'

/** Limits of a login: wrong passwords by address and of everybody, and how long a successful login counts. */
export interface LoginLimits {
  by_address: Limit
  everybody: Limit
  known_address: Limit
}

/**
 * Called with every password that is entered. Returns null if the answer may be given, else the seconds until
 * the next password is looked at.
 */
export type LoginLimiter = (ip: string, is_right: boolean) => Promise<number | null>

interface LoginDeps {
  limits: LoginLimits
  /** Limits are multiplied by it. With 0 there are no limits. */
  factor: number
  counts: RateCounts
  now: Now
  log: Log
}

/** One line for the first refused login and one for all others of a minute: guessing must not fill the log. */
const log_limits = { lines: 1, every_ms: 60_000 }

/**
 * Limits the guessing of a password. Right and wrong passwords are refused alike, so that nothing is learnt
 * beyond the limits. An address from which somebody has logged in is exempt from the limit of everybody:
 * otherwise anybody could lock all staff out.
 */
export function loginLimiter({ limits, factor, counts, now, log }: LoginDeps): LoginLimiter {
  const logOften = throttledLog(log_limits)
  return async (ip, is_right) => {
    const full = factor === 0 ? [] : await refusedBy(ip, is_right)
    if (full.length > 0 || !is_right) {
      const { name } = limits.everybody
      logOften(log, 'warn', name, { login: name, ip }, 'login refused')
    }
    return full.length === 0 ? null : secondsUntil(full, now())
  }

  async function refusedBy(ip: string, is_right: boolean): Promise<FullKey[]> {
    const address = countedAddress(ip)
    const known = address === null ? [] : [keyLimit(limits.known_address, address, 1)]
    const is_known = (await counts.peek(known, now())).length > 0
    const keys = [
      ...(address === null ? [] : [keyLimit(limits.by_address, address, factor)]),
      ...(is_known ? [] : [keyLimit(limits.everybody, '', factor)]),
    ]
    if (!is_right) return counts.take(keys, now())
    const full = await counts.peek(keys, now())
    if (full.length === 0) await counts.take(known, now())
    return full
  }
}
