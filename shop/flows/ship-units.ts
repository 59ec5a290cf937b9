import type { Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import { insertMovements } from '#shop/inventory/movement/movement-store.ts'
import { lockReservedStock, updateShipped } from '#shop/inventory/reservation/ship-store.ts'

/**
 * Moves the units that an order has reserved out of the shop. Returns false, with nothing changed, when fewer are on
 * hand: a count has found a shortage.
 */
export async function shipUnits(
  tx: Tx,
  { order_id, code }: { order_id: OrderId; code: string },
  now: Date,
): Promise<boolean> {
  const reserved = await lockReservedStock(tx, order_id)
  if (reserved.some(({ on_hand, quantity }) => on_hand < quantity)) return false
  const leaving = reserved.map((row) => ({ ...row, quantity: -row.quantity }))
  await insertMovements(tx, leaving, { kind: 'sale', document: code, at: now })
  await updateShipped(tx, order_id, now)
  return true
}
