import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { RecordKind } from '#shop/flows/import/record-shapes.ts'

/** A record to be staged. */
export interface Staged {
  line: number
  record: RecordKind
  key: string
  row: Record<string, unknown>
}

const settings = {
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  work_mem: '48MB',
  maintenance_work_mem: '128MB',
  // New entries of the search index are collected and merged at once, by mergeSearchIndex.
  gin_pending_list_limit: '1GB',
}

/**
 * Creates the temporary table that stages a file. Only this connection sees it, and it disappears with the connection.
 * Staged rows are not part of the shop: a crash before the last step leaves nothing behind.
 */
export async function openStaging(db: Database): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    await sql`set ${sql.id(name)} = ${sql.lit(value)}`.execute(db)
  }
  await sql`
    create temporary table import_row (
      import_id bigint generated always as identity,
      line integer not null,
      record text not null,
      key text not null,
      row jsonb not null,
      product_id bigint,
      reason text,
      outcome text not null default 'unchanged'
    ) with (fillfactor = 60)`.execute(db)
}

/** Restores the connection to its former settings. */
export async function closeStaging(db: Database): Promise<void> {
  await sql`drop table if exists import_row`.execute(db)
  for (const name of Object.keys(settings)) await sql`reset ${sql.id(name)}`.execute(db)
}

/** Inserts records into the staging table. */
export async function stage(db: Database, rows: readonly Staged[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into import_row (line, record, key, row)
    select line, record, key, row
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as source (line integer, record text, key text, row jsonb)`.execute(db)
}

/** Indexes the staging table once all lines are in it: they are looked up by kind and key. */
export async function indexStaging(db: Database): Promise<void> {
  await sql`create index on import_row (record, key)`.execute(db)
  await sql`analyze import_row`.execute(db)
}

/** Saves the product_id of staged versions and items that already exist. */
export async function noteKnown(db: Database): Promise<void> {
  await sql`
    update import_row set product_id = product.product_id from product
    where record in ('version', 'item') and import_row.product_id is null and product.sku = key`.execute(
    db,
  )
  // The planner's statistics of the staged rows are wrong after so many updates.
  await sql`analyze import_row`.execute(db)
}

/** A line that could not be written, with the reason. */
interface Rejected {
  line: number
  reason: string
  row: Record<string, unknown>
}

/** Merges the collected entries into the search index; until then searches scan them one by one. */
export async function mergeSearchIndex(db: Database): Promise<void> {
  await sql`
    select gin_clean_pending_list(indexrelid)
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where indrelid = 'product'::regclass and amname = 'gin'`.execute(db)
}

const batch = 1_000

/** The next batch of refused lines after `line`, in the sequence of the file. */
export async function rejectedAfter(db: Database, line: number): Promise<Rejected[]> {
  const { rows } = await sql<Rejected>`
    select distinct on (line) line, reason, row from import_row
    where reason is not null and line > ${line}
    order by line, import_id desc limit ${batch}`.execute(db)
  return rows
}

/** Counts of lines by outcome. A line with several records counts once, by its strongest outcome. */
export interface Tally {
  added: number
  changed: number
  unchanged: number
  rejected: number
}

/** Counts the staged lines by outcome. */
export async function tally(db: Database): Promise<Tally> {
  const { rows } = await sql<Tally>`
    with lines as (
      select bool_or(reason is not null) as rejected, bool_or(outcome = 'added') as added,
        bool_or(outcome = 'changed') as changed
      from import_row group by line
    )
    select count(*) filter (where rejected) as rejected,
      count(*) filter (where not rejected and added) as added,
      count(*) filter (where not rejected and not added and changed) as changed,
      count(*) filter (where not rejected and not added and not changed) as unchanged
    from lines`.execute(db)
  return rows[0] ?? { added: 0, changed: 0, unchanged: 0, rejected: 0 }
}
