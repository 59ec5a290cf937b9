import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { columnsOf, shapeOf, type RecordKind } from '#shop/flows/import/record-shapes.ts'

interface Upsert {
  record: RecordKind
  /** Further columns, such as ids of what the fields name. */
  more?: readonly string[]
  /** Query of import_id, line, row and start. `row` has column names; `start` has values for new rows only. */
  source?: RawBuilder<unknown>
}

/**
 * Writes all accepted records of a kind: new ones with their defaults, existing ones only in the given fields and only
 * if these differ. Saves the outcome of each record.
 */
export async function upsert(trx: Tx, { record, more = [], source }: Upsert): Promise<void> {
  const { table, key } = shapeOf(record)
  const { columns, defaults } = columnsOf(record)
  const all = [...new Set([key, ...columns, ...more])]
  const list = (from: string) => sql.join(all.map((name) => sql.ref(`${from}.${name}`)))
  const names = sql.join(all.map((name) => sql.id(name)))
  const target = sql.table(table)
  // In a file `path` is a category's address; the column `path` is the list of its parents.
  const row = record === 'category' ? sql`(source.row - 'path')` : sql`source.row`
  await sql`
    with source as materialized (${source ?? accepted(record)}),
    existing as (
      select source.import_id, next.*
      from source join ${target} as here on here.${sql.id(key)}::text = source.row->>${key}
      cross join lateral jsonb_populate_record(here, ${row}) as next
      where next is distinct from here
    ), changed as (
      update ${target} as here set (${names}) = row(${list('existing')})
      from existing where here.${sql.id(key)} = existing.${sql.id(key)}
      returning existing.import_id
    ), fresh as materialized (
      select source.line, source.import_id, next.*
      from source
      cross join lateral jsonb_populate_record(
        null::${target}, ${JSON.stringify(defaults)}::jsonb || source.start || ${row}) as next
      where not exists (select from ${target} as here where here.${sql.id(key)}::text = source.row->>${key})
    ), added as (
      insert into ${target} (${names})
      select ${list('fresh')} from fresh order by fresh.line, fresh.import_id
    )
    update import_row set outcome = case when import_id in (select import_id from fresh)
      then 'added' else 'changed' end
    where import_id in (select import_id from fresh union all select import_id from changed)
  `.execute(trx)
}

function accepted(record: RecordKind): RawBuilder<unknown> {
  return sql`
    select import_id, line, row, '{}'::jsonb as start from import_row
    where record = ${record} and reason is null`
}

/** Refuses the accepted records of a kind for which `fault` is true. `reason` may use the columns of import_row. */
export async function refuseWhere(
  trx: Tx,
  record: RecordKind,
  fault: RawBuilder<unknown>,
  reason: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update import_row set reason = ${reason}
    where record = ${record} and reason is null and (${fault})`.execute(trx)
}

interface Children {
  table: string
  /** Columns that together with product_id identify a child. */
  keys: readonly string[]
  values: readonly string[]
  /** The records that list all children of their products. */
  scope: RawBuilder<unknown>
  /** The new children: product_id, keys and values. */
  wanted: RawBuilder<unknown>
  /** The existing children that may be replaced; all by default. */
  among?: RawBuilder<unknown>
}

/** Compares columns that cannot be null with =, because only = can use a hash join. */
function equals(name: string): RawBuilder<unknown> {
  return key_columns.has(name) ? sql`=` : sql`is not distinct from`
}

const key_columns = new Set(['product_id', 'attribute_id', 'shop_id', 'product_tag_id', 'position'])

/** Replaces the child rows of products by those of the records; only rows that differ are written. */
export async function replaceChildren(trx: Tx, children: Children): Promise<void> {
  const { keys, values, scope, wanted, among = sql`true` } = children
  const target = sql.table(children.table)
  const identity = ['product_id', ...keys]
  const columns = sql.join([...identity, ...values].map((name) => sql.id(name)))
  const same = (names: readonly string[]) =>
    sql.join(
      names.map((name) => sql`and here.${sql.id(name)} ${equals(name)} wanted.${sql.id(name)}`),
      sql` `,
    )
  const sets = sql.join(values.map((name) => sql`${sql.id(name)} = excluded.${sql.id(name)}`))
  // The planner expects few rows from JSON and would choose a nested loop over all pairs.
  await sql`set local enable_nestloop = off`.execute(trx)
  await sql`
    with scope as materialized (${scope}),
    wanted as materialized (${wanted}),
    gone as (
      delete from ${target} as here
      where here.product_id in (select product_id from scope) and ${among}
        and not exists (select from wanted where here.product_id = wanted.product_id ${same(keys)})
      returning here.product_id
    ), put as (
      insert into ${target} (${columns})
      select ${columns} from wanted
      where not exists (select from ${target} as here where here.product_id = wanted.product_id
          ${same([...keys, ...values])})
      order by ${sql.join(identity.map((name) => sql.id(name)))}
      on conflict (${sql.join(identity.map((name) => sql.id(name)))}) do update set ${sets}
      returning product_id
    )
    update import_row set outcome = 'changed'
    where outcome = 'unchanged' and product_id in (select product_id from gone union select product_id from put)
  `.execute(trx)
  await sql`set local enable_nestloop = on`.execute(trx)
}
