import { sql } from 'kysely'
import type { BulkAction, BulkOutcome } from '#contracts/staff/orders/bulk.ts'
import type { CancelReason } from '#contracts/staff/orders.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { StaffId } from '#pure/ids.ts'

/** A job as it is stored, with how far it is. */
export interface StoredBulkJob {
  bulk_job_id: number
  staff_id: StaffId
  action: BulkAction
  reason: CancelReason | null
  note: string | null
  assign_to: StaffId | null
  tag: string | null
  shop_id: number | null
  state: 'open' | 'done' | 'cancelled'
  row_count: number
  left_out: number
  undoes: number | null
  created_at: Date
  ended_at: Date | null
  done_count: number
  refused_count: number
}

interface NewJob {
  staff_id: StaffId
  form_key: string
  action: BulkAction
  reason: CancelReason | null
  note: string | null
  assign_to: StaffId | null
  tag: string | null
  shop_id: number | null
  filters: string | null
  left_out: number
  undoes: number | null
  created_at: Date
}

interface NewRow {
  order_code: string
  version: number
  assign_to?: StaffId | null
  assigned_seen?: StaffId | null
  shop_id?: number | null
  shop_seen?: number | null
}

/** Writes a job with its orders. Null: this form has made its job already, or the job is undone already. */
export async function insertBulkJob(
  tx: Tx,
  job: NewJob,
  rows: readonly NewRow[],
): Promise<number | null> {
  const made = await tx
    .insertInto('bulk_job')
    .values({ ...job, row_count: rows.length, state: 'open', ended_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('bulk_job_id')
    .executeTakeFirst()
  if (made === undefined) return null
  await sql`
    insert into bulk_job_row (bulk_job_id, position, order_code, version, assign_to, assigned_seen, shop_id, shop_seen)
    select ${made.bulk_job_id}, position, order_code, version, assign_to, assigned_seen, shop_id, shop_seen
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, position) => ({ position, ...row })))}::jsonb)
      as one (position integer, order_code text, version integer, assign_to bigint, assigned_seen bigint,
        shop_id integer, shop_seen integer)
  `.execute(tx)
  return made.bulk_job_id
}

const counts = sql`
  (select count(*) from bulk_job_row row where row.bulk_job_id = bulk_job.bulk_job_id
    and outcome = 'done')::integer as done_count,
  (select count(*) from bulk_job_row row where row.bulk_job_id = bulk_job.bulk_job_id
    and outcome <> 'done')::integer as refused_count`
const columns = sql`bulk_job_id, staff_id, action, reason, note, assign_to, tag, shop_id, state, row_count, left_out, undoes,
  created_at, ended_at, ${counts}`

export async function findBulkJobs(
  db: Database,
  staff_id: StaffId,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredBulkJob[]> {
  const { rows } = await sql<StoredBulkJob>`
    select ${columns} from bulk_job where staff_id = ${staff_id}
    order by bulk_job_id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

interface OwnJob {
  staff_id: StaffId
  bulk_job_id: number
}

type FoundJob = StoredBulkJob & {
  undone_by: number | null
  assign_name: string | null
  shop: string | null
}

/** Finds a job of this member of staff. */
export async function findBulkJob(
  db: Database,
  { staff_id, bulk_job_id }: OwnJob,
): Promise<FoundJob | null> {
  const { rows } = await sql<FoundJob>`
    select ${columns}, (select name from shop where shop.shop_id = bulk_job.shop_id) as shop,
      (select name from staff where staff.staff_id = bulk_job.assign_to) as assign_name,
      (select later.bulk_job_id from bulk_job later where later.undoes = bulk_job.bulk_job_id) as undone_by
    from bulk_job where bulk_job_id = ${bulk_job_id} and staff_id = ${staff_id}`.execute(db)
  return rows[0] ?? null
}

/** The job that a form has made. */
export async function findJobOfForm(
  db: Database,
  staff_id: StaffId,
  form_key: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('bulk_job')
    .select('bulk_job_id')
    .where('staff_id', '=', staff_id)
    .where('form_key', '=', form_key)
    .executeTakeFirst()
  return row?.bulk_job_id ?? null
}

interface StoredBulkRow {
  order_code: string
  outcome: BulkOutcome | null
  ended_at: Date | null
}

/** The orders of a job: refused ones first, then those that wait, then done ones. */
export async function findBulkRows(
  db: Database,
  bulk_job_id: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredBulkRow[]> {
  const { rows } = await sql<StoredBulkRow>`
    select order_code, outcome, ended_at from bulk_job_row where bulk_job_id = ${bulk_job_id}
    order by case when outcome = 'done' then 2 when outcome is null then 1 else 0 end, position
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Ends an open job of this member of staff. A row that runs now is waited for. False: it has ended. */
export async function cancelBulkJob(tx: Tx, own: OwnJob, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bulk_job')
    .set({ state: 'cancelled', ended_at: now })
    .where('bulk_job_id', '=', own.bulk_job_id)
    .where('staff_id', '=', own.staff_id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Jobs that are not at their end, oldest first. */
export async function findOpenBulkJobs(db: Database): Promise<StoredBulkJob[]> {
  const { rows } = await sql<StoredBulkJob>`
    select ${columns} from bulk_job where state = 'open' order by bulk_job_id`.execute(db)
  return rows
}

/** An order of a job that waits. */
export interface WaitingRow {
  bulk_job_id: number
  position: number
  order_code: string
  version: number
  assign_to: StaffId | null
  assigned_seen: StaffId | null
  shop_id: number | null
  shop_seen: number | null
}

export async function findWaitingRows(
  db: Database,
  bulk_job_id: number,
  limit: number,
): Promise<WaitingRow[]> {
  return db
    .selectFrom('bulk_job_row')
    .select(['bulk_job_id', 'position', 'order_code', 'version', 'assign_to', 'assigned_seen'])
    .select(['shop_id', 'shop_seen'])
    .where('bulk_job_id', '=', bulk_job_id)
    .where('outcome', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute()
}

/** Locks a row that waits, and its job against being cancelled. False: it is done, or the job has ended. */
export async function claimRow(tx: Tx, { bulk_job_id, position }: WaitingRow): Promise<boolean> {
  const { rows } = await sql`
    select from bulk_job join bulk_job_row row using (bulk_job_id)
    where bulk_job_id = ${bulk_job_id} and position = ${position} and state = 'open' and outcome is null
    for share of bulk_job for update of row`.execute(tx)
  return rows.length > 0
}

/** Writes what became of a row, unless that is known. */
export async function endRow(
  db: Database | Tx,
  { bulk_job_id, position }: WaitingRow,
  ending: {
    outcome: BulkOutcome
    assigned_before: StaffId | null
    had_tag?: boolean
    shop_before?: number | null
    ended_at: Date
  },
): Promise<void> {
  await db
    .updateTable('bulk_job_row')
    .set(ending)
    .where('bulk_job_id', '=', bulk_job_id)
    .where('position', '=', position)
    .where('outcome', 'is', null)
    .execute()
}

/** Ends an open job whose rows all have an outcome. */
export async function endBulkJob(db: Database, bulk_job_id: number, now: Date): Promise<void> {
  await db
    .updateTable('bulk_job')
    .set({ state: 'done', ended_at: now })
    .where('bulk_job_id', '=', bulk_job_id)
    .where('state', '=', 'open')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('bulk_job_row')
            .select('position')
            .where('bulk_job_row.bulk_job_id', '=', bulk_job_id)
            .where('outcome', 'is', null),
        ),
      ),
    )
    .execute()
}

/** The orders that a job has assigned, tagged or moved otherwise than before, as rows of the job that undoes it. */
export async function findUndoRows(
  db: Database,
  {
    bulk_job_id,
    assign_to,
    shop_id,
    action,
  }: Pick<StoredBulkJob, 'bulk_job_id' | 'assign_to' | 'shop_id' | 'action'>,
): Promise<NewRow[]> {
  const { rows } = await sql<NewRow>`
    select order_code, version, assigned_before as assign_to, ${assign_to}::bigint as assigned_seen,
      shop_before as shop_id, ${shop_id}::integer as shop_seen
    from bulk_job_row where bulk_job_id = ${bulk_job_id} and outcome = 'done'
      and case when ${action} = 'move_shop' then shop_before is not null
        when had_tag is null then assigned_before is distinct from ${assign_to}::bigint
        else had_tag = (${action} = 'untag') end
    order by position`.execute(db)
  return rows
}
