import type { Dong } from '#pure/money.ts'
import type { LineWay, Wish } from '#shop/pricing/basket/basket-parts.ts'
import { isItemOf } from '#shop/pricing/payment-offer/payment-offer.ts'
import { amountOff, countsFor } from '#shop/pricing/voucher/voucher-rule.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/** What some lines come to, and how much of it counts for the voucher and for the payment offer. */
export interface Amounts {
  all: Dong
  of_voucher: Dong
  of_payment: Dong
}

export const nothing: Amounts = { all: 0, of_voucher: 0, of_payment: 0 }

/** Whether the voucher and the payment offer are about an item. */
export interface Meant {
  by_voucher: boolean
  by_payment: boolean
}

export function meantOf(item: Item, { voucher, payment }: Wish): Meant {
  return {
    by_voucher: voucher !== null && countsFor(voucher.offer, item),
    by_payment: payment !== null && isItemOf(payment.offer, item),
  }
}

/** A line counts for a rule that is about its item and goes with the rules that the line is priced by. */
export function amountsOf(
  { ready, line_total, beside }: LineWay,
  wish: Wish,
  { by_voucher, by_payment }: Meant = meantOf(ready.line.item, wish),
): Amounts {
  const { voucher, payment } = wish
  return {
    all: line_total,
    of_voucher: by_voucher && voucher && beside.has(voucher.rule) ? line_total : 0,
    of_payment: by_payment && payment && beside.has(payment.rule) ? line_total : 0,
  }
}

/** One more line, or with `sign` −1 one less. */
export function plus(one: Amounts, other: Amounts, sign: 1 | -1 = 1): Amounts {
  return {
    all: one.all + sign * other.all,
    of_voucher: one.of_voucher + sign * other.of_voucher,
    of_payment: one.of_payment + sign * other.of_payment,
  }
}

/** What is taken off, and what is to be paid. */
export interface Totals {
  voucher_off: Dong
  payment_off: Dong
  total: Dong
}

/** The payment offer counts on what the voucher leaves, wherever that was taken off. */
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
