import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

const provinces =
  'the 34 provinces are never deleted, and no rows are searched by this column alone'
/** Foreign keys that need no index, each with the reason. */
const without_index: Readonly<Record<string, string>> = {
  'abandoned_cart (province_id)': provinces,
  'price (province_id)': provinces,
  'quote (province_id)': provinces,
  'unit_event (shop_id)':
    'shops with events of units are never deleted, and events are read by unit',
}

let own: TestDatabase
beforeAll(async () => {
  own = await testDatabase()
})
afterAll(() => own.close())

/**
 * Foreign keys whose columns are not the first columns of an index. A partial index counts if it has every row
 * that refers to another: its condition is only that the column is not null.
 */
async function keysWithoutIndex(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select conrelid::regclass || ' (' || (select string_agg(attname, ', ' order by place)
        from unnest(conkey) with ordinality as part (attnum, place)
          join pg_attribute using (attnum) where attrelid = conrelid) || ')' as key
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index i
      where i.indrelid = conrelid and i.indisvalid
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
        and (i.indkey::smallint[])[0:cardinality(conkey) - 1] @> conkey
        and (i.indkey::smallint[])[0:cardinality(conkey) - 1] <@ conkey)
    order by 1`.execute(own.db)
  return rows.map(({ key }) => key)
}

test('every foreign key has an index, except where the reason says why not', async () => {
  expect(await keysWithoutIndex()).toEqual(Object.keys(without_index).toSorted())
})
