import {
  type Transfer,
  type TransferRow,
  transfers as contract,
  type TransferState,
} from '#contracts/staff/transfers.ts'
import type { Database, Tx } from '#db/schema.ts'
import { pressOf } from '#shop/change-log/change-rows.ts'
import { covers, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { onTransfer, readScan, type TransferAct } from '#shop/flows/transfers/on-transfer.ts'
import {
  receiveScan,
  settleTransfer,
  writeOffTransfer,
} from '#shop/flows/transfers/receive-transfer.ts'
import { sendTransfer } from '#shop/flows/transfers/send-transfer.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import {
  addTransferQuantity,
  addTransferUnit,
  costOnTheWay,
  countTransfers,
  deleteFromDraft,
  findTransfer,
  findTransferLines,
  findTransfers,
  findTwinTransfer,
  insertTransfer,
  type Side,
  type StoredTransfer,
  updateTransfer,
} from '#shop/transfer/transfer-store.ts'
import { findHandStock } from '#shop/inventory/stock/stock-store.ts'
import { findShopsInReach } from '#shop/views/units/unit-list-store.ts'

const page_size = 50
const everywhere = { is_everything: true, shops: [], staff_id: null }

/** Transfers between shops, for staff (decision 134). */
export function transferStaffService({
  db,
  now,
  log,
  write,
}: StaffFlowDeps): Service<typeof contract> {
  /** The transfer on which an operation acts, at one of its shops. */
  const meant = (
    operation: TransferAct,
    actor: StaffActor,
    side: Side,
    state: TransferState,
    seen: { code: string; version?: number; reason?: string },
  ) => ({ operation, actor, side, state, ...seen })
  return {
    transfers: async (actor, { page = 1, q = null, state = null, scan = '' }) => {
      const reach = reachOf(contract.transfers, actor)
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const [rows, counts, from_shops, to_shops, { unit }] = await Promise.all([
        findTransfers(db, reach, { q, state }, part),
        countTransfers(db, reach),
        findShopsInReach(db, reachOf(contract.createTransfer, actor)),
        findShopsInReach(db, everywhere),
        readScan(db, scan),
      ])
      const is_here =
        unit?.state === 'in_stock' && from_shops.some(({ shop_id }) => shop_id === unit.shop_id)
      return {
        rows: rows.slice(0, page_size).map(transferRow),
        has_next: rows.length > page_size,
        counts,
        from_shops: from_shops.map(choiceOf),
        to_shops: to_shops.map(choiceOf),
        scanned: is_here ? { code: scan, shop_id: String(unit.shop_id) } : null,
      }
    },
    transfer: (actor, { code }) => readTransfer(db, actor, code.toUpperCase()),
    createTransfer: async (actor, { from_shop_id, to_shop_id, scan }) => {
      const [own, all] = await Promise.all([
        findShopsInReach(db, reachOf(contract.createTransfer, actor)),
        findShopsInReach(db, everywhere),
      ])
      const is_known = (shops: typeof own, id: number) => shops.some((one) => one.shop_id === id)
      if (!is_known(own, from_shop_id) || !is_known(all, to_shop_id) || from_shop_id === to_shop_id)
        throw contract.createTransfer.refuse('shop_not_found')
      const transfer = { from_shop_id, to_shop_id, staff_name: actor.name, created_at: now() }
      const act = { actor, operation: 'transfers.createTransfer', one_by_one: true } as const
      return write(act, async (tx) => {
        const scanned = scan === undefined ? null : await readScan(tx, scan)
        const twin = await findTwinTransfer(tx, transfer, scanned, pressOf(actor, now()))
        if (twin !== null) return { code: twin }
        const { transfer_id, code } = await insertTransfer(tx, transfer)
        if (scan !== undefined) await addToDraft(tx, { transfer_id, from_shop_id }, scan, 1)
        return { code }
      })
    },
    addToTransfer: async (actor, { code, scan, quantity }) => {
      const draft = meant('addToTransfer', actor, 'from', 'draft', { code })
      await onTransfer(write, draft, (tx, transfer) => addToDraft(tx, transfer, scan, quantity))
      return { name: scan }
    },
    removeFromTransfer: async (actor, { scan, ...seen }) => {
      const draft = meant('removeFromTransfer', actor, 'from', 'draft', seen)
      const version = await onTransfer(write, draft, async (tx, { transfer_id }) => {
        const { unit, item } = await readScan(tx, scan)
        const what = { unit_id: unit?.unit_id ?? null, product_id: item?.product_id ?? null }
        await deleteFromDraft(tx, transfer_id, what)
        return updateTransfer(tx, transfer_id)
      })
      return { version }
    },
    sendTransfer: async (actor, seen) => {
      const draft = meant('sendTransfer', actor, 'from', 'draft', seen)
      const quantity = await onTransfer(write, draft, (tx, transfer) =>
        sendTransfer(tx, transfer, actor, now()),
      )
      log.info({ staff: actor.name, code: seen.code, quantity }, 'transfer sent')
      return { quantity }
    },
    receiveScan: async (actor, { code, scan, quantity }) => {
      const sent = meant('receiveScan', actor, 'to', 'sent', { code })
      const name = await onTransfer(write, sent, (tx, transfer) =>
        receiveScan(tx, transfer, { scan, quantity }, actor, now()),
      )
      return { name }
    },
    cancelDraft: async (actor, seen) => {
      const draft = meant('cancelDraft', actor, 'from', 'draft', seen)
      const end = { state: 'cancelled', closed_by: actor.name, closed_at: now() } as const
      await onTransfer(write, draft, (tx, { transfer_id }) => updateTransfer(tx, transfer_id, end))
      return { state: 'cancelled' }
    },
    settleTransfer: async (actor, { where, reason, ...seen }) => {
      // Whoever says that goods lie in a shop answers for that shop.
      const side = where === 'sender' ? 'from' : 'to'
      const sent = meant('settleTransfer', actor, side, 'sent', { ...seen, reason })
      await onTransfer(write, sent, (tx, transfer) =>
        settleTransfer(tx, transfer, { where, reason }, actor, now()),
      )
      log.info({ staff: actor.name, code: seen.code, where }, 'transfer settled')
      return { state: 'closed' }
    },
    writeOffTransfer: async (actor, { reason, ...seen }) => {
      const { refuse } = contract.writeOffTransfer
      const sent = meant('writeOffTransfer', actor, 'to', 'sent', { ...seen, reason })
      await onTransfer(write, sent, async (tx, transfer) => {
        const amount = await costOnTheWay(tx, transfer.transfer_id)
        const subject = { shop_id: transfer.to_shop_id, amount }
        if (!covers(contract.writeOffTransfer, actor, subject)) throw refuse('above_limit')
        await writeOffTransfer(tx, transfer, reason, actor, now())
      })
      log.info({ staff: actor.name, code: seen.code }, 'rest of a transfer written off')
      return { state: 'closed' }
    },
  }
}

