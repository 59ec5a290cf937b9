import { transfers as contract } from '#contracts/staff/transfers.ts'
import type { Tx } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import { readScan } from '#shop/flows/transfers/on-transfer.ts'
import { moveUnits } from '#shop/flows/units/move-units.ts'
import { insertMovements } from '#shop/inventory/movement/movement-store.ts'
import { lockStockRows } from '#shop/inventory/reservation/ship-store.ts'
import { addStockRows } from '#shop/inventory/stock/stock-store.ts'
import { findUnits } from '#shop/inventory/unit/unit-store.ts'
import {
  findCountedLines,
  findOpenUnits,
  hasTransferUnit,
  type StoredTransfer,
  updateArrived,
  updateTransfer,
} from '#shop/transfer/transfer-store.ts'

/** Goods of a transfer: units by their ids, and quantities of products that are only counted. */
interface Goods {
  unit_ids: readonly number[]
  counted: readonly { product_id: number; quantity: number }[]
}

/** Receives what was scanned at the shop that a sent transfer goes to. The last one ends the transfer. */
export async function receiveScan(
  tx: Tx,
  transfer: StoredTransfer,
  { scan, quantity }: { scan: string; quantity: number },
  actor: StaffActor,
  now: Date,
): Promise<string> {
  const goods = await scannedGoods(tx, transfer, scan, quantity)
  await arrive(tx, transfer, goods, 'receiver', actor, now)
  const rest = await restOf(tx, transfer.transfer_id)
  const is_all = rest.unit_ids.length === 0 && rest.counted.length === 0
  const end = { state: 'closed', closed_by: actor.name, closed_at: now } as const
  await updateTransfer(tx, transfer.transfer_id, is_all ? end : {})
  return scan
}

async function scannedGoods(
  tx: Tx,
  { transfer_id }: StoredTransfer,
  scan: string,
  quantity: number,
): Promise<Goods> {
  const { refuse } = contract.receiveScan
  const { unit, item } = await readScan(tx, scan)
  if (unit !== null) {
    if (!(await hasTransferUnit(tx, transfer_id, unit.unit_id))) throw refuse('not_sent')
    if (unit.transfer_id !== transfer_id) throw refuse('scanned_already')
    return { unit_ids: [unit.unit_id], counted: [] }
  }
  if (item === null) throw refuse('code_not_found')
  const lines = await findCountedLines(tx, transfer_id)
  const line = lines.find(({ product_id }) => product_id === item.product_id)
  if (line === undefined) throw refuse(item.identified_by === null ? 'not_sent' : 'needs_code')
  const missing = line.quantity - line.received - line.settled
  if (quantity > missing) throw refuse('more_than_sent', { missing })
  return { unit_ids: [], counted: [{ product_id: item.product_id, quantity }] }
}

/** What is still on the way. */
async function restOf(tx: Tx, transfer_id: number): Promise<Goods> {
  const lines = await findCountedLines(tx, transfer_id)
  const counted = lines
    .map(({ product_id, quantity, received, settled }) => {
      return { product_id, quantity: quantity - received - settled }
    })
    .filter(({ quantity }) => quantity > 0)
  return { unit_ids: await findOpenUnits(tx, transfer_id), counted }
}

/** Brings goods that are on the way on hand: at the shop that receives, or back at the one that sent. */
async function arrive(
  tx: Tx,
  transfer: StoredTransfer,
  { unit_ids, counted }: Goods,
  where: 'sender' | 'receiver',
  actor: StaffActor,
  now: Date,
  reason: string | null = null,
): Promise<void> {
  const { transfer_id, code: document } = transfer
  const shop_id = where === 'sender' ? transfer.from_shop_id : transfer.to_shop_id
  const units = await findUnits(tx, unit_ids)
  const keys = [...units, ...counted].map(({ product_id }) => ({ product_id, shop_id }))
  await addStockRows(tx, keys)
  await lockStockRows(tx, keys)
  const change = { document, staff_name: actor.name, at: now }
  const own = reason === null ? {} : { reason }
  const coming = counted.map((line) => ({ ...line, shop_id }))
  await insertMovements(tx, coming, { kind: 'transfer_in', ...change, ...own })
  const isOnTheWay = (unit: { transfer_id: number | null }) => unit.transfer_id === transfer_id
  await moveUnits(tx, unit_ids, 'arrive', { place: { shop_id }, ...change, ...own }, isOnTheWay)
  const as = where === 'receiver' ? 'received' : 'settled'
  await updateArrived(tx, transfer_id, as, { unit_ids, counted }, now)
}

/** Ends a sent transfer whose rest is at one of its shops. */
export async function settleTransfer(
  tx: Tx,
  transfer: StoredTransfer,
  { where, reason }: { where: 'sender' | 'receiver'; reason: string },
  actor: StaffActor,
  now: Date,
): Promise<void> {
  const { transfer_id } = transfer
  await arrive(tx, transfer, await restOf(tx, transfer_id), where, actor, now, reason)
  const end = { state: 'closed', closed_by: actor.name, closed_at: now } as const
  await updateTransfer(tx, transfer_id, { ...end, close_reason: reason })
}

/** Ends a sent transfer whose rest is lost. It left the stock when it was sent, so nothing moves. */
export async function writeOffTransfer(
  tx: Tx,
  { transfer_id, code }: StoredTransfer,
  reason: string,
  actor: StaffActor,
  now: Date,
): Promise<void> {
  const rest = await restOf(tx, transfer_id)
  const change = { place: {}, document: code, reason, staff_name: actor.name, at: now }
  await moveUnits(tx, rest.unit_ids, 'lose', change)
  await updateArrived(tx, transfer_id, 'settled', rest, now)
  const end = { state: 'closed', closed_by: actor.name, closed_at: now } as const
  await updateTransfer(tx, transfer_id, { ...end, close_reason: reason })
}
