import { sql } from 'kysely'
import type { PromotionAnnouncement } from '#contracts/storefront/promotion.ts'
import type { Database } from '#db/schema.ts'

/** At most this many products of a promotion's categories are listed, the first by position. */
const max_items = 60

/** Finds the current promotions, in the form of contract §3, as sorted by staff. */
export async function findAnnouncements(db: Database, now: Date): Promise<PromotionAnnouncement[]> {
  const { rows } = await sql<PromotionAnnouncement>`
    select json_build_object('id', promotion.promotion_id, 'uuid', promotion.uuid,
        'name', promotion.name, 'description', promotion.description,
        'is_active', promotion.is_active) as promo_data,
      coalesce((select json_agg(item) from (
        select reached.product_id,
          (case when reached.is_own then reached.percent else promotion.percent end)::float8 as percent,
          case when reached.is_own then reached.value else promotion.value end as value,
          case when reached.is_own then reached.price else promotion.price end as price
        from (${reached}) reached order by reached.turn, reached.product_id
      ) item), '[]') as items
    from promotion
    where promotion.is_active
      and (promotion.starts_at is null or promotion.starts_at <= ${now}::timestamptz)
      and (promotion.ends_at is null or promotion.ends_at > ${now}::timestamptz)
    order by promotion.position, promotion.promotion_id
    limit 200
  `.execute(db)
  return rows
}

const of_target = sql`target.percent, target.value, target.price,
  num_nonnulls(target.percent, target.value, target.price) > 0 as is_own`

const reached = sql`
  select distinct on (product_id) * from (
    (select product_id, 0 as turn, ${of_target} from promotion_target target
     where target.promotion_id = promotion.promotion_id and product_id is not null
     order by promotion_target_id limit ${max_items})
    union all
    (select product.product_id, product.position + 1, ${of_target}
     from promotion_target target
     join category on target.category_id = any(category.path)
     join product on product.category_id = category.category_id
       and product.type = 'configurable' and product.is_active and product.used_of is null
     where target.promotion_id = promotion.promotion_id
     order by product.position, product.product_id limit ${max_items})
  ) named order by product_id, turn`
