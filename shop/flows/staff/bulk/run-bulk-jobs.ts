import { BulkOutcome } from '#contracts/staff/orders/bulk.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { isDatabaseUnavailable } from '#platform/database/postgres.ts'
import { everything, mayCall, reachOf } from '#pure/access.ts'
import { Refusal, type StaffActor } from '#pure/contract.ts'
import type { OrderId, StaffId } from '#pure/ids.ts'
import { single_operations } from '#shop/flows/staff/bulk/plan-bulk.ts'
import { assignSeenOrder, assignToOrder } from '#shop/flows/staff/orders/assign-order.ts'
import { hasTag, tagOrder, untagOrder } from '#shop/flows/staff/orders/tag-staff.ts'
import { changeShop } from '#shop/flows/staff/orders/order-shop-staff.ts'
import { moveOrder } from '#shop/flows/staff/orders/move-order.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { grantsByPermission } from '#shop/identity/staff.ts'
import { findUnlocked } from '#shop/identity/staff-session-store.ts'
import {
  claimRow,
  endBulkJob,
  endRow,
  findOpenBulkJobs,
  findWaitingRows,
  type StoredBulkJob,
  type WaitingRow,
} from '#shop/order/bulk-job-store.ts'
import { cancel_texts } from '#shop/order/cancel-reasons.ts'
import { findTags } from '#shop/order/order-tag-store.ts'
import { findOrderOfCode, lockOrderByCode } from '#shop/order/order-store.ts'
import { findAssigned } from '#shop/order/staff-event-store.ts'
import { findShopsOfOrder } from '#shop/views/order/order-shop-store.ts'

/** Rows of one job before the next job has its turn. */
const rows_per_turn = 50
/** A process that stops waits for one run: so many turns, and a few seconds where providers are asked. */
const turns_per_run = 4
const run_ms = 5_000

/** Runs the jobs that staff have started on many orders (decision 157). */
export function bulkJob(deps: StaffFlowDeps): Job {
  return { name: 'bulk', every_ms: 500, run: () => runBulkJobs(deps) }
}

/** Runs some rows of every open job. A killed process loses nothing: a row is done together with its note. */
export async function runBulkJobs(deps: StaffFlowDeps): Promise<void> {
  const until = performance.now() + run_ms
  for (let turn = 0; turn < turns_per_run && performance.now() < until; turn++) {
    const jobs = await findOpenBulkJobs(deps.db)
    if (jobs.length === 0) return
    for (const job of jobs) await runTurn(deps, job, until)
  }
}

async function runTurn(deps: StaffFlowDeps, job: StoredBulkJob, until: number): Promise<void> {
  const { db, now } = deps
  const rows = await findWaitingRows(db, job.bulk_job_id, rows_per_turn)
  for (const row of rows) {
    if (performance.now() > until) return
    await runRow(deps, job, row)
  }
  if (rows.length < rows_per_turn) await endBulkJob(db, job.bulk_job_id, now())
}

/** Thrown within the transaction of a row that another process has done, or whose job was cancelled. */
class RowNotOurs extends Error {
  override name = 'RowNotOurs'
}

async function runRow(deps: StaffFlowDeps, job: StoredBulkJob, row: WaitingRow): Promise<void> {
  const { db, now, log } = deps
  try {
    const actor = await actorNow(deps, job.staff_id)
    if (actor === null || !mayCall(single_operations[job.action], actor)) {
      throw new Refused('not_permitted')
    }
    await act({ ...deps, write: writeOnce(deps, job, row) }, actor, job, row)
  } catch (error) {
    if (error instanceof RowNotOurs) return
    // Nothing is known about this row: the next run tries it again.
    if (isDatabaseUnavailable(error)) throw error
    const outcome = outcomeOf(error)
    if (outcome === 'failed') log.error({ err: error, ...row }, 'a row of a bulk job failed')
    await endRow(db, row, { outcome, assigned_before: null, ended_at: now() })
  }
}

class Refused extends Error {
  override name = 'Refused'
  readonly outcome: BulkOutcome

  constructor(outcome: BulkOutcome) {
    super(outcome)
    this.outcome = outcome
  }
}

function outcomeOf(error: unknown): BulkOutcome {
  if (error instanceof Refused) return error.outcome
  const code = error instanceof Refusal ? BulkOutcome.safeParse(error.code) : null
  return code?.data ?? 'failed'
}

