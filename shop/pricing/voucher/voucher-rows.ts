import { sql, type RawBuilder } from 'kysely'
import type { VoucherOffer } from '#shop/pricing/voucher/voucher-rule.ts'
import { milliseconds } from '#shop/pricing/promotion/offer-rows.ts'

/**
 * One statement that reads vouchers by their codes, also used up and expired ones: the shopper sees the
 * reason.
 */
export function voucherRows(codes: readonly string[]): RawBuilder<VoucherOffer> {
  return sql`
    select v.voucher_id, v.code, v.name, v.percent, v.value, v.max_discount, v.min_total,
      ${milliseconds(sql.ref('v.starts_at'))} as starts_at,
      ${milliseconds(sql.ref('v.ends_at'))} as ends_at,
      v.customer_group_id, v.customer_id, to_json(v.category_ids) as category_ids, v.excludes, v.quota_id,
      q.total - q.taken as quota_left, v.per_customer, v.period, v.is_active
    from voucher v left join quota q on q.quota_id = v.quota_id
    where v.code = any(${codes})`
}

/** The quotas that count the uses of vouchers. */
export function quotasOfVouchers(): RawBuilder<unknown> {
  return sql`select quota_id from voucher where quota_id is not null`
}
