import {
  type Count,
  type CountRow,
  counts as contract,
  type CountState,
} from '#contracts/staff/counts.ts'
import { see_cost } from '#contracts/staff/permissions.ts'
import type { Database, Tx } from '#db/schema.ts'
import { pressOf } from '#shop/change-log/change-rows.ts'
import { covers, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import type { WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import {
  countCounts,
  deleteCounted,
  findCategories,
  findCount,
  findCountLines,
  findCounts,
  findNotCounted,
  findTwinCount,
  insertCount,
  lockCount,
  type OddUnit,
  type StoredCount,
  updateCount,
} from '#shop/inventory/count/count-store.ts'
import { approveCount, findDifferences } from '#shop/flows/counts/approve-count.ts'
import { scanCount } from '#shop/flows/counts/scan-count.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { findShopsInReach } from '#shop/views/units/unit-list-store.ts'

const page_size = 50

/** Counts of stock, for staff (decision 134). */
export function countStaffService({
  db,
  now,
  log,
  write,
}: StaffFlowDeps): Service<typeof contract> {
  return {
    counts: async (actor, { page = 1, state = null }) => {
      const reach = reachOf(contract.counts, actor)
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const [rows, counted, shops, categories] = await Promise.all([
        findCounts(db, reach, state, part),
        countCounts(db, reach),
        findShopsInReach(db, reachOf(contract.createCount, actor)),
        findCategories(db),
      ])
      return {
        rows: rows.slice(0, page_size).map(countRow),
        has_next: rows.length > page_size,
        counts: counted,
        shops: shops.map(({ shop_id, name }) => ({ value: String(shop_id), title: name })),
        categories: categories.map(({ category_id, name }) => {
          return { value: String(category_id), title: name }
        }),
      }
    },
    count: (actor, { code }) => readCount(db, actor, code.toUpperCase()),
    createCount: async (actor, { shop_id, category_id = null }) => {
      const [shops, categories] = await Promise.all([
        findShopsInReach(db, reachOf(contract.createCount, actor)),
        findCategories(db),
      ])
      const is_category =
        category_id === null || categories.some((one) => one.category_id === category_id)
      if (!shops.some((shop) => shop.shop_id === shop_id) || !is_category) {
        throw contract.createCount.refuse('shop_not_found')
      }
      const count = { shop_id, category_id, staff_name: actor.name, created_at: now() }
      const act = { actor, operation: 'counts.createCount', one_by_one: true } as const
      const code = await write(act, async (tx) => {
        const twin = await findTwinCount(tx, count, pressOf(actor, now()))
        return twin ?? insertCount(tx, count)
      })
      return { code }
    },
    scanCount: async (actor, { code, scan, quantity }) => {
      const meant: Meant = { operation: 'scanCount', actor, states: ['open'], code }
      await onCount(write, meant, (tx, count) =>
        scanCount(tx, count, { scan, quantity }, actor.name, now()),
      )
      return { name: scan }
    },
    recount: async (actor, { sku, ...seen }) => {
      const states: CountState[] = ['open', 'closed']
      const meant: Meant = { operation: 'recount', actor, states, ...seen }
      const version = await onCount(write, meant, async (tx, { stock_count_id }) => {
        if (sku !== undefined) await deleteCounted(tx, stock_count_id, sku)
        return updateCount(tx, stock_count_id, { state: 'open', closed_at: null })
      })
      return { version }
    },
    closeCount: async (actor, seen) => {
      const meant: Meant = { operation: 'closeCount', actor, states: ['open'], ...seen }
      const version = await onCount(write, meant, (tx, { stock_count_id }) =>
        updateCount(tx, stock_count_id, { state: 'closed', closed_at: now() }),
      )
      return { version }
    },
    cancelCount: async (actor, seen) => {
      const states: CountState[] = ['open', 'closed']
      const meant: Meant = { operation: 'cancelCount', actor, states, ...seen }
      const version = await onCount(write, meant, (tx, { stock_count_id }) =>
        updateCount(tx, stock_count_id, { state: 'cancelled' }),
      )
      return { version }
    },
    approveCount: async (actor, seen) => {
      const meant: Meant = {
        operation: 'approveCount',
        actor,
        states: ['closed'],
        ...seen,
      }
      const movements = await onCount(write, meant, async (tx, count) => {
        const differences = await findDifferences(tx, count)
        const subject = { shop_id: count.shop_id, amount: differences.amount }
        if (!covers(contract.approveCount, actor, subject)) {
          throw contract.approveCount.refuse('above_limit')
        }
        return approveCount(tx, count, differences, actor.name, now())
      })
      log.info({ staff: actor.name, code: seen.code, movements }, 'count approved')
      return { movements }
    },
  }
}

/** Which count is meant, who acts, and what they saw. */
interface Meant {
  operation: 'scanCount' | 'recount' | 'closeCount' | 'cancelCount' | 'approveCount'
  actor: StaffActor
  states: readonly CountState[]
  code: string
  /** Undefined: any version, because a scan only adds. */
  version?: number
}

/** Runs `work` on a locked count in one of these states. Whoever comes second finds another version or state. */
async function onCount<T>(
  write: WriteAsStaff,
  { operation, actor, states, code, version }: Meant,
  work: (tx: Tx, count: StoredCount) => Promise<T>,
): Promise<T> {
  return write({ actor, operation: `counts.${operation}` }, async (tx) => {
    await lockCount(tx, code)
    const count = await findCount(tx, reachOf(contract[operation], actor), code)
    const { refuse } = contract.closeCount
    if (count === null) throw refuse('count_not_found')
    const is_as_seen = version === undefined || version === count.version
    if (!states.includes(count.state) || !is_as_seen) throw refuse('count_changed')
    return work(tx, count)
  })
}

async function readCount(db: Database, actor: StaffActor, code: string): Promise<Count> {
  const count = await findCount(db, reachOf(contract.count, actor), code)
  if (count === null) throw contract.count.refuse('count_not_found')
  const is_closed = count.state === 'closed'
  const [lines, differences, not_counted] = await Promise.all([
    findCountLines(db, count.stock_count_id),
    findDifferences(db, count),
    is_closed ? findNotCounted(db, count) : [],
  ])
  // Expected numbers are left out while people count, so that nobody copies them.
  const is_blind = count.state === 'open'
  const { shop_id } = count
  return {
    ...countRow(count),
    version: count.version,
    lines: lines.map(({ product_id: _id, book, counted_at, ...line }) => ({
      ...line,
      counted_at: counted_at?.toISOString() ?? null,
      difference: is_blind || book === null ? null : (line.counted ?? 0) - book,
    })),
    surplus: differences.surplus.map((unit) => shownUnit(unit, is_blind)),
    missing: is_closed ? differences.missing.map((unit) => shownUnit(unit, false)) : [],
    not_counted,
    amount: is_closed && covers(see_cost, actor, {}) ? differences.amount : null,
    may_count: covers(contract.scanCount, actor, { shop_id }),
    may_approve:
      is_closed && covers(contract.approveCount, actor, { shop_id, amount: differences.amount }),
  }
}

function shownUnit({ code, sku, state }: OddUnit, is_blind: boolean) {
  return is_blind ? { code, sku: null, state: null } : { code, sku, state }
}

export function countRow({ created_at, ...row }: StoredCount): CountRow {
  const { code, state, shop, category, staff_name, approved_by } = row
  return {
    ...{ code, state, shop, category, staff_name, approved_by },
    created_at: created_at.toISOString(),
  }
}
