import type { Dong } from '#pure/money.ts'
import type { LineWay, Wish } from '#shop/pricing/basket/basket-parts.ts'
import { isItemOf } from '#shop/pricing/payment-offer/payment-offer.ts'
import { amountOff, countsFor } from '#shop/pricing/voucher/voucher-rule.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/** The sum of some lines, and how much of it counts for the voucher and for the payment offer. */
export interface Amounts {
  all: Dong
  of_voucher: Dong
  of_payment: Dong
}

export const nothing: Amounts = { all: 0, of_voucher: 0, of_payment: 0 }

/** Whether the voucher and the payment offer include an item. */
interface Eligibility {
  by_voucher: boolean
  by_payment: boolean
}

export function eligibilityOf(item: Item, { voucher, payment }: Wish): Eligibility {
  return {
    by_voucher: voucher !== null && countsFor(voucher.offer, item),
    by_payment: payment !== null && isItemOf(payment.offer, item),
  }
}

/**
 * Returns the amounts of a line. It counts for a rule that includes its item and does not exclude its price
 * rules.
 */
export function amountsOf(
  { ready, line_total, beside }: LineWay,
  wish: Wish,
  { by_voucher, by_payment }: Eligibility = eligibilityOf(ready.line.item, wish),
): Amounts {
  const { voucher, payment } = wish
  return {
    all: line_total,
    of_voucher: by_voucher && voucher && beside.has(voucher.rule) ? line_total : 0,
    of_payment: by_payment && payment && beside.has(payment.rule) ? line_total : 0,
  }
}

/** Adds the amounts of a line, or subtracts them with `sign` −1. */
export function plus(sum: Amounts, line: Amounts, sign: 1 | -1 = 1): Amounts {
  return {
    all: sum.all + sign * line.all,
    of_voucher: sum.of_voucher + sign * line.of_voucher,
    of_payment: sum.of_payment + sign * line.of_payment,
  }
}

/** The discounts on a basket, and the total to be paid. */
export interface Totals {
  voucher_off: Dong
  payment_off: Dong
  total: Dong
}

/** Computes the totals. The payment offer counts on the amount less the voucher's discount. */
export function totalsOf(
  { all, of_voucher, of_payment }: Amounts,
  { voucher, payment }: Wish,
): Totals {
  const voucher_off = voucher ? offOf(of_voucher, voucher.offer) : 0
  const payment_off = payment ? offOf(Math.max(0, of_payment - voucher_off), payment.offer) : 0
  return { voucher_off, payment_off, total: all - voucher_off - payment_off }
}

function offOf(sum: Dong, offer: Parameters<typeof amountOff>[1] & { min_total: Dong }): Dong {
  return sum < offer.min_total ? 0 : amountOff(sum, offer)
}
