import { createHash, randomBytes } from 'node:crypto'
import { day_ms } from '#pure/vietnam-time.ts'

/** Lifetime of a guest token (contract §9: one week). */
const guest_days = 7
/** How long an expired token still gives access to its cart. */
const cart_memory_days = 90
/** How long a replaced token may be replaced once more: two tabs at once, or a lost response. */
const replaced_grace_ms = 10 * 60_000

const form = /^g_[A-Za-z0-9_-]{43}$/

interface KnownSession {
  expires_at: Date
  replaced_at: Date | null
}

/** Returns a new opaque guest token: 256 random bits that mean nothing without the session table. */
export function newGuestToken(): string {
  return `g_${randomBytes(32).toString('base64url')}`
}

/** Returns whether a text has the form of our tokens; any other text is `token_is_invalid` (contract §8). */
export function hasTokenForm(text: string): boolean {
  return form.test(text)
}

/** Returns the hash of a token. Only the hash is stored, so that a reader of the table cannot sign in. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function guestTokenExpiry(now: Date): Date {
  return new Date(now.getTime() + guest_days * day_ms)
}

/** Returns the instant before which expired sessions are forgotten and swept. */
export function memoryEnd(now: Date): Date {
  return new Date(now.getTime() - cart_memory_days * day_ms)
}

/**
 * Returns the state of a session: `live` identifies the customer, `expired` may be exchanged for a new token of
 * the same customer, `forgotten` counts as never issued (`unknow`, contract §8).
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
