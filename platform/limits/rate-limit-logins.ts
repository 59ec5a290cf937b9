import type { Now } from '#platform/clock.ts'
import { countedAddress } from '#platform/limits/rate-limit-address.ts'
import type { FullKey, KeyLimit, RateCounts } from '#platform/limits/rate-limit-counts.ts'
import { keyLimit } from '#platform/limits/rate-limit-keys.ts'
import { secondsUntil } from '#platform/limits/rate-limit-window.ts'
import type { Log } from '#platform/observe/log.ts'
import { throttledLog } from '#platform/observe/throttled-log.ts'
import type { Limit } from '#pure/contract.ts'

/** Limits of a login: wrong passwords by address, by account and of everybody; how long a successful login counts. */
export interface LoginLimits {
  by_address: Limit
  by_account: Limit
  everybody: Limit
  known_address: Limit
}

/** Somebody at `ip` enters a password of `account`. */
export interface Login {
  ip: string
  account: string
}

export interface LoginLimiter {
  /** Seconds until the next password is looked at; null: now. Asked before the costly check of a password. */
  wait: (login: Login) => Promise<number | null>
  /** Called after the check. Returns null if the answer may be given, else the seconds until the next one is. */
  count: (login: Login, is_right: boolean) => Promise<number | null>
}

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
 * beyond the limits. Whoever has signed in to an account from an address is exempt there from the limits of the
 * account and of everybody: otherwise anybody could lock all staff out.
 */
export function loginLimiter({ limits, factor, counts, now, log }: LoginDeps): LoginLimiter {
  const logOften = throttledLog(log_limits)
  const answer = (login: Login, full: readonly FullKey[], is_noted: boolean) => {
    const { name } = limits.everybody
    if (is_noted) logOften(log, 'warn', name, { login: name, ip: login.ip }, 'login refused')
    return full.length === 0 ? null : secondsUntil(full, now())
  }
  return {
    wait: async (login) => {
      const { keys } = factor === 0 ? { keys: [] } : await keysOf(login)
      const full = await counts.peek(keys, now())
      return answer(login, full, full.length > 0)
    },
    count: async (login, is_right) => {
      const full = factor === 0 ? [] : await refusedBy(login, is_right)
      return answer(login, full, full.length > 0 || !is_right)
    },
  }

  async function refusedBy(login: Login, is_right: boolean): Promise<FullKey[]> {
    const { keys, known } = await keysOf(login)
    if (!is_right) return counts.take(keys, now())
    const full = await counts.peek(keys, now())
    if (full.length === 0) await counts.take(known, now())
    return full
  }

  async function keysOf({ ip, account }: Login): Promise<{ keys: KeyLimit[]; known: KeyLimit[] }> {
    const address = countedAddress(ip)
    const known =
      address === null ? [] : [keyLimit(limits.known_address, `${account} ${address}`, 1)]
    const is_known = (await counts.peek(known, now())).length > 0
    const of_all = [
      keyLimit(limits.by_account, account, factor),
      keyLimit(limits.everybody, '', factor),
    ]
    const keys = [
      ...(address === null ? [] : [keyLimit(limits.by_address, address, factor)]),
      ...(is_known ? [] : of_all),
    ]
    return { keys, known }
  }
}
