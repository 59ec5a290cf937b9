import { day_ms } from '#pure/vietnam-time.ts'

/**
 * How long rows that nobody needs any more are retained, in days, for all nouns in one place (decision 085).
 * Orders, payments and what changed them are the books: they are never deleted and not listed here.
 */
export const retention_days = {
  /** Text and address of a notification that was sent or never will be; the row stays, so that it is sent once. */
  message_texts: 90,
  /** The row: which notification of which order was sent, and when. */
  messages: 730,
  /** An abandoned cart after its link has expired. Until then it also remembers "no more of these mails". */
  abandoned_carts: 0,
  /** A reservation without an order: it names a phone. */
  released_reservations: 30,
} as const

/** What ended before this instant is deleted at `now`. */
export function retainedSince(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day_ms)
}
