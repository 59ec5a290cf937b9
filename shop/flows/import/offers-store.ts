import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { refuseWhere, replaceChildren } from '#shop/flows/import/upsert.ts'
import { countStock } from '#shop/inventory/movement/movement-store.ts'
import type { StockShortage } from '#shop/inventory/movement/movement.ts'
import { findShortagesAmong } from '#shop/views/stock/stock-shortage-store.ts'

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

/** Writes the nationwide price, and the prices of provinces and customer groups. */
export async function writePrices(trx: Tx): Promise<void> {
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
}

/**
 * Sets the quantities on hand as the file counts them. A shop that a product's line does not name has nothing of it.
 * `initial_stock` is what new items without stock in the file have in the first shop that sells. What orders have
 * reserved stays reserved: returns the stock rows that are short of it.
 */
export async function writeStock(
  trx: Tx,
  { file, at, initial_stock = null }: { file: string; at: Date; initial_stock?: number | null },
): Promise<StockShortage[]> {
  await sql`create temporary table import_stock (
    product_id bigint, shop_id bigint, on_hand integer) on commit drop`.execute(trx)
  await sql`
    with scope as materialized (
      select product_id, row->'stock' as stock from import_row
      where record = 'item' and reason is null and row ? 'stock'
    ), counted as (
      select product_id, shop.shop_id, stock.value::integer as on_hand
      from scope, jsonb_each_text(case jsonb_typeof(stock) when 'object' then stock else '{}' end) stock
      join shop on shop.code = stock.key
      union all
      select product_id, shop_id, scope.stock::text::integer from scope, (${selling_shop}) shop
      where jsonb_typeof(stock) = 'number'
      union all
      select product_id, shop_id, ${initial_stock}::integer from import_row, (${selling_shop}) shop
      where record = 'item' and reason is null and outcome = 'added' and not row ? 'stock'
        and ${initial_stock}::integer is not null
    )
    insert into import_stock
    select product_id, shop_id, on_hand from counted
    union all
    select product_id, shop_id, 0 from stock
    where product_id in (select product_id from scope) and not exists (select from counted
      where counted.product_id = stock.product_id and counted.shop_id = stock.shop_id)`.execute(trx)
  await sql`analyze import_stock`.execute(trx)
  await sql`
    update import_row set outcome = 'changed'
    where outcome = 'unchanged' and product_id in (
      select product_id from import_stock counted left join stock using (product_id, shop_id)
      where stock.on_hand is distinct from counted.on_hand)`.execute(trx)
  const counted = sql`select product_id, shop_id, on_hand from import_stock`
  await countStock(trx, counted, { kind: 'import', document: file, at })
  return findShortagesAmong(trx, counted)
}
