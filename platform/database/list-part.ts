import { type RawBuilder, sql } from 'kysely'

/** A part of a list: rows from an offset, or the rows that follow the one with the id `after`. */
export interface ListPart {
  limit: number
  offset: number
  after?: number | null
}

/** The condition of the rows of a part, in a list of falling ids in this column ("parcel.parcel_id"). */
export function isAfter(column: string, { after = null }: ListPart): RawBuilder<unknown> {
  return sql`(${after}::bigint is null or ${sql.ref(column)} < ${after})`
}
