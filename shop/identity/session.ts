import { createHash, randomBytes } from 'node:crypto'
import { day_ms } from '#pure/vietnam-time.ts'

/** Lifetime of a guest token (contract §9: one week). */
const guest_days = 7
/** Lifetime of a member token. It is revoked by its owner earlier. */
const member_days = 30
/** How long an expired token still gives access to its cart. */
const cart_memory_days = 90
/** How long a replaced token may be replaced once more: two tabs at once, or a lost response. */
const replaced_grace_ms = 10 * 60_000

/** How often a member's session notes that it was used: not at every request. */
const seen_every_ms = 10 * 60_000

/** How long a member who has shown who they are may make changes that a stolen session must not make. */
const confirmed_ms = 10 * 60_000

/** `g_` is the token of a guest, `m_` of a member. */
const form = /^[gm]_[A-Za-z0-9_-]{43}$/

interface KnownSession {
  expires_at: Date
  replaced_at: Date | null
  ended_at: Date | null
}

/** Returns a new opaque guest token: 256 random bits that mean nothing without the session table. */
export function newGuestToken(): string {
  return `g_${randomBytes(32).toString('base64url')}`
}

/** Returns a new opaque member token. */
export function newMemberToken(): string {
  return `m_${randomBytes(32).toString('base64url')}`
}

/** Returns the token of a browser that begins to sign in by passkey. */
export function newAttempt(): string {
  return `a_${randomBytes(32).toString('base64url')}`
}

/** Whether a proof of who it is counts still. */
export function isFresh(confirmed_at: Date | null, now: Date): boolean {
  return confirmed_at !== null && now.getTime() - confirmed_at.getTime() < confirmed_ms
}

/** Returns whether a text has the form of our tokens; any other text is `token_is_invalid` (contract §8). */
export function hasTokenForm(text: string): boolean {
  return form.test(text)
}

/** Returns the hash of a token. Only the hash is stored, so that a reader of the table cannot sign in. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Returns the hash of a browser's id. Null: it has none. */
export function deviceHash(device_id: string | null | undefined): Buffer | null {
  return device_id ? tokenHash(`device:${device_id}`) : null
}

export function guestTokenExpiry(now: Date): Date {
  return new Date(now.getTime() + guest_days * day_ms)
}

export function memberTokenExpiry(now: Date): Date {
  return new Date(now.getTime() + member_days * day_ms)
}

/** Whether the last use of a member's session should be noted anew. A guest's session has none. */
export function isSeenLongAgo(seen_at: Date | null, now: Date): boolean {
  return seen_at !== null && now.getTime() - seen_at.getTime() >= seen_every_ms
}

/** Returns the instant before which expired sessions are forgotten and swept. */
export function memoryEnd(now: Date): Date {
  return new Date(now.getTime() - cart_memory_days * day_ms)
}

/**
 * Returns the state of a session: `live` identifies the customer, `expired` may be exchanged for a new token of
 * the same customer, `forgotten` counts as never issued (`unknow`, contract §8). A session that its member has ended
 * is forgotten at once.
 */
export function sessionState(
  session: KnownSession | null,
  now: Date,
): 'live' | 'expired' | 'forgotten' {
  if (session === null || session.ended_at !== null) return 'forgotten'
  if (session.expires_at < memoryEnd(now)) return 'forgotten'
  if (session.replaced_at !== null) {
    const age = now.getTime() - session.replaced_at.getTime()
    return age <= replaced_grace_ms ? 'expired' : 'forgotten'
  }
  return session.expires_at > now ? 'live' : 'expired'
}
