import { createHash, randomBytes } from 'node:crypto'
import type { DraftState } from '#contracts/staff/orders/drafts.ts'

/** How long goods of an order that staff made are kept until its shopper pays. */
export const held_ms = 24 * 3_600_000

/** How long the link of a draft opens it. */
export const shared_ms = 7 * 86_400_000

interface Moments {
  dropped_at: Date | null
  taken_at: Date | null
  order_code: string | null
  shared_until: Date | null
}

/** Where a draft stands. */
export function draftState(draft: Moments, now: Date): DraftState {
  if (draft.order_code !== null) return 'ordered'
  if (draft.dropped_at !== null) return 'dropped'
  if (draft.taken_at !== null) return 'taken'
  return draft.shared_until !== null && draft.shared_until > now ? 'shared' : 'open'
}

/** A new code of a link: 128 random bits. */
export function newShareCode(): string {
  return randomBytes(16).toString('base64url')
}

/** The stored hash of a code. */
export function shareHash(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
