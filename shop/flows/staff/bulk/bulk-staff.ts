import {
  bulk as contract,
  type BulkAction,
  type BulkJobRow,
  type BulkRow,
  max_bulk,
} from '#contracts/staff/orders/bulk.ts'
import { orderShop } from '#contracts/staff/order-changes.ts'
import type { CancelReason } from '#contracts/staff/orders.ts'
import type { Database } from '#db/schema.ts'
import { mayCall, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import type { StaffId } from '#pure/ids.ts'
import { planBulk, previewOf } from '#shop/flows/staff/bulk/plan-bulk.ts'
import { isAssignable } from '#shop/flows/staff/orders/assign-order.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import {
  cancelBulkJob,
  findBulkJob,
  findBulkJobs,
  findBulkRows,
  findJobOfForm,
  findUndoRows,
  insertBulkJob,
  type StoredBulkJob,
} from '#shop/order/bulk-job-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { findSellingShops } from '#shop/views/stock/sellable-goods-store.ts'

const page_size = 50

/** Actions on many orders, for staff: looked at before, run by a job (decision 157). */
export function bulkStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now, write } = deps
  return {
    preview: async (actor, { action, order_codes, query, shop_id, page }) => {
      const planned = await planBulk(db, actor, { action, order_codes, query, shop_id }, now())
      const shops = action === 'move_shop' ? await shopsFor(db, actor) : []
      return { ...previewOf(action, planned, page), shops }
    },
    startConfirm: (actor, asked) => start(deps, actor, { ...asked, action: 'confirm' }),
    startCancel: (actor, asked) => start(deps, actor, { ...asked, action: 'cancel' }),
    startAssign: async (actor, { staff_id, ...asked }) => {
      if (!(await isAssignable(db, actor, staff_id))) {
        throw contract.startAssign.refuse('staff_not_found')
      }
      return start(deps, actor, { ...asked, action: 'assign', assign_to: staff_id })
    },
    startTag: (actor, asked) => start(deps, actor, { ...asked, action: 'tag' }),
    startUntag: (actor, asked) => start(deps, actor, { ...asked, action: 'untag' }),
    startMoveShop: async (actor, { reason, ...asked }) => {
      const shops = await shopsFor(db, actor)
      if (!shops.some(({ value }) => value === String(asked.shop_id))) {
        throw contract.startMoveShop.refuse('shop_not_found')
      }
      return start(deps, actor, { ...asked, action: 'move_shop', note: reason })
    },
    jobs: async ({ staff_id }, { page }) => {
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const found = await findBulkJobs(db, staff_id, part)
      return { rows: found.slice(0, page_size).map(jobRow), has_next: found.length > page_size }
    },
    job: async (actor, { bulk_job_id, page }) => {
      const found = await ownJob(db, actor, bulk_job_id)
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const rows = await findBulkRows(db, bulk_job_id, part)
      const { reason, assign_name, tag, shop, undone_by } = found
      return {
        ...jobRow(found),
        ...{ reason, assign_name, tag, shop, undone_by },
        rows: rows.slice(0, page_size).map(shownRow),
        has_next: rows.length > page_size,
        may: {
          cancel: found.state === 'open',
          undo: isUndoable(found) && mayUndo(actor, found.action),
        },
      }
    },
    receiptOfJob: async (actor, { bulk_job_id }) => {
      const { row_count } = await ownJob(db, actor, bulk_job_id)
      return (await findBulkRows(db, bulk_job_id, { limit: row_count, offset: 0 })).map(shownRow)
    },
    cancelJob: async (actor, { bulk_job_id }) => {
      await ownJob(db, actor, bulk_job_id)
      const own = { bulk_job_id, staff_id: actor.staff_id }
      const act = { actor, operation: 'bulk.cancelJob' } as const
      if (!(await write(act, (tx) => cancelBulkJob(tx, own, now())))) {
        throw contract.cancelJob.refuse('bulk_job_ended')
      }
      return {}
    },
    undoJob: (actor, { bulk_job_id }) =>
      undo(deps, actor, { bulk_job_id, operation: 'bulk.undoJob', actions: ['assign'] }),
    undoTagJob: (actor, { bulk_job_id }) =>
      undo(deps, actor, { bulk_job_id, operation: 'bulk.undoTagJob', actions: ['tag', 'untag'] }),
    undoMoveJob: (actor, { bulk_job_id }) =>
      undo(deps, actor, { bulk_job_id, operation: 'bulk.undoMoveJob', actions: ['move_shop'] }),
  }
}

/** The action that takes back what an action did; others are never undone. */
const reverse = {
  assign: 'assign',
  tag: 'untag',
  untag: 'tag',
  move_shop: 'move_shop',
} as const

interface Undoing {
  bulk_job_id: number
  operation: 'bulk.undoJob' | 'bulk.undoTagJob' | 'bulk.undoMoveJob'
  /** What this operation may undo. */
  actions: (keyof typeof reverse)[]
}

/** Starts the job that takes an ended one back, with the orders that it has changed. */
function undo(
  { write, now }: StaffFlowDeps,
  { staff_id, ...actor }: StaffActor,
  { bulk_job_id, operation, actions }: Undoing,
): Promise<{ bulk_job_id: number }> {
  return write({ actor: { ...actor, staff_id }, operation }, async (tx) => {
    const { refuse } = contract.undoJob
    const found = await findBulkJob(tx, { bulk_job_id, staff_id })
    if (found === null) throw refuse('bulk_job_not_found')
    const done = actions.find((one) => one === found.action)
    const rows = done !== undefined && isUndoable(found) ? await findUndoRows(tx, found) : []
    if (done === undefined || rows.length === 0) throw refuse('undo_not_possible')
    const job = {
      ...{ staff_id, form_key: `undo-${bulk_job_id}-job`, action: reverse[done], tag: found.tag },
      ...{ reason: null, assign_to: null, shop_id: null },
      ...{ note: done === 'move_shop' ? undo_note : null },
      ...{ filters: null, left_out: 0, undoes: bulk_job_id, created_at: now() },
    }
    const made = await insertBulkJob(tx, job, rows)
    if (made === null) throw refuse('undo_not_possible')
    return { bulk_job_id: made }
  })
}

