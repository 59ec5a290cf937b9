import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { shapeOf, type RecordKind } from '#shop/flows/import/record-shapes.ts'
import { refuseWhere, upsert } from '#shop/flows/import/upsert.ts'

/** Records that products refer to, sorted so that each one is written before the records that name it. */
const plain_kinds: RecordKind[] = ['province', 'shop', 'customer_group', 'brand', 'attribute_group']

/**
 * Writes shops, attributes, tags, families and the like that have lines of their own in the file, which has `kinds`.
 */
export async function writeDefinitions(trx: Tx, kinds: ReadonlySet<RecordKind>): Promise<void> {
  const inFile = (records: readonly RecordKind[]) => records.filter((kind) => kinds.has(kind))
  await refuseRepeated(trx)
  for (const record of inFile(['version', 'item', ...plain_kinds])) await refuseUnnamed(trx, record)
  await refuseWhere(
    trx,
    'shop',
    sql`row ? 'province_id' and not exists (
      select from province where province_id = (row->>'province_id')::integer)
      and not exists (select from import_row p where p.record = 'province' and p.key = import_row.row->>'province_id')`,
    sql`'province_id ' || (row->>'province_id') || ' is no province of this shop'`,
  )
  for (const record of inFile(plain_kinds)) await upsert(trx, { record })
  if (kinds.has('attribute')) await writeAttributes(trx)
  for (const record of inFile(['tag', 'family'])) {
    await refuseUnnamed(trx, record)
    await upsert(trx, { record })
  }
}

/** Refuses all but the first line of a record. A version that a feed repeats with every item is merely dropped. */
async function refuseRepeated(trx: Tx): Promise<void> {
  await sql`
    delete from import_row later
    using (select record, key, min(import_id) as first from import_row
      where record = 'version' group by record, key having count(*) > 1) repeated
    where later.record = repeated.record and later.key = repeated.key
      and later.import_id > repeated.first and later.row ? 'is_implied'`.execute(trx)
  await sql`
    update import_row later set reason = later.record || ' ' || later.key || ' stands already in line ' || first.line
    from (select distinct on (record, key) record, key, line, import_id from import_row
      order by record, key, import_id) first
    where later.record = first.record and later.key = first.key
      and later.import_id > first.import_id`.execute(trx)
}

/** Refuses new records without their required fields. */
export async function refuseUnnamed(trx: Tx, record: RecordKind): Promise<void> {
  const { table, key, required } = shapeOf(record)
  for (const field of required) {
    await refuseWhere(
      trx,
      record,
      sql`not row ? ${field} and not exists (
        select from ${sql.table(table)} here where here.${sql.id(key)}::text = import_row.key)`,
      sql`${`a new ${record} needs a ${field}`}`,
    )
  }
}

async function writeAttributes(trx: Tx): Promise<void> {
  await refuseUnnamed(trx, 'attribute')
  const group = sql`(select attribute_group_id from attribute_group where code = row->>'group')`
  await refuseWhere(
    trx,
    'attribute',
    sql`row ? 'group' and ${group} is null`,
    sql`'there is no attribute_group ' || (row->>'group')`,
  )
  await refuseWhere(
    trx,
    'attribute',
    sql`exists (select from attribute here join product_attribute using (attribute_id)
      where here.code = import_row.key and here.data_type <> import_row.row->>'data_type')`,
    sql`'products have values of attribute ' || key || ', its data_type cannot change'`,
  )
  await upsert(trx, {
    record: 'attribute',
    more: ['attribute_group_id'],
    source: sql`
      select import_id, line, '{}'::jsonb as start,
        row || case when row ? 'group' then jsonb_build_object('attribute_group_id', ${group})
          else '{}' end as row
      from import_row where record = 'attribute' and reason is null`,
  })
}
