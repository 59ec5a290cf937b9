import type { Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import { insertMovements } from '#shop/inventory/movement/movement-store.ts'
import {
  lockReservedStock,
  type ReservedStock,
  updateShipped,
} from '#shop/inventory/reservation/ship-store.ts'

/** Fewer units are on hand than an order has reserved: a count has found a shortage. */
export class UnitsNotOnHand extends Error {
  override name = 'UnitsNotOnHand'
  readonly missing: ReservedStock[]

  constructor(order_code: string, missing: ReservedStock[]) {
    super(`order ${order_code} cannot be shipped: its units are not on hand`)
    this.missing = missing
  }
}

/** Moves the units that an order has reserved out of the shop. Throws UnitsNotOnHand if some are missing. */
export async function shipUnits(
  tx: Tx,
  { order_id, code }: { order_id: OrderId; code: string },
  now: Date,
): Promise<void> {
  const reserved = await lockReservedStock(tx, order_id)
  const missing = reserved.filter(({ on_hand, quantity }) => on_hand < quantity)
  if (missing.length > 0) throw new UnitsNotOnHand(code, missing)
  const leaving = reserved.map((row) => ({ ...row, quantity: -row.quantity }))
  await insertMovements(tx, leaving, { kind: 'sale', document: code, at: now })
  await updateShipped(tx, order_id, now)
}
