import { sql, type RawBuilder } from 'kysely'

/** The distinct ids as a column `id`, to be joined to the rows they identify. */
export function idList(ids: readonly number[]): RawBuilder<unknown> {
  const unique = [...new Set(ids)]
  return sql`(select id from unnest(${unique}::bigint[]) as list (id) ${lengthHint(unique)})`
}

/**
 * Tells the planner the length of a list. Without it PostgreSQL assumes ten rows for an unknown list, finds
 * another number each time and so plans the statement each time, which takes longer than it runs.
 */
export function lengthHint(list: readonly unknown[]): RawBuilder<unknown> {
  return sql`limit ${list.length}::bigint`
}