/** The reason in the history of an order that goes back. */
const undo_note = 'Hoàn tác đổi kho xuất'

interface Asked {
  action: BulkAction
  form_key: string
  orders?: { order_code: string; version: number }[] | undefined
  query?: string | undefined
  count_seen?: number | undefined
  reason?: CancelReason
  note?: string | undefined
  assign_to?: StaffId | null
  tag?: string
  shop_id?: number
}

const start_names = {
  confirm: 'bulk.startConfirm',
  cancel: 'bulk.startCancel',
  assign: 'bulk.startAssign',
  tag: 'bulk.startTag',
  untag: 'bulk.startUntag',
  move_shop: 'bulk.startMoveShop',
} as const

/**
 * Writes a job with the chosen orders, or with those of all that match that the action is possible for. The same form
 * gets the same job.
 */
async function start(
  { db, now, log, write }: StaffFlowDeps,
  actor: StaffActor,
  {
    action,
    form_key,
    orders = [],
    query,
    count_seen,
    reason,
    note,
    assign_to,
    tag,
    shop_id,
  }: Asked,
): Promise<{ bulk_job_id: number }> {
  const { refuse } = contract.startConfirm
  const made_before = await findJobOfForm(db, actor.staff_id, form_key)
  if (made_before !== null) return { bulk_job_id: made_before }
  const order_codes = orders.map(({ order_code }) => order_code)
  const planned = await planBulk(db, actor, { action, order_codes, query, shop_id }, now())
  const count = planned.length
  if (count > max_bulk) throw refuse('too_many_orders')
  if (query !== undefined && count > (count_seen ?? 0)) throw refuse('more_orders_match', { count })
  const seen = new Map(orders.map(({ order_code, version }) => [storedCode(order_code), version]))
  const rows = planned
    // Whoever chose an order reads in the receipt why it was refused. Of all that match, only these are meant.
    .filter(({ plan }) => plan === 'will' || query === undefined)
    .map(({ order: { code, version } }) => ({
      order_code: code,
      version: seen.get(code) ?? version,
    }))
  if (rows.length === 0) throw refuse('nothing_to_do')
  const job = {
    ...{ staff_id: actor.staff_id, form_key, action, reason: reason ?? null, note: note || null },
    ...{ assign_to: assign_to ?? null, tag: tag ?? null, shop_id: shop_id ?? null },
    ...{ filters: query === undefined ? null : withoutSearch(query) },
    ...{ left_out: count - rows.length, undoes: null, created_at: now() },
  }
  const act = { actor, operation: start_names[action], reason } as const
  const made = await write(act, (tx) => insertBulkJob(tx, job, rows))
  const bulk_job_id = made ?? (await findJobOfForm(db, actor.staff_id, form_key))
  if (bulk_job_id === null) throw new RangeError(`no job for the form ${form_key}`)
  log.info({ staff: actor.name, action, count: rows.length }, 'staff started a bulk job')
  return { bulk_job_id }
}

/** The shops that may ship orders of this member of staff. */
async function shopsFor(db: Database, actor: StaffActor) {
  const { is_everything, shops, staff_id } = reachOf(orderShop.changeShop, actor)
  const found = await findSellingShops(db)
  // Whoever changes what is assigned to them may choose any shop, as on the page of one order.
  const own = found.filter(
    ({ shop_id }) => is_everything || staff_id !== null || shops.includes(shop_id),
  )
  return own.map(({ shop_id, name }) => ({ value: String(shop_id), title: name }))
}

/** Searches are phones and names: nothing keeps them. */
function withoutSearch(query: string): string {
  const { q: _q, page: _page, ...filters } = Object.fromEntries(new URLSearchParams(query))
  return new URLSearchParams(filters).toString()
}

async function ownJob(db: Database, { staff_id }: StaffActor, bulk_job_id: number) {
  const found = await findBulkJob(db, { staff_id, bulk_job_id })
  if (found === null) throw contract.job.refuse('bulk_job_not_found')
  return found
}

function isUndoable(job: StoredBulkJob & { undone_by: number | null }): boolean {
  const { action, state, undoes, undone_by, done_count } = job
  return (
    action in reverse && state !== 'open' && undoes === null && undone_by === null && done_count > 0
  )
}

function mayUndo(actor: StaffActor, action: BulkAction): boolean {
  if (action === 'move_shop') return mayCall(contract.undoMoveJob, actor)
  return mayCall(action === 'assign' ? contract.undoJob : contract.undoTagJob, actor)
}

function jobRow({ created_at, ended_at, ...job }: StoredBulkJob): BulkJobRow {
  const { bulk_job_id, action, state, row_count, left_out, done_count, refused_count, undoes } = job
  return {
    ...{ bulk_job_id, action, state, row_count, left_out, done_count, refused_count, undoes },
    created_at: created_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }
}

function shownRow({
  order_code,
  outcome,
  ended_at,
}: Omit<BulkRow, 'ended_at'> & { ended_at: Date | null }): BulkRow {
  return { order_code, outcome, ended_at: ended_at?.toISOString() ?? null }
}
