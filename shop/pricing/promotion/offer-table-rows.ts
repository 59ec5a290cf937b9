import { sql, type RawBuilder } from 'kysely'
import type { Dong } from '#pure/money.ts'
import type { FlashOffer, PromotionOffer } from '#shop/pricing/promotion/offers.ts'

/** A product or category of a promotion; its own percent, value or price replaces the promotion's. */
export interface TargetRow {
  promotion_id: number
  product_id: number | null
  category_id: number | null
  percent: number | null
  value: Dong | null
  price: Dong | null
}

/** The data of an `OfferTable`. */
export interface OfferTableRow {
  targets: TargetRow[]
  promotions: PromotionOffer[]
  flash: (FlashOffer & { product_id: number })[]
}

/**
 * One statement, with one row, that reads the offers that may lower prices now or later: for all products, or for
 * these versions and their colours.
 */
export function offerTableRow(
  version_ids: readonly number[] | null,
  now: Date,
): RawBuilder<OfferTableRow> {
  const is_selected =
    version_ids === null
      ? sql`true`
      : sql`target.product_id in (select product_id from product
          where product_id = any(${version_ids}::bigint[]) or parent_id = any(${version_ids}::bigint[]))`
  return sql`
    with target as materialized (
      select target.promotion_id, target.product_id, target.category_id,
        target.percent, target.value, target.price
      from promotion_target target join promotion using (promotion_id)
      where promotion.is_active and promotion.kind <> 'payment'
        and (promotion.ends_at is null or promotion.ends_at > ${now}::timestamptz)
        and (target.category_id is not null or ${is_selected})
    )
    select ${asJson(sql`select * from target`)} as targets,
      ${asJson(promotions)} as promotions, ${asJson(flashOffers(version_ids, now))} as flash`
}

const promotions = sql`
  select p.promotion_id, p.uuid, p.kind, p.name,
    (extract(epoch from p.starts_at) * 1000)::float8 as starts_at,
    (extract(epoch from p.ends_at) * 1000)::float8 as ends_at,
    p.percent, p.value, p.price, p.max_discount, p.min_total, p.customer_group_id,
    p.province_ids, p.excludes, p.choice_group,
    p.gift_product_id, p.gift_quantity, p.quota_id, q.total - q.taken as quota_left,
    p.per_customer, p.period, p.position
  from promotion p left join quota q using (quota_id)
  where p.promotion_id in (select promotion_id from target)`

function flashOffers(version_ids: readonly number[] | null, now: Date): RawBuilder<unknown> {
  return sql`
    select item.product_id, item.flash_sale_item_id, sale.flash_sale_id, sale.name, item.price,
      (extract(epoch from sale.starts_at) * 1000)::float8 as starts_at,
      (extract(epoch from sale.ends_at) * 1000)::float8 as ends_at,
      sale.per_customer, coalesce(product.parent_id, item.product_id) as kind_id,
      sale.is_online_only, sale.needs_member, sale.excludes, quota.quota_id,
      coalesce(quota.total, quota.taken + 1) as slots,
      coalesce(quota.total - quota.taken, 1) as slots_left,
      quota.taken - quota.settled as slots_reserved
    from flash_sale sale
    join flash_sale_item item using (flash_sale_id)
    join quota on quota.quota_id = item.quota_id
    join product on product.product_id = item.product_id
    where sale.is_active and sale.ends_at > ${now}::timestamptz
      and ${version_ids === null ? sql`true` : sql`product.parent_id = any(${version_ids}::bigint[])`}`
}

function asJson(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(listed), '[]') from (${rows}) listed)`
}