/** Whoever pressed, with what they may do at this moment; null: their account is locked. */
async function actorNow({ db }: StaffFlowDeps, staff_id: StaffId): Promise<StaffActor | null> {
  const found = await findUnlocked(db, staff_id)
  if (found === null) return null
  const { name, shops } = found
  const grants = grantsByPermission(found.grants)
  const no_session = { staff_session_id: 0, second_step_at: null }
  return { kind: 'staff', staff_id, name, shops, grants, ...no_session }
}

/** The write of the action also notes that the row is done: both happen, or neither. */
function writeOnce(
  { write, now }: StaffFlowDeps,
  job: StoredBulkJob,
  row: WaitingRow,
): StaffFlowDeps['write'] {
  return (named, work) =>
    write(named, async (tx) => {
      if (!(await claimRow(tx, row))) throw new RowNotOurs()
      const before = await beforeRow(tx, job, row)
      const result = await work(tx)
      await endRow(tx, row, { outcome: 'done', ...before, ended_at: now() })
      return result
    })
}

/** How the order of a row is before it: what undoing gives back. Only of what can be undone. */
async function beforeRow(tx: Tx, { action, tag }: StoredBulkJob, { order_code }: WaitingRow) {
  const nothing = { assigned_before: null }
  if (action === 'confirm' || action === 'cancel') return nothing
  const order = await lockOrderByCode(tx, order_code, everything)
  if (order === null) return nothing
  if (action === 'move_shop') {
    return { assigned_before: null, shop_before: await onlyShopOf(tx, order.order_id) }
  }
  if (tag !== null) {
    return { assigned_before: null, had_tag: hasTag(await findTags(tx, order.order_id), tag) }
  }
  return { assigned_before: (await findAssigned(tx, order.order_id)).staff_id }
}

/** The shop that has reserved all of an order; null: several have a part of it. */
async function onlyShopOf(db: Database | Tx, order_id: OrderId): Promise<number | null> {
  const [shop, other] = await findShopsOfOrder(db, order_id)
  return shop === undefined || other !== undefined ? null : shop.shop_id
}

/** Lets a shop ship an order; an undoing row only if all of the order is still where the job had put it. */
async function moveShop(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { shop_id, note, undoes }: StoredBulkJob,
  row: WaitingRow,
): Promise<void> {
  const { order_code } = row
  const reason = note ?? ''
  if (undoes === null) {
    const { version } = row
    if (shop_id !== null) await changeShop(deps, actor, { order_code, version, shop_id, reason })
    return
  }
  const order = await findOrderOfCode(deps.db, order_code, everything)
  if (order === null) throw new Refused('order_not_found')
  const shop = await onlyShopOf(deps.db, order.order_id)
  if (shop !== row.shop_seen || row.shop_id === null) throw new Refused('order_changed')
  // Whoever changes the order between this look and the write is noticed by its version.
  const { version } = order
  await changeShop(deps, actor, { order_code, version, shop_id: row.shop_id, reason })
}

/** The same flows as for one order. */
async function act(
  deps: StaffFlowDeps,
  actor: StaffActor,
  job: StoredBulkJob,
  row: WaitingRow,
): Promise<void> {
  const { action, reason, note, assign_to, tag, undoes } = job
  const { order_code, version } = row
  if (action === 'assign') {
    if (undoes === null) {
      await assignToOrder(deps, actor, { order_code, staff_id: assign_to })
    } else {
      const back = { staff_id: row.assign_to, staff_id_seen: row.assigned_seen }
      await assignSeenOrder(deps, actor, { order_code, ...back })
    }
    return
  }
  if (action === 'tag' || action === 'untag') {
    if (tag !== null)
      await (action === 'tag' ? tagOrder : untagOrder)(deps, actor, { order_code, tag })
    return
  }
  if (action === 'move_shop') return moveShop(deps, actor, job, row)
  const mover = { ...actor, reach: reachOf(single_operations[action], actor) }
  const seen = { order_code, version }
  if (action === 'confirm') {
    await moveOrder(deps, mover, seen, { operation: 'orders.confirmOrder', move: 'confirm' })
  } else if (reason !== null) {
    await moveOrder(deps, mover, seen, {
      ...{ operation: 'orders.cancelOrder', move: 'cancel', note: note ?? undefined },
      reason: { code: reason, text: cancel_texts[reason] },
    })
  }
}
