import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { refuseUnnamed } from '#shop/flows/import/definitions-store.ts'
import { refuseWhere, upsert } from '#shop/flows/import/upsert.ts'

/** Writes flash sales and their items. Slots that are sold stay sold, and stay with their item. */
export async function writeFlashSales(trx: Tx): Promise<void> {
  await refuseUnnamed(trx, 'flash_sale')
  await refuseImpossible(trx)
  await upsert(trx, { record: 'flash_sale' })
  await writeItems(trx)
}

async function refuseImpossible(trx: Tx): Promise<void> {
  const stored = (field: string) => sql`coalesce((row->>${field})::timestamptz,
    (select ${sql.id(field)} from flash_sale here where here.code = import_row.key))`
  await refuseWhere(
    trx,
    'flash_sale',
    sql`${stored('starts_at')} >= ${stored('ends_at')}`,
    sql`'its ends_at must be after its starts_at'`,
  )
  await refuseWhere(
    trx,
    'flash_sale',
    sql`(row ? 'per_customer' and (row->>'per_customer')::integer < 1)
      or (row ? 'pay_within_s' and (row->>'pay_within_s')::integer not between 60 and 86400)`,
    sql`'per_customer must be 1 or more, pay_within_s between 60 and 86400'`,
  )
  const repeated = sql`(select min(sku) from (select item->>'sku' as sku from jsonb_array_elements(row->'items') item
    group by 1 having count(*) > 1) twice)`
  await refuseWhere(
    trx,
    'flash_sale',
    sql`row ? 'items' and ${repeated} is not null`,
    sql`'it names ' || ${repeated} || ' twice'`,
  )
  const unknown = sql`(select min(item->>'sku') from jsonb_array_elements(row->'items') item
    where not exists (select from product where product.sku = item->>'sku' and product.parent_id is not null))`
  await refuseWhere(
    trx,
    'flash_sale',
    sql`row ? 'items' and ${unknown} is not null`,
    sql`'there is no item ' || ${unknown}`,
  )
  const sold = sql`(select min(product.sku) from flash_sale
    join flash_sale_item using (flash_sale_id) join quota using (quota_id) join product using (product_id)
    left join jsonb_to_recordset(row->'items') as wanted (sku text, slots integer) on wanted.sku = product.sku
    where flash_sale.code = import_row.key and taken > 0 and (wanted.sku is null or wanted.slots < taken))`
  await refuseWhere(
    trx,
    'flash_sale',
    sql`row ? 'items' and ${sold} is not null`,
    sql`'more slots of ' || ${sold} || ' are taken than it would have'`,
  )
}

/** Makes the items those of the file. A position is the place in the list. */
async function writeItems(trx: Tx): Promise<void> {
  await sql`
    create temporary table import_flash_item on commit drop as
    select import_id, flash_sale_id, product.product_id, price, slots, (turn - 1)::integer as position
    from import_row join flash_sale on flash_sale.code = key
    cross join lateral rows from (
      jsonb_to_recordset(row->'items') as (sku text, price bigint, slots integer)
    ) with ordinality as wanted (sku, price, slots, turn)
    join product on product.sku = wanted.sku
    where record = 'flash_sale' and reason is null and row ? 'items'`.execute(trx)
  await sql`
    update import_row set outcome = 'changed'
    where record = 'flash_sale' and reason is null and outcome = 'unchanged' and row ? 'items' and exists (
      select from (
        select product_id, price, slots, position from import_flash_item wanted
        where wanted.import_id = import_row.import_id
      ) wanted full join (
        select product_id, price, total as slots, position
        from flash_sale join flash_sale_item using (flash_sale_id) join quota using (quota_id)
        where flash_sale.code = import_row.key
      ) here using (product_id)
      where (wanted.price, wanted.slots, wanted.position) is distinct from (here.price, here.slots, here.position))
  `.execute(trx)
  await sql`
    with gone as (
      delete from flash_sale_item item
      where flash_sale_id in (
          select flash_sale_id from flash_sale join import_row on code = key
          where record = 'flash_sale' and reason is null and row ? 'items')
        and not exists (select from import_flash_item wanted
          where wanted.flash_sale_id = item.flash_sale_id and wanted.product_id = item.product_id)
      returning quota_id
    ), changed as (
      update flash_sale_item item set price = wanted.price, position = wanted.position
      from import_flash_item wanted
      where wanted.flash_sale_id = item.flash_sale_id and wanted.product_id = item.product_id
        and (item.price, item.position) is distinct from (wanted.price, wanted.position)
    ), slots as (
      update quota set total = wanted.slots
      from import_flash_item wanted join flash_sale_item item using (flash_sale_id, product_id)
      where quota.quota_id = item.quota_id and quota.total is distinct from wanted.slots
    ), fresh as materialized (
      select *, nextval(pg_get_serial_sequence('quota', 'quota_id')) as quota_id from (
        select * from import_flash_item wanted where not exists (select from flash_sale_item item
          where item.flash_sale_id = wanted.flash_sale_id and item.product_id = wanted.product_id)
        order by import_id, position) new_items
    ), quotas as (
      insert into quota (quota_id, total) select quota_id, slots from fresh
    )
    insert into flash_sale_item (flash_sale_id, product_id, price, quota_id, position)
    select flash_sale_id, product_id, price, quota_id, position from fresh`.execute(trx)
}
