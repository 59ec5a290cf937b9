import { createHash, randomBytes } from 'node:crypto'
import { day_ms } from '#pure/vietnam-time.ts'

/** How long a guest token lives (contract §9: one week). */
export const guest_days = 7
/** How long an expired token still leads back to its cart. */
const cart_memory_days = 90
/** How long a replaced token may be handed in once more: two tabs at once, or a lost reply. */
const replaced_grace_ms = 10 * 60_000

const form = /^g_[A-Za-z0-9_-]{43}$/

export interface KnownSession {
  expires_at: Date
  replaced_at: Date | null
}

/** A fresh opaque guest token: 256 random bits that mean nothing without the session table. */
export function newGuestToken(): string {
  return `g_${randomBytes(32).toString('base64url')}`
}

/** True when a text could be a token of ours at all; anything else is `token_is_invalid` (contract §8). */
export function hasTokenForm(text: string): boolean {
  return form.test(text)
}

/** All that is kept of a token: who reads the table cannot sign in with what it holds. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function guestTokenExpiry(now: Date): Date {
  return new Date(now.getTime() + guest_days * day_ms)
}

/** Sessions that expired before this instant are forgotten and swept. */
export function memoryEnd(now: Date): Date {
  return new Date(now.getTime() - cart_memory_days * day_ms)
}

/**
 * What a known session is worth: `live` identifies, `expired` may be handed in for a new token of the
 * same customer, `forgotten` is as good as never issued (`unknow`, contract §8).
 */
export function sessionState(
  session: KnownSession | null,
  now: Date,
): 'live' | 'expired' | 'forgotten' {
  if (session === null || session.expires_at < memoryEnd(now)) return 'forgotten'
  if (session.replaced_at !== null) {
    const age = now.getTime() - session.replaced_at.getTime()
    return age <= replaced_grace_ms ? 'expired' : 'forgotten'
  }
  return session.expires_at > now ? 'live' : 'expired'
}
