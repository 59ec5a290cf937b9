import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { columnsOf, shapeOf, type RecordKind } from '#shop/flows/import/record-shapes.ts'

interface Given {
  record: RecordKind
  /** Columns beside those of the fields: what the fields name by words, as numbers. */
  more?: readonly string[]
  /** import_id, line, row; `row` under the names of columns, `start` what only a new row gets. */
  source?: RawBuilder<unknown>
}

/**
 * Writes all accepted records of a kind: new ones with their defaults, known ones only in the fields
 * that were named and only when these differ. Notes beside each record what became of it.
 */
export async function upsert(trx: Tx, { record, more = [], source }: Given): Promise<void> {
  const { table, key } = shapeOf(record)
  const { columns, defaults } = columnsOf(record)
  const all = [...new Set([key, ...columns, ...more])]
  const list = (from: string) => sql.join(all.map((name) => sql.ref(`${from}.${name}`)))
  const names = sql.join(all.map((name) => sql.id(name)))
  const target = sql.table(table)
  // A category's address is `path` in a file; its column of that name is the way down to it.
  const row = record === 'category' ? sql`(source.row - 'path')` : sql`source.row`
  await sql`
    with source as materialized (${source ?? accepted(record)}),
    found as (
      select source.import_id, next.*
      from source join ${target} as here on here.${sql.id(key)}::text = source.row->>${key}
      cross join lateral jsonb_populate_record(here, ${row}) as next
      where next is distinct from here
    ), changed as (
      update ${target} as here set (${names}) = row(${list('found')})
      from found where here.${sql.id(key)} = found.${sql.id(key)}
      returning found.import_id
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

/** Refuses the accepted records of a kind for which `fault` holds, in words that may use its columns. */
export async function refuseWhere(
  trx: Tx,
  record: RecordKind,
  fault: RawBuilder<unknown>,
  words: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update import_row set reason = ${words}
    where record = ${record} and reason is null and ${fault}`.execute(trx)
}

interface Children {
  table: string
  /** Columns that with product_id name one child. */
  keys: readonly string[]
  values: readonly string[]
  /** The records that say what these children are, all of them. */
  scope: RawBuilder<unknown>
  /** What the children shall be: product_id, keys and values. */
  wanted: RawBuilder<unknown>
  /** Which of the present children are spoken of; all unless given. */
  among?: RawBuilder<unknown>
}

/** Compared by = where it cannot be null: only that can be joined by hashing. */
function alike(name: string): RawBuilder<unknown> {
  return key_columns.has(name) ? sql`=` : sql`is not distinct from`
}

const key_columns = new Set(['product_id', 'attribute_id', 'shop_id', 'product_tag_id', 'position'])

/** Brings what hangs on products to what the records say, touching only rows that differ. */
export async function replaceChildren(trx: Tx, given: Children): Promise<void> {
  const { keys, values, scope, wanted, among = sql`true` } = given
  const target = sql.table(given.table)
  const identity = ['product_id', ...keys]
  const columns = sql.join([...identity, ...values].map((name) => sql.id(name)))
  const same = (names: readonly string[]) =>
    sql.join(
      names.map((name) => sql`and here.${sql.id(name)} ${alike(name)} wanted.${sql.id(name)}`),
      sql` `,
    )
  const sets = sql.join(values.map((name) => sql`${sql.id(name)} = excluded.${sql.id(name)}`))
  // The planner takes what comes out of JSON for a handful and would compare each with each.
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
