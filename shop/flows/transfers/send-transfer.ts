import { transfers as contract } from '#contracts/staff/transfers.ts'
import type { Tx } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import { moveUnits } from '#shop/flows/units/move-units.ts'
import { insertMovements } from '#shop/inventory/movement/movement-store.ts'
import { lockStockRows } from '#shop/inventory/reservation/ship-store.ts'
import { findHandStock } from '#shop/inventory/stock/stock-store.ts'
import { lockUnits } from '#shop/inventory/unit/unit-store.ts'
import {
  findCountedLines,
  findOpenUnits,
  findTransferLines,
  type StoredTransfer,
  updateTransfer,
} from '#shop/transfer/transfer-store.ts'

/** Sends a locked draft: its goods leave the shop. Only free units go, so that no order loses what it has reserved. */
export async function sendTransfer(
  tx: Tx,
  transfer: StoredTransfer,
  actor: StaffActor,
  now: Date,
): Promise<number> {
  const { refuse } = contract.sendTransfer
  const { transfer_id, from_shop_id: shop_id, code } = transfer
  const lines = await findTransferLines(tx, transfer_id)
  if (lines.length === 0) throw refuse('nothing_to_send')
  await lockStockRows(
    tx,
    lines.map(({ product_id }) => ({ product_id, shop_id })),
  )
  const unit_ids = await findOpenUnits(tx, transfer_id)
  const units = await lockUnits(tx, unit_ids)
  const gone = units.filter((unit) => unit.state !== 'in_stock' || unit.shop_id !== shop_id)
  if (gone.length > 0) {
    throw refuse('units_moved', { codes: gone.map(({ imei1, serial }) => imei1 ?? serial ?? '') })
  }
  const counted = await findCountedLines(tx, transfer_id)
  const stock = await findHandStock(
    tx,
    lines.map(({ product_id }) => product_id),
    shop_id,
  )
  for (const { product_id, sku, quantity } of lines) {
    const { free = 0, unnamed = 0 } = stock.find((row) => row.product_id === product_id) ?? {}
    const loose = counted.find((line) => line.product_id === product_id)?.quantity ?? 0
    if (quantity > free || loose > unnamed) throw refuse('not_free', { sku, free })
  }
  const change = { document: code, staff_name: actor.name, at: now }
  const leaving = counted.map(({ product_id, quantity }) => {
    return { product_id, shop_id, quantity: -quantity }
  })
  await insertMovements(tx, leaving, { kind: 'transfer_out', ...change })
  await moveUnits(tx, unit_ids, 'send', { place: { transfer_id }, ...change })
  await updateTransfer(tx, transfer_id, { state: 'sent', sent_by: actor.name, sent_at: now })
  return transfer.quantity
}
