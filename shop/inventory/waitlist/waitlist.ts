import type { CustomerId } from '#pure/ids.ts'
import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import type { ReservationRequest } from '#shop/inventory/reservation/reservation.ts'

/** A customer who was not seen for this long is skipped. */
export const away_after_ms = 45_000
/** A returned slot is reserved for this long for the next customer in the queue. */
const offered_ms = 60_000

/** Slots of a flash sale that a customer waits for: other buyers have reserved them. */
export interface SlotRequest {
  quota_id: number
  customer_key: string
  quantity: number
  limit_key: string
  max_quantity: number
}

/** A request of a customer to join the waitlist. */
export interface WaitlistRequest extends SlotRequest {
  customer_id: CustomerId
}

/**
 * Returns what to wait for when others have reserved this claim; null where the customer could never get
 * it.
 */
export function slotRequest(
  { quota_id, customer_limit }: QuotaClaim,
  quantity: number,
  customer_key: string | null,
): SlotRequest | null {
  if (quota_id === null || customer_limit === null || customer_key === null) return null
  const { key: limit_key, max: max_quantity } = customer_limit
  if (quantity > max_quantity) return null
  return { quota_id, customer_key, quantity, limit_key, max_quantity }
}

/** Returns a request that reserves the slot alone, without stock. */
export function reservationOfSlot(request: SlotRequest): ReservationRequest {
  const { quota_id, customer_key, quantity, limit_key, max_quantity } = request
  const customer_limit = { key: limit_key, max: max_quantity }
  return {
    items: [],
    location: { shop_id: null, province_id: 0 },
    claims: [{ reason: 'flash', name: '', item_id: null, quantity, quota_id, customer_limit }],
    customer_key,
  }
}

/** Returns until when a slot that is offered now stays reserved; never after the end of its sale. */
export function offeredUntil(now: Date, sale_ends_at: Date): Date {
  return new Date(Math.min(now.getTime() + offered_ms, sale_ends_at.getTime()))
}

/** The state of a waitlist entry, as read from the database. */
export interface QueueFacts {
  offered_until: Date | null
  /** From 1. */
  position: number
  is_open: boolean
  /** Every slot is sold and settled. */
  is_sold: boolean
}

/** The queue state with the field names of the contract, which calls a queue position `place`. */
type QueueState =
  | { state: 'waiting'; place: number; until: null }
  | { state: 'yours'; place: null; until: Date }
  | { state: 'gone'; place: null; until: null }

/**
 * Returns the state that the customer sees (contract §8 temporary_no_slot). Waiting ends with the sale or
 * the last slot.
 */
export function queueState(facts: QueueFacts | null, now: Date): QueueState {
  const gone = { state: 'gone', place: null, until: null } as const
  if (facts === null || !facts.is_open) return gone
  const { offered_until, position, is_sold } = facts
  if (offered_until !== null) {
    return offered_until > now ? { state: 'yours', place: null, until: offered_until } : gone
  }
  return is_sold ? gone : { state: 'waiting', place: position, until: null }
}

/** Returns the seconds until the next request: far behind in the queue, an exact position is not needed. */
export function askAgainIn(state: QueueState): number {
  return state.state === 'waiting' && state.place > 20 ? 10 : 3
}
