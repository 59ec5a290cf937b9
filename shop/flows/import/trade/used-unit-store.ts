import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#db/schema.ts'
import type { FilePicture, StagedDevice } from '#shop/flows/import/trade/used-line.ts'

/** Reads the accepted lines about used devices in their sequence, and locks the devices that they change. */
export async function readStagedDevices(trx: Tx): Promise<StagedDevice[]> {
  await sql`
    select from used_unit where unit_id in (
      select unit_id from import_row join unit_code on unit_code.code = key
      where record = 'used_unit' and reason is null)
    order by imei_id for update`.execute(trx)
  const { rows } = await sql<StagedDevice>`
    select import_id, key as code, row, goods.product_id as new_item_id, goods.identified_by, shop.shop_id,
      exists (select from used_unit other join unit on unit.unit_id = other.unit_id
        where other.imei_id = (row->>'imei_id')::bigint and coalesce(unit.imei1, unit.serial) <> key) as is_number_taken,
      unit_code.code is not null as is_known,
      case when known.imei_id is not null then jsonb_build_object('fields', known.fields,
        'product_id', known.product_id, 'state', known.state, 'has_photographs', exists (
          select from product_media where product_media.product_id = known.product_id and not ${isInFiles}))
        end as stored
    from import_row
    left join product goods on goods.sku = row->>'new_item' and goods.type = 'simple' and goods.used_of is null
    left join shop on shop.code = row->>'shop'
    left join unit_code on unit_code.code = key
    left join (${devicesInStock}) known on known.unit_id = unit_code.unit_id and known.fields->>'code' = key
    where record = 'used_unit' and reason is null order by import_id`.execute(trx)
  return rows
}

/** Photographs that staff took lie in the database of pictures and are in a backup. */
const isInFiles: RawBuilder<unknown> = sql`product_media.src not like '/may-cu/anh/%'`

const devicesInStock: RawBuilder<unknown> = sql`
  select used.imei_id, used.unit_id, used.product_id, used.state, jsonb_build_object(
    'code', coalesce(unit.imei1, unit.serial), 'imei2', unit.imei2,
    'serial', case when unit.imei1 is not null then unit.serial end, 'imei_id', used.imei_id,
    'new_item', goods.sku, 'shop', shop.code,
    'state', case used.state when 'held' then 'listed' else used.state end, 'grade', used.grade,
    'battery', used.battery, 'owner_count', used.owner_count, 'replaced_parts', to_json(used.replaced_parts),
    'tests', used.tests, 'condition_notes', used.condition_notes, 'accessories', used.accessories,
    'warranty_months', used.warranty_months, 'used_since', used.used_since::text, 'price', used.price,
    'cost', unit.cost, 'source', used.source, 'source_reference', used.source_reference,
    'listed_at', to_char(used.listed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'media', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('src', src, 'alt', alt, 'width', width,
        'height', height, 'blur', blur)) order by position), '[]')
      from product_media where product_media.product_id = used.product_id and ${isInFiles})) as fields
  from used_unit used join unit on unit.unit_id = used.unit_id and unit.product_id = used.product_id
  join product item on item.product_id = used.product_id join product goods on goods.product_id = item.used_of
  join shop on shop.shop_id = used.shop_id
  where unit.state = 'in_stock'`

/** The used devices in stock as an export writes them. */
export const usedRecords: RawBuilder<unknown> = sql`
  select fields as row from (${devicesInStock}) device order by imei_id`

/** Numbers that the shop gives from now on are above those of the file. */
export async function reserveNumbers(trx: Tx, highest: number): Promise<void> {
  await sql`
    select setval(sequence, ${highest}) from (select pg_get_serial_sequence('used_unit', 'imei_id') as sequence) named
    where coalesce(pg_sequence_last_value(sequence::regclass), 0) < ${highest}`.execute(trx)
}

/** Removes the pictures of a device of which staff took no photographs. */
export async function deleteMedia(trx: Tx, product_id: number): Promise<void> {
  await trx.deleteFrom('product_media').where('product_id', '=', product_id).execute()
}

export async function insertMedia(
  trx: Tx,
  pictures: readonly (FilePicture & { product_id: number; position: number })[],
): Promise<void> {
  await sql`
    insert into product_media (product_id, position, src, alt, width, height, blur)
    select product_id, position, src, alt, width, height, blur
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as picture (product_id bigint, position integer,
      src text, alt text, width integer, height integer, blur text)
    order by product_id, position`.execute(trx)
}

/** Sets since when devices have been on sale. */
export async function updateListedAt(
  trx: Tx,
  times: readonly { imei_id: number; listed_at: string }[],
): Promise<void> {
  await sql`
    update used_unit used set listed_at = given.listed_at
    from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as given (imei_id bigint, listed_at timestamptz)
    where used.imei_id = given.imei_id`.execute(trx)
}

/** Saves which lines are refused, and what the others did. */
export async function noteLines(
  trx: Tx,
  notes: readonly { import_id: number; reason?: string; outcome?: string }[],
): Promise<void> {
  await sql`
    update import_row set reason = note.reason, outcome = coalesce(note.outcome, import_row.outcome)
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as note (import_id bigint, reason text, outcome text)
    where import_row.import_id = note.import_id`.execute(trx)
}
