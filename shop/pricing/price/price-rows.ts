import { sql, type RawBuilder } from 'kysely'

/**
 * SQL of the price rows that may apply to a product, as one jsonb value, for a query that reads products with
 * their prices. `priceAt` then decides. The arguments are SQL: a column or a parameter.
 */
export function priceRowsOf(
  product_id: RawBuilder<unknown>,
  province_id: RawBuilder<unknown>,
  group_ids: readonly number[],
): RawBuilder<unknown> {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'product_id', p.product_id, 'province_id', p.province_id,
      'customer_group_id', p.customer_group_id,
      'list_price', p.list_price, 'sale_price', p.sale_price)), '[]')
    from price p
    where p.product_id = ${product_id}
      and (p.province_id is null or p.province_id = ${province_id})
      and (p.customer_group_id is null or p.customer_group_id = any(${group_ids}::smallint[]))
  )`
}
