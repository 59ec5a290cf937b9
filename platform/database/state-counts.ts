import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** Lists count up to here: nobody needs to know whether 8,412 or 8,431 rows have a state. */
export const max_count = 1_000

export interface StateCount<State extends string> {
  state: State
  /** At most `max_count`. */
  count: number
  /** There are more. */
  is_capped: boolean
}

/** Cuts an exact count, or one that stopped at `max_count` + 1. */
export function cappedCount<State extends string>(state: State, count: number): StateCount<State> {
  return { state, count: Math.min(count, max_count), is_capped: count > max_count }
}

/**
 * Counts the rows of each state. Each state is counted by its own index until it has enough. `rows` is "from … where …"
 * and names the state as `one.state`.
 */
export async function countStates<State extends string>(
  db: QueryExecutorProvider,
  states: readonly State[],
  rows: RawBuilder<unknown>,
): Promise<StateCount<State>[]> {
  const { rows: counted } = await sql<{ state: State; count: number }>`
    select one.state, (select count(*) from (select ${rows} limit ${max_count + 1}) found) as count
    from unnest(${states}::text[]) one (state)
  `.execute(db)
  return counted.map(({ state, count }) => cappedCount(state, count))
}
