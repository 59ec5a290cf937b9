import { sql, type RawBuilder } from 'kysely'

interface ProductColumns {
  /** The colour. */
  product_id: RawBuilder<unknown>
  /** The version of the colour. */
  version_id: RawBuilder<unknown>
  /** `category.path` of its category. */
  category_path: RawBuilder<unknown>
}

/**
 * SQL of the offers that may apply to a product now or later, as one JSON value of type `Offers`, for a query that
 * reads products. It uses indexes only, so promotions of other products cost nothing. The arguments are SQL,
 * columns or parameters; `now` only leaves out offers that have ended.
 */
export function offersOf(product: ProductColumns, now: Date): RawBuilder<unknown> {
  return sql`json_build_object('promotions', ${promotionsOf(product, now)}, 'flash', ${flashOf(product, now)})`
}

/**
 * The offers of a used device: it has a price of its own, and promotions and flash sales are for new goods (decision
 * 222).
 */
export const no_offers = sql`json_build_object('promotions', '[]'::json, 'flash', '[]'::json)`

// The most specific target of the product decides what the promotion gives: the colour before the version, the
// version before its category, a category before those above it.
function promotionsOf(
  { product_id, version_id, category_path }: ProductColumns,
  now: Date,
): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'promotion_id', p.promotion_id, 'uuid', p.uuid, 'kind', p.kind, 'name', p.name,
      'starts_at', ${milliseconds(sql.ref('p.starts_at'))},
      'ends_at', ${milliseconds(sql.ref('p.ends_at'))},
      'percent', case when t.is_own then t.percent else p.percent end,
      'value', case when t.is_own then t.value else p.value end,
      'price', case when t.is_own then t.price else p.price end,
      'max_discount', p.max_discount, 'min_total', p.min_total, 'customer_group_id', p.customer_group_id,
      'province_ids', p.province_ids, 'excludes', p.excludes, 'choice_group', p.choice_group,
      'gift_product_id', p.gift_product_id, 'gift_quantity', p.gift_quantity,
      'quota_id', p.quota_id, 'quota_left', q.total - q.taken,
      'per_customer', p.per_customer, 'period', p.period, 'position', p.position)), '[]')
    from (
      select distinct on (near.promotion_id) near.promotion_id, near.percent, near.value, near.price,
        num_nonnulls(near.percent, near.value, near.price) > 0 as is_own
      from (
        select promotion_id, percent, value, price,
          case when product_id = ${product_id} then 0 else 1 end as distance
        from promotion_target where product_id = any(array[${product_id}, ${version_id}])
        union all
        select promotion_id, percent, value, price,
          100 - array_position(${category_path}, category_id) as distance
        from promotion_target where category_id = any(${category_path})
      ) near
      order by near.promotion_id, near.distance
    ) t
    join promotion p on p.promotion_id = t.promotion_id
    left join quota q on q.quota_id = p.quota_id
    where p.is_active and p.kind <> 'payment' and (p.ends_at is null or p.ends_at > ${now}::timestamptz)
  )`
}

function flashOf({ product_id, version_id }: ProductColumns, now: Date): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'flash_sale_item_id', f.flash_sale_item_id, 'flash_sale_id', s.flash_sale_id,
      'name', s.name, 'price', f.price,
      'starts_at', ${milliseconds(sql.ref('s.starts_at'))},
      'ends_at', ${milliseconds(sql.ref('s.ends_at'))},
      'per_customer', s.per_customer, 'kind_id', coalesce(${version_id}, f.product_id),
      'is_online_only', s.is_online_only, 'needs_member', s.needs_member, 'excludes', s.excludes, 'quota_id', q.quota_id,
      'slots', coalesce(q.total, q.taken + 1), 'slots_left', coalesce(q.total - q.taken, 1),
      'slots_reserved', q.taken - q.settled)), '[]')
    from flash_sale_item f
    join flash_sale s on s.flash_sale_id = f.flash_sale_id
    join quota q on q.quota_id = f.quota_id
    where f.product_id = ${product_id} and s.is_active and s.ends_at > ${now}::timestamptz
  )`
}

/** SQL that converts a time to milliseconds since 1970. */
export function milliseconds(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`floor(extract(epoch from ${column}) * 1000)::bigint`
}
