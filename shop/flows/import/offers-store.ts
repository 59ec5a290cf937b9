import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { refuseWhere, replaceChildren } from '#shop/flows/import/upsert.ts'

/** Refuses items whose prices or stock name a province, a customer group or a shop that does not exist. */
export async function checkOffers(trx: Tx): Promise<void> {
  await refuseWhere(
    trx,
    'item',
    sql`jsonb_typeof(row->'stock') = 'number' and not exists (${selling_shop})`,
    sql`'there is no shop for its stock'`,
  )
  const unknown_shop = sql`(select min(code) from jsonb_object_keys(
    case jsonb_typeof(row->'stock') when 'object' then row->'stock' else '{}' end) code
    where not exists (select from shop where shop.code = code.code))`
  await refuseWhere(
    trx,
    'item',
    sql`jsonb_typeof(row->'stock') = 'object' and ${unknown_shop} is not null`,
    sql`'there is no shop ' || ${unknown_shop}`,
  )
  const unknown_reference = sql`(
    select min(coalesce('customer_group ' || (price->>'customer_group'), 'province_id ' || (price->>'province_id')))
    from jsonb_array_elements(row->'prices') price
    where (price->>'province_id' is not null and not exists (
        select from province where province_id = (price->>'province_id')::integer))
      or (price->>'customer_group' is not null and not exists (
        select from customer_group where code = price->>'customer_group')))`
  await refuseWhere(
    trx,
    'item',
    sql`row ? 'prices' and ${unknown_reference} is not null`,
    sql`'its prices name a province or group that is not there: ' || ${unknown_reference}`,
  )
}

const selling_shop = sql`
  select shop_id from shop where is_active and 'ban-hang' = any(kinds) order by shop_id limit 1`

/** Writes the nationwide price, the prices of provinces and customer groups, and the stock of shops. */
export async function writeOffers(trx: Tx): Promise<void> {
  const about = (field: string) => sql`
    select product_id, row from import_row
    where record = 'item' and reason is null and row ? ${field}`
  await replaceChildren(trx, {
    table: 'price',
    keys: ['province_id', 'customer_group_id'],
    values: ['list_price', 'sale_price'],
    scope: about('list_price'),
    among: sql`here.province_id is null and here.customer_group_id is null`,
    wanted: sql`
      select product_id, null::integer as province_id, null::smallint as customer_group_id,
        (row->>'list_price')::bigint as list_price, (row->>'sale_price')::bigint as sale_price
      from scope where row->>'list_price' is not null`,
  })
  await replaceChildren(trx, {
    table: 'price',
    keys: ['province_id', 'customer_group_id'],
    values: ['list_price', 'sale_price'],
    scope: about('prices'),
    among: sql`(here.province_id is not null or here.customer_group_id is not null)`,
    wanted: sql`
      select distinct on (product_id, province_id, customer_group_id)
        product_id, province_id, customer_group_id, list_price, sale_price
      from scope, jsonb_to_recordset(row->'prices')
        as price (province_id integer, customer_group text, list_price bigint, sale_price bigint)
      left join customer_group on customer_group.code = price.customer_group
      order by product_id, province_id, customer_group_id`,
  })
  await replaceChildren(trx, {
    table: 'stock',
    keys: ['shop_id'],
    values: ['quantity'],
    scope: about('stock'),
    wanted: sql`
      select product_id, shop.shop_id, stock.value::integer as quantity
      from scope, jsonb_each_text(case jsonb_typeof(row->'stock') when 'object' then row->'stock'
        else '{}' end) stock
      join shop on shop.code = stock.key
      union all
      select product_id, (${selling_shop}), (row->>'stock')::integer
      from scope where jsonb_typeof(row->'stock') = 'number'`,
  })
}

/** Gives new items without stock in the file this quantity in the first shop that sells. */
export async function stockNewItems(trx: Tx, quantity: number): Promise<void> {
  await sql`
    insert into stock (product_id, shop_id, quantity)
    select product_id, shop_id, ${quantity}::integer from import_row, (${selling_shop}) shop
    where record = 'item' and reason is null and outcome = 'added' and not row ? 'stock'
    order by product_id`.execute(trx)
}