async function addToDraft(
  tx: Tx,
  { transfer_id, from_shop_id }: Pick<StoredTransfer, 'transfer_id' | 'from_shop_id'>,
  scan: string,
  quantity: number,
): Promise<void> {
  const { refuse } = contract.addToTransfer
  const { unit, item } = await readScan(tx, scan)
  if (unit !== null) {
    const is_here = unit.state === 'in_stock' && unit.shop_id === from_shop_id
    if (!is_here) throw refuse('not_here')
    const is_new = await addTransferUnit(tx, transfer_id, unit.unit_id)
    if (!is_new) throw refuse('scanned_already')
  } else {
    if (item === null) throw refuse('code_not_found')
    const { product_id, identified_by } = item
    const [stock] = await findHandStock(tx, [product_id], from_shop_id)
    if (identified_by !== null && (stock?.unnamed ?? 0) === 0) throw refuse('needs_code')
    await addTransferQuantity(tx, { transfer_id, product_id }, quantity)
  }
  await updateTransfer(tx, transfer_id)
}

async function readTransfer(db: Database, actor: StaffActor, code: string): Promise<Transfer> {
  const reach = reachOf(contract.transfer, actor)
  const transfer = await findTransfer(db, reach, code, 'either')
  if (transfer === null) throw contract.transfer.refuse('transfer_not_found')
  const { state, version, sent_by, closed_by, close_reason, from_shop_id, to_shop_id } = transfer
  const lines = await findTransferLines(db, transfer.transfer_id)
  return {
    ...transferRow(transfer),
    ...{ version, sent_by, closed_by, close_reason },
    lines: lines.map(({ product_id: _id, ...line }) => line),
    may_send: covers(contract.sendTransfer, actor, { shop_id: from_shop_id }) && state !== 'closed',
    may_receive: state === 'sent' && covers(contract.receiveScan, actor, { shop_id: to_shop_id }),
    may_write_off:
      state === 'sent' && covers(contract.writeOffTransfer, actor, { shop_id: to_shop_id }),
  }
}

export function transferRow({ created_at, sent_at, ...row }: StoredTransfer): TransferRow {
  const { code, state, from_shop, to_shop, quantity, received, staff_name } = row
  return {
    ...{ code, state, from_shop, to_shop, quantity, received, staff_name },
    created_at: created_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
  }
}

function choiceOf({ shop_id, name }: { shop_id: number; name: string }) {
  return { value: String(shop_id), title: name }
}
