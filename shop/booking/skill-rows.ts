import { type RawBuilder, sql } from 'kysely'

/** The technicians of a row of `shop_skill` as a list from Monday to Sunday. */
export function weekOf(row: 'own' | 'skill'): RawBuilder<number[]> {
  const by_weekday = sql.ref(`${row}.by_weekday`)
  return sql`coalesce(${by_weekday}, array_fill(${sql.ref(`${row}.technicians`)}, '{7}'))`
}

/**
 * How many technicians a slot has: rows of `shop_skill` for all (`everybody`) and for its skill (`own`, which may be
 * missing) on the weekday of the slot in Vietnam.
 */
export function technicianCapacity(slot: 'wanted' | 'slot'): RawBuilder<number> {
  const weekday = sql`extract(isodow from ${sql.ref(`${slot}.starts_at`)} at time zone 'Asia/Ho_Chi_Minh')::integer`
  const all = sql`coalesce(everybody.by_weekday[${weekday}], everybody.technicians)`
  return sql`least(${all}, coalesce(own.by_weekday[${weekday}], own.technicians, ${all}))`
}
