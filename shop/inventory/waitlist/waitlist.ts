import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import type { HoldAsk } from '#shop/inventory/reservation/reservation.ts'

/** Who was not seen for so long is not waited for. */
export const away_after_ms = 45_000
/** So long a slot that came back is kept for the one whose turn it is. */
export const kept_ms = 60_000

/** What somebody waits for: a claim that others hold. */
export interface SlotAsk {
  quota_id: number
  customer_key: string
  quantity: number
  limit_key: string
  most: number
}

/** A place in the line and whose it is. */
export interface PlaceAsk extends SlotAsk {
  customer_id: number
}

/** What to wait for when this claim is held by others; null where waiting makes no sense. */
export function slotAsk(
  { quota_id, customer_limit }: QuotaClaim,
  quantity: number,
  customer_key: string | null,
): SlotAsk | null {
  if (quota_id === null || customer_limit === null || customer_key === null) return null
  const { key: limit_key, most } = customer_limit
  return quantity > most ? null : { quota_id, customer_key, quantity, limit_key, most }
}

/** A slot by itself, without the piece that is bought in it. */
export function holdAskOfPlace({
  quota_id,
  customer_key,
  quantity,
  limit_key,
  most,
}: SlotAsk): HoldAsk {
  const customer_limit = { key: limit_key, most }
  return {
    wanted: [],
    place: { shop_id: null, province_id: 0 },
    claims: [{ reason: 'flash', name: '', item_id: null, quantity, quota_id, customer_limit }],
    customer_key,
  }
}

/** When a slot that is kept now goes to the next one; never after its window. */
export function keptUntil(now: Date, window_ends_at: Date): Date {
  return new Date(Math.min(now.getTime() + kept_ms, window_ends_at.getTime()))
}

/** Where somebody stands, as the database tells. */
export interface PlaceFacts {
  held_until: Date | null
  /** From 1. */
  place: number
  is_open: boolean
  /** Every slot is sold for good. */
  is_sold: boolean
}

export type PlaceState =
  | { state: 'waiting'; place: number; until: null }
  | { state: 'yours'; place: null; until: Date }
  | { state: 'gone'; place: null; until: null }

/** What is told of a place (spec §8 temporary_no_slot): the line ends with the window or the last slot. */
export function placeState(facts: PlaceFacts | null, now: Date): PlaceState {
  const gone = { state: 'gone', place: null, until: null } as const
  if (facts === null || !facts.is_open) return gone
  const { held_until, place, is_sold } = facts
  if (held_until !== null) {
    return held_until > now ? { state: 'yours', place: null, until: held_until } : gone
  }
  return is_sold ? gone : { state: 'waiting', place, until: null }
}

/** Seconds until it is worth asking again: who is far behind need not know to the second. */
export function askAgainIn(state: PlaceState): number {
  return state.state === 'waiting' && state.place > 20 ? 10 : 3
}
