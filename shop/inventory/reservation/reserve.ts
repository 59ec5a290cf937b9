import type { Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import {
  type ClaimReservation,
  findEndedClaims,
  insertReservations,
  lockQuotas,
  lockUses,
} from '#shop/inventory/reservation/reservation-store.ts'
import {
  type Drawn,
  openSupplyLedger,
  type ReservationRequest,
  type SupplyLedger,
} from '#shop/inventory/reservation/reservation.ts'
import { lockedStockRows, stockRows } from '#shop/inventory/stock/stock-rows.ts'
import { type ItemQuantity, type Location, stockRowsInUse } from '#shop/inventory/stock/stock.ts'

/**
 * Tells the ledger of everything scarce that these requests ask for, locked: quotas, then customers, then
 * stock rows, each in the order of their keys, so that no two transactions wait for each other
 * (decisions/074). Of a hundred stock rows only those are locked that would be taken from, unless
 * `all_stock_rows`: a ledger that then finds too little throws ReservationConflict.
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
  const known_uses = uses.length === 0 ? [] : await lockUses(tx, uses)
  const there = item_ids.length === 0 ? [] : (await stockRows(item_ids).execute(tx)).rows
  const missing = new Set(item_ids)
  const used = all_stock_rows ? there : stockRowsInUse(requests, there)
  const chosen = used.filter(({ product_id }) => missing.has(product_id))
  ledger.learn(needs, {
    quotas,
    uses: known_uses,
    stock_rows: chosen.length === 0 ? [] : (await lockedStockRows(chosen).execute(tx)).rows,
    partly_locked: new Set(chosen.length === there.length ? [] : item_ids),
  })
}

/** Reserves for a customer until `expires_at` without an order: all of it, or says what is in the way. */
export async function reserveForATime(
  tx: Tx,
  request: ReservationRequest,
  expires_at: Date,
): Promise<Drawn> {
  const ledger = openSupplyLedger()
  await lockSupplies(tx, ledger, [request])
  const drawn = ledger.draw(request)
  const reservations = drawn.reservations ?? []
  await insertReservations(
    tx,
    reservations.map((one) => ({ ...one, order_id: null, expires_at, settled_at: null })),
  )
  return drawn
}

/**
 * Reserves again what an ended order had: its items from wherever they lie now, its slots and its share
 * of each limit. All or nothing; false when something of it is gone. The money is there, so the
 * reservations are settled at once.
 */
export async function reserveAgain(
  tx: Tx,
  order_id: OrderId,
  { items, location }: { items: readonly ItemQuantity[]; location: Location },
  now: Date,
): Promise<boolean> {
  const ended = await findEndedClaims(tx, order_id)
  const requests = [
    { items, location, claims: [], customer_key: null },
    ...ended.map((claim) => requestOf(claim, location)),
  ]
  const ledger = openSupplyLedger()
  await lockSupplies(tx, ledger, requests)
  const reservations = []
  for (const request of requests) {
    const drawn = ledger.draw(request)
    if (drawn.reservations === null) return false
    ledger.take(drawn.reservations)
    reservations.push(...drawn.reservations)
  }
  await insertReservations(
    tx,
    reservations.map((one) => ({ ...one, order_id, expires_at: null, settled_at: now })),
  )
  return true
}

function requestOf(ended: ClaimReservation, location: Location): ReservationRequest {
  const is_quota = ended.kind === 'quota'
  const claim = {
    reason: 'flash' as const,
    name: '',
    item_id: null,
    quantity: ended.quantity,
    quota_id: is_quota ? ended.quota_id : null,
    customer_limit: is_quota ? null : { key: ended.limit_key, most: ended.most },
  }
  const customer_key = is_quota ? null : ended.customer_key
  return { items: [], location, claims: [claim], customer_key }
}
