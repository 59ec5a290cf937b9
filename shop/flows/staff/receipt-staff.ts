import type { z } from 'zod'
import { see_cost } from '#contracts/staff/permissions.ts'
import { type Receipt, type ReceiptRow, receipts as contract } from '#contracts/staff/receipts.ts'
import type { Database, Tx } from '#db/schema.ts'
import { pressOf } from '#shop/change-log/change-rows.ts'
import { covers, mayCall, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { findItemBySku } from '#shop/catalog/item-store.ts'
import { bookReceipt } from '#shop/flows/receipts/book-receipt.ts'
import { readArrivals } from '#shop/flows/receipts/read-arrivals.ts'
import type { PictureFlowDeps, StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { pictureCalls } from '#shop/picture/picture-calls.ts'
import { picturesOf } from '#shop/picture/pictures.ts'
import {
  closeReceipt,
  countReceipts,
  deleteReceiptLine,
  findReceipt,
  findReceiptLines,
  findReceipts,
  findSupplierNames,
  findTwinReceipt,
  insertReceipt,
  lockReceipt,
  lockReceiptRow,
  raiseVersion,
  saveReceiptLine,
  type StoredReceipt,
} from '#shop/receipt/receipt-store.ts'
import { isUsedDevice } from '#shop/inventory/used/used-store.ts'
import { findShopsInReach } from '#shop/views/units/unit-list-store.ts'

const page_size = 50

/** Receipts of goods from suppliers, for staff (decision 133). */
export function receiptStaffService(deps: PictureFlowDeps): Service<typeof contract> {
  const { db, now, log, write } = deps
  return {
    ...pictureCalls(deps, {
      ...{ contract, service: 'receipts', subject_kind: 'goods_receipt' },
      find: async (on, reach, code) =>
        (await findReceipt(on, reach, code.toUpperCase()))?.goods_receipt_id ?? null,
      lock: lockReceiptRow,
    }),
    receipts: async (actor, { page = 1, q = null, shop = null, state = null }) => {
      const reach = reachOf(contract.receipts, actor)
      const filter = { q, shop_id: shop, state }
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const [rows, counts, shops, suppliers] = await Promise.all([
        findReceipts(db, reach, filter, part),
        countReceipts(db, reach, filter),
        findShopsInReach(db, reach),
        findSupplierNames(db),
      ])
      return {
        rows: rows.slice(0, page_size).map(receiptRow),
        has_next: rows.length > page_size,
        counts,
        shops: shops.map(({ shop_id, name }) => ({ value: String(shop_id), title: name })),
        suppliers,
        may_create: mayCall(contract.createReceipt, actor),
      }
    },
    receipt: (actor, { code }) => readReceipt(db, actor, code),
    createReceipt: async (actor, { supplier, shop_id, invoice }) => {
      const shops = await findShopsInReach(db, reachOf(contract.createReceipt, actor))
      if (!shops.some((shop) => shop.shop_id === shop_id)) {
        throw contract.createReceipt.refuse('shop_not_found')
      }
      const receipt = { supplier, shop_id, invoice, staff_name: actor.name }
      const act = { actor, operation: 'receipts.createReceipt', one_by_one: true } as const
      const code = await write(act, async (tx) => {
        const twin = await findTwinReceipt(tx, receipt, pressOf(actor, now()))
        return twin ?? insertReceipt(tx, receipt, now())
      })
      return { code }
    },
    saveLine: async (actor, input) => {
      if (input.cost !== undefined && !covers(see_cost, actor, {})) {
        throw contract.saveLine.refuse('cost_not_allowed')
      }
      const version = await onReceipt(deps, 'saveLine', actor, input, (tx, receipt) =>
        saveLine(tx, receipt, input),
      )
      return { version }
    },
    removeLine: async (actor, input) => {
      const version = await onReceipt(deps, 'removeLine', actor, input, async (tx, receipt) => {
        const item = await findItemBySku(tx, input.sku)
        if (item !== null) await deleteReceiptLine(tx, receipt.goods_receipt_id, item.product_id)
      })
      return { version }
    },
    receiveGoods: async (actor, input) => {
      const booked = await bookReceipt(db, actor, input, now(), (work) =>
        onReceipt(deps, 'receiveGoods', actor, input, work),
      )
      log.info({ staff: actor.name, code: input.code, ...booked }, 'goods received')
      return booked
    },
    closeReceipt: async (actor, { reason, ...input }) => {
      await onReceipt(
        deps,
        'closeReceipt',
        actor,
        { ...input, reason },
        (tx, { goods_receipt_id }) => closeReceipt(tx, goods_receipt_id, { reason, now: now() }),
      )
      return { state: 'done' }
    },
  }
}

/**
 * Runs `work` on a receipt that is locked, open and as it was seen. Whoever comes second, or presses twice, finds
 * another version. Returns the new one.
 */
async function onReceipt(
  { write }: StaffFlowDeps,
  operation: 'saveLine' | 'removeLine' | 'receiveGoods' | 'closeReceipt',
  actor: StaffActor,
  { reason, ...seen }: { code: string; version: number; reason?: string },
  work: (tx: Tx, receipt: StoredReceipt) => Promise<void>,
): Promise<number> {
  return write({ actor, operation: `receipts.${operation}`, reason }, async (tx) => {
    const is_as_seen = await lockReceipt(tx, seen)
    const receipt = await findReceipt(tx, reachOf(contract[operation], actor), seen.code)
    if (receipt === null) throw contract.removeLine.refuse('receipt_not_found')
    if (!is_as_seen) throw contract.removeLine.refuse('receipt_changed')
    await work(tx, receipt)
    return raiseVersion(tx, receipt.goods_receipt_id)
  })
}

async function saveLine(
  tx: Tx,
  { goods_receipt_id }: StoredReceipt,
  { sku, quantity, cost, arriving = 0, pasted = '' }: z.output<typeof contract.saveLine.input>,
): Promise<void> {
  const { refuse } = contract.saveLine
  const item = await findItemBySku(tx, sku)
  if (item === null) throw refuse('product_not_found')
  if (await isUsedDevice(tx, item.product_id)) throw refuse('used_device_not_received', { sku })
  const lines = await findReceiptLines(tx, goods_receipt_id)
  const received = lines.find((line) => line.product_id === item.product_id)?.received ?? 0
  if (quantity < received) throw refuse('too_few', { received })
  const is_counted = item.identified_by === null
  const draft = { arriving: is_counted ? arriving : 0, pasted: is_counted ? '' : pasted }
  const key = { goods_receipt_id, product_id: item.product_id }
  await saveReceiptLine(tx, key, { quantity, cost, ...draft })
}

async function readReceipt(db: Database, actor: StaffActor, code: string): Promise<Receipt> {
  const receipt = await findReceipt(db, reachOf(contract.receipt, actor), code.toUpperCase())
  if (receipt === null) throw contract.receipt.refuse('receipt_not_found')
  const { goods_receipt_id: subject_id } = receipt
  const [lines, pictures] = await Promise.all([
    findReceiptLines(db, subject_id),
    picturesOf(db, { subject_kind: 'goods_receipt', subject_id }),
  ])
  const arrivals = await readArrivals(db, lines)
  const may_see_cost = covers(see_cost, actor, {})
  return {
    ...receiptRow(receipt),
    version: receipt.version,
    close_reason: receipt.close_reason,
    lines: arrivals.map(({ line, good, wrong_lines }) => {
      const { product_id: _id, cost, arriving, ...own } = line
      const coming = line.identified_by === null ? arriving : good.length
      return { ...own, cost: may_see_cost ? cost : null, arriving: coming, wrong_lines }
    }),
    may_change: receipt.state === 'open' && covers(contract.saveLine, actor, receipt),
    may_see_cost,
    pictures,
    may_change_pictures: covers(contract.addPictures, actor, receipt),
  }
}

export function receiptRow({ created_at, ...row }: StoredReceipt): ReceiptRow {
  const { code, state, supplier, shop, invoice, quantity, received, staff_name } = row
  return {
    ...{ code, state, supplier, shop, invoice, quantity, received, staff_name },
    created_at: created_at.toISOString(),
  }
}
