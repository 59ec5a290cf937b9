import { day_ms } from '#pure/vietnam-time.ts'

/**
 * How long what was done with is kept, in days, for all nouns in one place (decision 085). Orders, money and
 * what moved them are books: they are not here and nobody sweeps them.
 */
export const kept_days = {
  /** Words and address of a message that went out or never will; that it was told stays, so that it is told once. */
  message_words: 90,
  /** The rest of it: what was told of which order, and when. */
  messages: 730,
  /** A left cart after its link is over. Until then it also carries "no more of these mails". */
  left_carts: 0,
  /** What was kept for customers without an order: it names a phone. */
  released_holds: 30,
} as const

/** What ended before this is swept at `now`. */
export function keptSince(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day_ms)
}
