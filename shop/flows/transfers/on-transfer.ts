import { transfers as contract, type TransferState } from '#contracts/staff/transfers.ts'
import type { Database, Tx } from '#db/schema.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { storedUnitCode } from '#pure/formats/unit-codes.ts'
import { findItemBySku } from '#shop/catalog/item-store.ts'
import type { WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import { findCodes, findUnits, type StoredUnit } from '#shop/inventory/unit/unit-store.ts'
import {
  findTransfer,
  lockTransfer,
  type Side,
  type StoredTransfer,
} from '#shop/transfer/transfer-store.ts'

/** The operations that act on a transfer. */
export type TransferAct = Exclude<
  keyof typeof contract,
  'transfers' | 'transfer' | 'createTransfer'
>

/** Which transfer is meant, who acts at which of its shops, and what they saw. */
interface Meant {
  operation: TransferAct
  actor: StaffActor
  side: Side
  state: TransferState
  code: string
  /** Undefined: any version, because a scan only adds. */
  version?: number
  reason?: string
}

/** Runs `work` on a locked transfer in this state. Whoever comes second finds another version or state. */
export async function onTransfer<T>(
  write: WriteAsStaff,
  { operation, actor, side, state, code, version, reason }: Meant,
  work: (tx: Tx, transfer: StoredTransfer) => Promise<T>,
): Promise<T> {
  return write({ actor, operation: `transfers.${operation}`, reason }, async (tx) => {
    await lockTransfer(tx, code)
    const transfer = await findTransfer(tx, reachOf(contract[operation], actor), code, side)
    const { refuse } = contract.cancelDraft
    if (transfer === null) throw refuse('transfer_not_found')
    const is_as_seen = version === undefined || version === transfer.version
    if (transfer.state !== state || !is_as_seen) throw refuse('transfer_changed')
    return work(tx, transfer)
  })
}

/** What a scanned text means: a unit, a product that is counted, or nothing known. */
export async function readScan(
  db: Database,
  scan: string,
): Promise<{ unit: StoredUnit | null; item: Awaited<ReturnType<typeof findItemBySku>> }> {
  const [found] = await findCodes(db, [storedUnitCode(scan)])
  const [unit = null] = found === undefined ? [] : await findUnits(db, [found.unit_id])
  return { unit, item: unit === null ? await findItemBySku(db, scan) : null }
}
