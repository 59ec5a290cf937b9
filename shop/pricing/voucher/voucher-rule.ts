import { type Dong, formatDong } from '#pure/money.ts'
import { formatDate, formatTime } from '#pure/vietnam-time.ts'
import { isClaimable } from '#shop/pricing/price/item-rules.ts'
import { no_reduction, partOf, roundedUp } from '#shop/pricing/price/reduction.ts'
import type { Rule } from '#shop/pricing/price/rule.ts'
import { type Asker, isInGroup, periodKey } from '#shop/pricing/promotion/offers.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/** A code that gives a discount on a basket. */
export interface VoucherOffer {
  voucher_id: number
  code: string
  name: string
  percent: number | null
  value: Dong | null
  max_discount: Dong | null
  min_total: Dong
  /** Milliseconds since 1970. */
  starts_at: number | null
  ends_at: number | null
  customer_group_id: number | null
  /** The only customer who may use it; null: everybody. */
  customer_id: number | null
  /** Null: all items count; else those in these categories and below. */
  category_ids: number[] | null
  excludes: string[]
  quota_id: number | null
  quota_left: number | null
  per_customer: number | null
  period: 'day' | 'month' | null
  is_active: boolean
}

/** Converts the voucher to a rule of the basket, with its exclusions and its claim. */
export function voucherRule(voucher: VoucherOffer, now: Date): Rule {
  const { voucher_id, quota_id, quota_left, per_customer } = voucher
  const customer_limit =
    per_customer === null
      ? null
      : { key: `voucher:${voucher_id}${periodKey(voucher.period, now)}`, max: per_customer }
  return {
    rule: 'voucher',
    reference: voucher.code,
    name: voucher.name,
    valid_until: voucher.ends_at === null ? null : new Date(voucher.ends_at).toISOString(),
    excludes: voucher.excludes,
    choice_group: null,
    reduction: no_reduction,
    claim:
      quota_id === null && customer_limit === null
        ? null
        : { reason: 'voucher', quota_id, left: quota_left, customer_limit },
  }
}

/** Returns the discount of a percentage or a value on a sum, in whole đồng. */
export function amountOff(
  sum: Dong,
  {
    percent,
    value,
    max_discount,
  }: { percent: number | null; value: Dong | null; max_discount: Dong | null },
): Dong {
  const off = percent === null ? (value ?? 0) : partOf(sum, percent)
  return Math.min(off, max_discount ?? off, sum)
}

/**
 * Returns the discount `off` of a percentage together with what the total is rounded down by, if that makes it a
 * multiple of 1.000đ within its cap; else unchanged (decision 352).
 */
export function withRounding(
  off: Dong,
  rounding: Dong,
  { percent, max_discount }: { percent: number | null; max_discount: Dong | null },
): Dong {
  const whole = roundedUp(off)
  const is_within = whole - off <= rounding && whole <= (max_discount ?? whole)
  return percent !== null && is_within ? whole : off
}

/** Returns why a customer cannot use a voucher now, as a text for the shopper; null when it can be used. */
export function voucherProblem(
  voucher: VoucherOffer,
  asker: Asker,
  without: ReadonlySet<string> | undefined,
): string | null {
  const { code, starts_at, ends_at } = voucher
  const at = asker.now.getTime()
  if (!voucher.is_active || (ends_at !== null && ends_at <= at)) return `Mã ${code} đã hết hạn.`
  if (starts_at !== null && starts_at > at) {
    return `Mã ${code} chỉ dùng được từ ${timeAndDay(new Date(starts_at))}.`
  }
  if (voucher.quota_left === 0) return `Mã ${code} đã được dùng hết.`
  const { customer_group_id, customer_id } = voucher
  const is_for_others = customer_id !== null && customer_id !== (asker.customer_id ?? null)
  if (is_for_others || (customer_group_id !== null && !isInGroup(asker, customer_group_id))) {
    return `Mã ${code} không áp dụng cho tài khoản của bạn.`
  }
  const { claim } = voucherRule(voucher, asker.now)
  if (claim && without && !isClaimable(claim, without)) return usedUp(voucher, claim, without)
  return null
}

function usedUp(
  { code, period }: VoucherOffer,
  { customer_limit }: NonNullable<Rule['claim']>,
  without: ReadonlySet<string>,
): string {
  if (!customer_limit || !without.has(customer_limit.key)) return `Mã ${code} đã được dùng hết.`
  const when = period === 'day' ? ' hôm nay' : period === 'month' ? ' tháng này' : ''
  return `Bạn đã dùng hết lượt của mã ${code}${when}.`
}

/** Returns why a usable voucher gives no discount on this basket, as a text for the shopper. */
export function basketProblem(
  { code, min_total }: VoucherOffer,
  { sum, has_products, rivals }: { sum: Dong; has_products: boolean; rivals: readonly string[] },
): string {
  if (!has_products) return `Mã ${code} không áp dụng cho sản phẩm trong đơn hàng này.`
  if (sum > 0 && sum < min_total) {
    return `Mua thêm ${formatDong(min_total - sum)} để dùng mã ${code}.`
  }
  const names = [...new Set(rivals)].filter((name) => name !== '').map((name) => `“${name}”`)
  const others = names.length === 0 ? 'ưu đãi khác của đơn hàng' : names.join(', ')
  return `Mã ${code} không dùng cùng ${others}, đang có lợi hơn cho bạn.`
}

function timeAndDay(instant: Date): string {
  return `${formatTime(instant)} ngày ${formatDate(instant)}`
}

/** Whether an item counts for a voucher. */
export function countsFor({ category_ids }: VoucherOffer, item: Item): boolean {
  return category_ids === null || category_ids.some((one) => item.category_ids.includes(one))
}
