import type { CustomerId } from '#pure/ids.ts'
import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import type { ReservationRequest } from '#shop/inventory/reservation/reservation.ts'

/** Who was not seen for so long is passed over. */
export const away_after_ms = 45_000
/** A freed slot is reserved so long for the one whose turn it is. */
export const offered_ms = 60_000

/** Slots of a flash sale that somebody waits for: a claim that others have reserved. */
export interface SlotRequest {
  quota_id: number
  customer_key: string
  quantity: number
  limit_key: string
  most: number
}

/** A request to join the waitlist, and whose it is. */
export interface WaitlistRequest extends SlotRequest {
  customer_id: CustomerId
}

/** What to wait for when others have reserved this claim; null where waiting makes no sense. */
export function slotRequest(
  { quota_id, customer_limit }: QuotaClaim,
  quantity: number,
  customer_key: string | null,
): SlotRequest | null {
  if (quota_id === null || customer_limit === null || customer_key === null) return null
  const { key: limit_key, most } = customer_limit
  return quantity > most ? null : { quota_id, customer_key, quantity, limit_key, most }
}

/** A slot by itself, without the item that is bought with it. */
export function reservationOfSlot(request: SlotRequest): ReservationRequest {
  const { quota_id, customer_key, quantity, limit_key, most } = request
  const customer_limit = { key: limit_key, most }
  return {
    items: [],
    location: { shop_id: null, province_id: 0 },
    claims: [{ reason: 'flash', name: '', item_id: null, quantity, quota_id, customer_limit }],
    customer_key,
  }
}

/** When a slot that is offered now goes to the next one; never after the end of its sale. */
export function offeredUntil(now: Date, sale_ends_at: Date): Date {
  return new Date(Math.min(now.getTime() + offered_ms, sale_ends_at.getTime()))
}

/** Where somebody stands, as the database tells. */
export interface QueueFacts {
  offered_until: Date | null
  /** From 1. */
  position: number
  is_open: boolean
  /** Every slot is sold for good. */
  is_sold: boolean
}

/** In the words of the contract, which calls a queue position `place`. */
export type QueueState =
  | { state: 'waiting'; place: number; until: null }
  | { state: 'yours'; place: null; until: Date }
  | { state: 'gone'; place: null; until: null }

/** What the customer is told (contract §8 temporary_no_slot): waiting ends with the sale or the last slot. */
export function queueState(facts: QueueFacts | null, now: Date): QueueState {
  const gone = { state: 'gone', place: null, until: null } as const
  if (facts === null || !facts.is_open) return gone
  const { offered_until, position, is_sold } = facts
  if (offered_until !== null) {
    return offered_until > now ? { state: 'yours', place: null, until: offered_until } : gone
  }
  return is_sold ? gone : { state: 'waiting', place: position, until: null }
}

/** Seconds until it is worth asking again: who is far behind need not know to the second. */
export function askAgainIn(state: QueueState): number {
  return state.state === 'waiting' && state.place > 20 ? 10 : 3
}
