import { sql, type RawBuilder } from 'kysely'

/** These numbers, each once, as a column `id` to be joined to what they name. */
export function askedIds(ids: readonly number[]): RawBuilder<unknown> {
  const each = [...new Set(ids)]
  return sql`(select id from unnest(${each}::bigint[]) as list (id) ${asLongAs(each)})`
}

/**
 * PostgreSQL takes a list that it does not know yet for ten rows long, finds one each time and so plans
 * each time, for longer than the statement runs. Under a limit it does not know it expects one.
 */
export function asLongAs(list: readonly unknown[]): RawBuilder<unknown> {
  return sql`limit ${list.length}::bigint`
}
