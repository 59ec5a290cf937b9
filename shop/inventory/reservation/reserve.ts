import type { Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import {
  type ClaimReservation,
  findEndedClaims,
  findReleasedClaims,
  insertReservationsOf,
  lockQuotas,
  lockUses,
} from '#shop/inventory/reservation/reservation-store.ts'
import {
  type OfferClaims,
  openSupplyLedger,
  type Reservation,
  type ReservationRequest,
  type SupplyLedger,
} from '#shop/inventory/reservation/reservation.ts'
import { lockedStockRows, stockRows } from '#shop/inventory/stock/stock-rows.ts'
import { type ItemQuantity, type Location, stockRowsInUse } from '#shop/inventory/stock/stock.ts'

/**
 * Locks the supplies that these requests need and loads them into the ledger: quotas, then customer uses,
 * then stock rows, each in the order of their keys, so that no two transactions wait for each other
 * (decisions/074). Without `all_stock_rows` only the stock rows are locked that the requests would use: a
 * ledger that then finds too little throws ReservationConflict.
 */
export async function lockSupplies(
  tx: Tx,
  ledger: SupplyLedger,
  requests: readonly ReservationRequest[],
  { all_stock_rows }: { all_stock_rows: boolean } = { all_stock_rows: true },
): Promise<void> {
  const needs = ledger.missing(requests)
  const { quota_ids, uses, item_ids } = needs
  const quotas = quota_ids.length === 0 ? [] : await lockQuotas(tx, quota_ids)
  const locked_uses = uses.length === 0 ? [] : await lockUses(tx, uses)
  const all_rows = item_ids.length === 0 ? [] : (await stockRows(item_ids).execute(tx)).rows
  const missing = new Set(item_ids)
  const used = all_stock_rows ? all_rows : stockRowsInUse(requests, all_rows)
  const chosen = used.filter(({ product_id }) => missing.has(product_id))
  ledger.learn(needs, {
    quotas,
    uses: locked_uses,
    stock_rows: chosen.length === 0 ? [] : (await lockedStockRows(chosen).execute(tx)).rows,
    partly_locked: new Set(chosen.length === all_rows.length ? [] : item_ids),
  })
}

/**
 * Reserves again what an ended order had: its items from any stock row that has them now, and the slots and shares of
 * limits that `claimed_by` had at last, without those of offers that it loses. All or nothing: returns false when part
 * of it is no longer available. The order is paid, so the reservations are settled at once.
 */
export async function reserveAgain(
  tx: Tx,
  order_id: OrderId,
  {
    items,
    location,
    claimed_by,
    without,
  }: {
    items: readonly ItemQuantity[]
    location: Location
    claimed_by: readonly OrderId[]
    without: OfferClaims
  },
  now: Date,
): Promise<boolean> {
  const ended = await findEndedClaims(tx, claimed_by, without)
  const reservations = await drawAll(tx, [
    { items, location, claims: [], customer_key: null },
    ...ended.map((claim) => requestOf(claim, location)),
  ])
  if (reservations === null) return false
  await insertReservationsOf(tx, order_id, reservations, now)
  return true
}

/**
 * Reserves items for an order for good, from any stock row that has them. False: some are missing, none is reserved.
 */
export async function reserveItems(
  tx: Tx,
  order_id: OrderId,
  { items, location }: { items: readonly ItemQuantity[]; location: Location },
  now: Date,
): Promise<boolean> {
  const drawn = await drawAll(tx, [{ items, location, claims: [], customer_key: null }])
  if (drawn === null) return false
  await insertReservationsOf(tx, order_id, drawn, now)
  return true
}

/**
 * Locks what these released claims of an order had reserved and returns the reservations to insert in the same
 * transaction; null when part of it is no longer available.
 */
export async function drawClaimsAgain(
  tx: Tx,
  order_id: OrderId,
  claims: OfferClaims,
  location: Location,
): Promise<Reservation[] | null> {
  const released = await findReleasedClaims(tx, order_id, claims)
  return drawAll(
    tx,
    released.map((claim) => requestOf(claim, location)),
  )
}

async function drawAll(
  tx: Tx,
  requests: readonly ReservationRequest[],
): Promise<Reservation[] | null> {
  const ledger = openSupplyLedger()
  await lockSupplies(tx, ledger, requests)
  const reservations: Reservation[] = []
  for (const request of requests) {
    const drawn = ledger.draw(request)
    if (drawn.reservations === null) return null
    ledger.take(drawn.reservations)
    reservations.push(...drawn.reservations)
  }
  return reservations
}

function requestOf(ended: ClaimReservation, location: Location): ReservationRequest {
  const is_quota = ended.kind === 'quota'
  const claim = {
    reason: 'flash' as const,
    name: '',
    item_id: null,
    quantity: ended.quantity,
    quota_id: is_quota ? ended.quota_id : null,
    customer_limit: is_quota ? null : { key: ended.limit_key, max: ended.max_quantity },
  }
  const customer_key = is_quota ? null : ended.customer_key
  return { items: [], location, claims: [claim], customer_key }
}
