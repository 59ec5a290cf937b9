import type { Tx } from '#db/schema.ts'
import {
  findEndedHolds,
  insertHolds,
  lockQuotas,
  lockUses,
} from '#shop/inventory/reservation/reservation-store.ts'
import {
  type Drawn,
  type HoldAsk,
  type Ledger,
  openLedger,
} from '#shop/inventory/reservation/reservation.ts'
import { findShelves, lockShelves } from '#shop/inventory/stock/stock-store.ts'
import { type Place, shelvesInUse, type Wanted } from '#shop/inventory/stock/stock.ts'

/**
 * Tells the ledger of everything scarce that these orders ask for, locked: quotas, then customers, then
 * shelves, each in the order of their keys, so that no two transactions wait for each other (decisions/074).
 * Of a hundred shelves only those are locked that would be taken from, unless `all_shelves`: a ledger
 * that then finds too little says HoldMoved.
 */
export async function lockSupplies(
  tx: Tx,
  ledger: Ledger,
  asks: readonly HoldAsk[],
  { all_shelves }: { all_shelves: boolean } = { all_shelves: true },
): Promise<void> {
  const needs = ledger.missing(asks)
  const { quota_ids, uses, item_ids } = needs
  const quotas = quota_ids.length === 0 ? [] : await lockQuotas(tx, quota_ids)
  const known_uses = uses.length === 0 ? [] : await lockUses(tx, uses)
  const there = item_ids.length === 0 ? [] : await findShelves(tx, item_ids)
  const missing = new Set(item_ids)
  const used = all_shelves ? there : shelvesInUse(asks, there)
  const chosen = used.filter(({ product_id }) => missing.has(product_id))
  ledger.learn(needs, {
    quotas,
    uses: known_uses,
    shelves: chosen.length === 0 ? [] : await lockShelves(tx, chosen),
    not_all_shelves_of: new Set(chosen.length === there.length ? [] : item_ids),
  })
}

/** Takes for a customer until `expires_at` without an order: all of it, or what is in the way. */
export async function takeForATime(tx: Tx, ask: HoldAsk, expires_at: Date): Promise<Drawn> {
  const ledger = openLedger()
  await lockSupplies(tx, ledger, [ask])
  const drawn = ledger.draw(ask)
  const parts = drawn.parts ?? []
  await insertHolds(
    tx,
    parts.map((part) => ({ ...part, order_id: null, expires_at, settled_at: null })),
  )
  return drawn
}

/**
 * Takes for an order that ended what it held before: its pieces anew from wherever they lie, its slots
 * and its share of each limit. All or nothing; false when something of it is gone. What is taken waits
 * for nothing more: the money is there.
 */
export async function takeAgain(
  tx: Tx,
  order_id: number,
  { wanted, place }: { wanted: readonly Wanted[]; place: Place },
  now: Date,
): Promise<boolean> {
  const ended = await findEndedHolds(tx, order_id)
  const asks = [
    { wanted, place, claims: [], customer_key: null },
    ...ended.map((hold): HoldAsk => {
      const { quantity } = hold
      const about = { reason: 'flash' as const, name: '', item_id: null, quantity }
      const is_quota = hold.kind === 'quota'
      const quota_id = is_quota ? hold.quota_id : null
      const customer_limit = is_quota ? null : { key: hold.limit_key, most: hold.most }
      const customer_key = is_quota ? null : hold.customer_key
      return { wanted: [], place, claims: [{ ...about, quota_id, customer_limit }], customer_key }
    }),
  ]
  const ledger = openLedger()
  await lockSupplies(tx, ledger, asks)
  const parts = []
  for (const ask of asks) {
    const drawn = ledger.draw(ask)
    if (drawn.parts === null) return false
    ledger.take(drawn.parts)
    parts.push(...drawn.parts)
  }
  await insertHolds(
    tx,
    parts.map((part) => ({ ...part, order_id, expires_at: null, settled_at: now })),
  )
  return true
}
