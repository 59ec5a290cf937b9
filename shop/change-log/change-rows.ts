import { type RawBuilder, sql } from 'kysely'
import { doublePressSince } from '#platform/limits/double-press.ts'
import type { StaffId } from '#pure/ids.ts'

/** Who sends a form, and since when it may be the same form again (decision 325). Two people may have one name. */
export interface Pressed {
  staff_id: StaffId
  since: Date
}

/** The press of a form that this account sends now. */
export function pressOf({ staff_id }: { staff_id: StaffId }, now: Date): Pressed {
  return { staff_id, since: doublePressSince(now) }
}

/** SQL of whether this account of staff made a row: the ledger says so. */
export function isMadeBy(
  { staff_id }: Pressed,
  table: string,
  row_key: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from change_log
    where change_log.staff_id = ${staff_id} and change_log.table_name = ${table}
      and change_log.row_key = ${row_key} and change_log.action = 'insert')`
}
