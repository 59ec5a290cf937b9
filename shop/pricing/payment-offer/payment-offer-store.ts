import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import { milliseconds } from '#shop/pricing/promotion/offer-rows.ts'

/** The current offers for payment methods, as sorted by staff. */
export async function findPaymentOffers(db: Database, now: Date): Promise<PaymentOffer[]> {
  const { rows } = await sql<PaymentOffer>`
    select p.promotion_id, p.uuid, p.name, p.payment_method,
      ${milliseconds(sql.ref('p.starts_at'))} as starts_at,
      ${milliseconds(sql.ref('p.ends_at'))} as ends_at,
      p.percent, p.value, p.max_discount, p.min_total, p.customer_group_id,
      to_json(p.province_ids) as province_ids, p.excludes, p.quota_id,
      q.total - q.taken as quota_left, p.per_customer,
      (select json_agg(product_id) from promotion_target t
       where t.promotion_id = p.promotion_id and product_id is not null) as product_ids,
      (select json_agg(category_id) from promotion_target t
       where t.promotion_id = p.promotion_id and category_id is not null) as category_ids
    from promotion p left join quota q on q.quota_id = p.quota_id
    where p.kind = 'payment' and p.is_active and p.payment_method is not null
      and (p.starts_at is null or p.starts_at <= ${now}::timestamptz)
      and (p.ends_at is null or p.ends_at > ${now}::timestamptz)
    order by p.position, p.promotion_id`.execute(db)
  return rows
}
