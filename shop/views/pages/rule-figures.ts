import type { DeliveryRuleSet } from '#contracts/staff/delivery.ts'
import type { ReturnReason } from '#contracts/staff/returns.ts'
import { formatDong } from '#pure/money.ts'
import type { CodRules } from '#shop/order/cod-rules.ts'
import { days_to_bring } from '#shop/return/return-states.ts'

interface Rules {
  delivery: Omit<DeliveryRuleSet, 'closed_days'>
  /** The fees of returns by reason, the shortest term first. */
  fees: readonly { reason: ReturnReason; up_to_day: number; percent: number }[]
  cod: CodRules
  /** How many days data is retained, by kind. */
  retained: Readonly<Record<string, number>>
}

/** What the rules of the shop say, as text by the name that stands in a page: {delivery_fee}. */
export function ruleFigures({ delivery, fees, cod, retained }: Rules): Map<string, string> {
  const termOf = (reason: ReturnReason) =>
    fees
      .filter((fee) => fee.reason === reason)
      .reduce((last, fee) => Math.max(last, fee.up_to_day), 0)
  const held = Object.entries(retained).map(
    ([kind, days]) => [`held_${kind}`, lengthOf(days)] as const,
  )
  return new Map<string, string>([
    ['delivery_fee', formatDong(delivery.fee)],
    ['free_from', formatDong(delivery.free_from)],
    ['cut_off', delivery.cut_off],
    ['near_hours', String(delivery.near_hours)],
    ['prepare_minutes', String(delivery.prepare_minutes)],
    ['away_days', String(delivery.away_days)],
    ['rural_days', String(delivery.rural_days)],
    ['keep_days', String(delivery.keep_days)],
    ['faulty_days', String(termOf('faulty'))],
    ['wrong_item_days', String(termOf('wrong_item'))],
    ['not_liked_terms', termsOf(fees.filter(({ reason }) => reason === 'not_liked'))],
    ['bring_days', String(days_to_bring)],
    ['cod_limit', cod.max_total === null ? 'mọi giá trị' : `đến ${formatDong(cod.max_total)}`],
    ['cod_hours', cod.release_after_h === null ? 'không giới hạn' : `${cod.release_after_h} giờ`],
    ...held,
  ])
}

/** "trong 30 ngày phí 20%, từ ngày 31 đến ngày 60 phí 40%". */
function termsOf(fees: readonly { up_to_day: number; percent: number }[]): string {
  if (fees.length === 0) return 'cửa hàng không nhận lại'
  return fees
    .map(({ up_to_day, percent }, turn) => {
      const before = fees[turn - 1]
      const term =
        before === undefined
          ? `trong ${up_to_day} ngày`
          : `từ ngày ${before.up_to_day + 1} đến ngày ${up_to_day}`
      return `${term} ${percent === 0 ? 'không mất phí' : `phí ${percent}% giá trị hàng`}`
    })
    .join(', ')
}

/** A number of days in the largest unit that fits: 730 → "2 năm". */
function lengthOf(days: number): string {
  if (days >= 365 && days % 365 === 0) return `${days / 365} năm`
  if (days > 90 && days % 30 === 0) return `${days / 30} tháng`
  return `${days} ngày`
}
