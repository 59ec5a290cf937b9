import { receipts as contract } from '#contracts/staff/receipts.ts'
import type { Database, Tx } from '#db/schema.ts'
import { breaks } from '#platform/database/postgres.ts'
import type { StaffActor } from '#pure/contract.ts'
import { type Arrival, readArrivals } from '#shop/flows/receipts/read-arrivals.ts'
import { receiveUnits } from '#shop/flows/units/move-units.ts'
import { insertMovements } from '#shop/inventory/movement/movement-store.ts'
import { lockStockRows } from '#shop/inventory/reservation/ship-store.ts'
import { addStockRows } from '#shop/inventory/stock/stock-store.ts'
import { isUsedDevice } from '#shop/inventory/used/used-store.ts'
import {
  closeReceipt,
  findReceiptLines,
  type StoredReceipt,
  updateReceived,
} from '#shop/receipt/receipt-store.ts'

interface Booked {
  booked: number
  wrong: number
}

type OnReceipt = (work: (tx: Tx, receipt: StoredReceipt) => Promise<void>) => Promise<number>

const attempts = 3

/**
 * Brings on hand what arrived of a receipt. If another receipt books one of these codes at the same moment, everything
 * is read again: then its line is wrong and the others are booked.
 */
export async function bookReceipt(
  db: Database,
  actor: StaffActor,
  { code }: { code: string },
  now: Date,
  onReceipt: OnReceipt,
): Promise<Booked> {
  for (let attempt = 1; ; attempt++) {
    const result: Booked = { booked: 0, wrong: 0 }
    try {
      await onReceipt(async (tx, receipt) => {
        const lines = await findReceiptLines(tx, receipt.goods_receipt_id)
        const arrivals = await readArrivals(tx, lines)
        const cause = { document: code, staff_name: actor.name, at: now }
        Object.assign(result, await book(tx, receipt, arrivals, cause))
      })
      return result
    } catch (error) {
      if (attempt === attempts || !breaks(error, 'unit_code_pkey')) throw error
    }
  }
}

async function book(
  tx: Tx,
  { goods_receipt_id, shop_id }: StoredReceipt,
  arrivals: readonly Arrival[],
  cause: { document: string; staff_name: string; at: Date },
): Promise<Booked> {
  const { refuse } = contract.receiveGoods
  const quantityOf = ({ line, good }: Arrival) =>
    line.identified_by === null ? line.arriving : good.length
  const coming = arrivals.filter((arrival) => quantityOf(arrival) > 0)
  if (coming.length === 0) throw refuse('nothing_arrived')
  for (const arrival of coming) {
    const { sku, quantity, received, product_id } = arrival.line
    // A line that was saved before this was asked.
    if (await isUsedDevice(tx, product_id)) throw refuse('used_device_not_received', { sku })
    const [missing, arriving] = [quantity - received, quantityOf(arrival)]
    if (arriving > missing) throw refuse('more_than_expected', { sku, missing, arriving })
  }
  const keys = coming.map(({ line: { product_id } }) => ({ product_id, shop_id }))
  await addStockRows(tx, keys)
  await lockStockRows(tx, keys)
  const counted = coming.flatMap(({ line: { identified_by, product_id, arriving, cost } }) =>
    identified_by === null ? [{ product_id, shop_id, quantity: arriving, cost }] : [],
  )
  await insertMovements(tx, counted, { kind: 'receipt', ...cause })
  const units = coming.flatMap(({ line: { product_id, cost }, good }) =>
    good.map(({ imei1, imei2, serial }) => ({ product_id, cost, imei1, imei2, serial })),
  )
  await receiveUnits(tx, units, shop_id, cause)
  for (const arrival of coming) {
    const key = { goods_receipt_id, product_id: arrival.line.product_id }
    const pasted = arrival.wrong_lines.map(({ text }) => text).join('\n')
    await updateReceived(tx, key, { booked: quantityOf(arrival), pasted })
  }
  const wrong = arrivals.reduce((sum, { wrong_lines }) => sum + wrong_lines.length, 0)
  const booked = coming.reduce((sum, arrival) => sum + quantityOf(arrival), 0)
  const is_complete = arrivals.every((arrival) => {
    const { quantity, received } = arrival.line
    return received + quantityOf(arrival) === quantity && arrival.wrong_lines.length === 0
  })
  if (is_complete) await closeReceipt(tx, goods_receipt_id, { reason: null, now: cause.at })
  return { booked, wrong }
}
