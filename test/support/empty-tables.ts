import { sql } from 'kysely'
import type { Database, Tables } from '#db/schema.ts'

/**
 * Empties tables and all that refer to them, as `truncate … cascade` does. That makes new files for every table
 * and index, some 200 here, and costs 40 ms of CPU; this costs 2. No trigger runs, as with `truncate`.
 */
export async function emptyTables(db: Database, ...names: (keyof Tables)[]): Promise<void> {
  const quoted = names.map((name) => `'${name}'::regclass`).join(', ')
  await sql
    .raw(
      `do $$
      declare referring regclass;
      begin
        perform set_config('session_replication_role', 'replica', true);
        for referring in
          with recursive emptied as (
            select unnest(array[${quoted}])::oid as relation
            union
            select conrelid from pg_constraint join emptied on confrelid = relation
            where contype = 'f'
          ) select relation from emptied
        loop
          execute format('delete from %s', referring);
        end loop;
      end $$`,
    )
    .execute(db)
}
