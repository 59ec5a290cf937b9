import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { refuseUnnamed } from '#shop/flows/import/definitions-store.ts'
import { refuseWhere, upsert } from '#shop/flows/import/upsert.ts'

/** Writes repair services with their options, and the parts that shops have of them. */
export async function writeRepairServices(trx: Tx): Promise<void> {
  await refuseUnnamed(trx, 'repair_part')
  await upsert(trx, { record: 'repair_part' })
  await refuseUnnamed(trx, 'repair_service')
  await refuseImpossible(trx)
  await upsert(trx, { record: 'repair_service' })
  await writeOptions(trx)
  await writeParts(trx)
}

async function refuseImpossible(trx: Tx): Promise<void> {
  await refuseWhere(
    trx,
    'repair_part',
    sql`key !~ '^[a-z0-9]+(-[a-z0-9]+)*$'`,
    sql`'part_code is of small letters, digits and hyphens'`,
  )
  await refuseWhere(
    trx,
    'repair_service',
    sql`row ? 'part_code' and not exists (
      select from repair_part where repair_part.part_code = row->>'part_code')`,
    sql`'there is no repair_part ' || (row->>'part_code')`,
  )
  await refuseWhere(
    trx,
    'repair_service',
    sql`row->>'device_kind' not in ('dien-thoai', 'apple-watch', 'may-tinh-bang', 'laptop')
      or row->>'skill' not in ('man-hinh', 'pin', 'phan-cung', 'laptop', 'dong-ho')
      or (row->>'minutes')::integer not between 5 and 10080`,
    sql`'device_kind, skill or minutes is not known: see README.md'`,
  )
  const option = sql`jsonb_array_elements(row->'options') option`
  await refuseWhere(
    trx,
    'repair_service',
    sql`row ? 'options' and (row->'options' = '[]' or exists (
      select from ${option} group by option->>'label' having count(*) > 1))`,
    sql`'it needs options, each with a label of its own'`,
  )
  const stock = sql`jsonb_each_text(
    case when option->'stock' <> 'null' then option->'stock' else '{}' end) as part (shop_code, quantity)`
  const unknown = sql`(select min(shop_code) from ${option}, ${stock}
    where quantity::bigint > 9999 or not exists (select from shop where shop.code = shop_code))`
  await refuseWhere(
    trx,
    'repair_service',
    sql`row ? 'options' and ${unknown} is not null`,
    sql`'there is no shop ' || ${unknown} || ', or it has more than 9999 parts'`,
  )
}

/** Makes the options those of the file. Carts name options, so one without its line is only switched off. */
async function writeOptions(trx: Tx): Promise<void> {
  await sql`
    create temporary table import_option on commit drop as
    select import_id, service_id, label, list_price, price, warranty_months, wanted.is_active, stock,
      (turn - 1)::integer as position
    from import_row join repair_service on sku = key
    cross join lateral rows from (
      jsonb_to_recordset(row->'options') as (label text, list_price bigint, price bigint,
        warranty_months integer, is_active boolean, stock jsonb)
    ) with ordinality as wanted (label, list_price, price, warranty_months, is_active, stock, turn)
    where record = 'repair_service' and reason is null and row ? 'options'`.execute(trx)
  await sql`
    with put as (
      insert into repair_option as here
        (service_id, label, list_price, price, warranty_months, is_active, position)
      select service_id, label, list_price, price, warranty_months, is_active, position
      from import_option order by import_id, position
      on conflict (service_id, label) do update set list_price = excluded.list_price, price = excluded.price,
        warranty_months = excluded.warranty_months, is_active = excluded.is_active, position = excluded.position
      where (here.list_price, here.price, here.warranty_months, here.is_active, here.position) is distinct from
        (excluded.list_price, excluded.price, excluded.warranty_months, excluded.is_active, excluded.position)
      returning service_id
    ), gone as (
      update repair_option here set is_active = false
      where is_active and service_id in (select service_id from import_option)
        and not exists (select from import_option wanted
          where wanted.service_id = here.service_id and wanted.label = here.label)
      returning service_id
    )
    update import_row set outcome = 'changed'
    where outcome = 'unchanged' and import_id in (
      select import_id from import_option
      where service_id in (select service_id from put union select service_id from gone))`.execute(
    trx,
  )
}

/** Makes the parts of shops those of the file, for options that name them. Parts that tickets have reserved stay. */
async function writeParts(trx: Tx): Promise<void> {
  await sql`
    with wanted as materialized (
      select import_id, option_id, shop.shop_id, amount.value::integer as quantity
      from import_option join repair_option using (service_id, label)
      cross join lateral jsonb_each_text(import_option.stock) amount
      join shop on shop.code = amount.key
      where import_option.stock <> 'null'
    ), named as materialized (
      select import_id, option_id from import_option join repair_option using (service_id, label)
      where import_option.stock <> 'null'
    ), put as (
      insert into repair_part_stock as here (option_id, shop_id, quantity)
      select option_id, shop_id, quantity from wanted
      on conflict (option_id, shop_id) do update set quantity = greatest(excluded.quantity, here.reserved)
      where here.quantity <> greatest(excluded.quantity, here.reserved)
      returning option_id
    ), gone as (
      delete from repair_part_stock here
      where here.reserved = 0 and option_id in (select option_id from named) and not exists (
        select from wanted where wanted.option_id = here.option_id and wanted.shop_id = here.shop_id)
      returning option_id
    )
    update import_row set outcome = 'changed'
    where outcome = 'unchanged' and import_id in (
      select import_id from named
      where option_id in (select option_id from put union select option_id from gone))`.execute(trx)
}
