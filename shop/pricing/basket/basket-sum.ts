import type { LineChoice } from '#shop/pricing/basket/basket-parts.ts'
import { isItemOf, type PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import { excludeEachOther, type Rule } from '#shop/pricing/price/rule.ts'
import { amountOff, countsFor, type VoucherOffer } from '#shop/pricing/voucher/voucher-rule.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/** What may be taken off the whole: by which rules, together. */
export interface Wanted {
  voucher: { offer: VoucherOffer; rule: Rule } | null
  payment: { offer: PaymentOffer; rule: Rule } | null
}

interface Used {
  rule: Rule
  off: number
}

/** What lines come to together, in đồng. */
export interface Sum {
  choices: readonly LineChoice[]
  voucher: Used | null
  payment: Used | null
  lines_total: number
  /** After voucher and payment offer. */
  total: number
}

/** Whether the voucher or the offer for the way to pay is about an item. */
export function isMeant(item: Item, { voucher, payment }: Wanted): boolean {
  return (
    (voucher !== null && countsFor(voucher.offer, item)) ||
    (payment !== null && isItemOf(payment.offer, item))
  )
}

/** What some lines come to, and those of them that the voucher and the offer are about. */
export interface Amounts {
  all: number
  of_voucher: number
  of_payment: number
}

/** One more line of this item at this amount. */
export function plus(
  { all, of_voucher, of_payment }: Amounts,
  { item, line_total }: { item: Item; line_total: number },
  { voucher, payment }: Wanted,
): Amounts {
  const by_voucher = voucher !== null && countsFor(voucher.offer, item)
  const by_payment = payment !== null && isItemOf(payment.offer, item)
  return {
    all: all + line_total,
    of_voucher: of_voucher + (by_voucher ? line_total : 0),
    of_payment: of_payment + (by_payment ? line_total : 0),
  }
}

/**
 * What lines of these amounts come to at least: as if no rule excluded voucher or offer and every
 * least total were reached. It never gets lower when an amount gets higher.
 */
export function leastTotal(
  { all, of_voucher, of_payment }: Amounts,
  { voucher, payment }: Wanted,
): number {
  const by_voucher = voucher ? amountOff(of_voucher, voucher.offer) : 0
  const left = Math.max(0, of_payment - by_voucher)
  return all - by_voucher - (payment ? amountOff(left, payment.offer) : 0)
}

/** Adds lines up, and takes off what is wanted as far as it goes with their rules. */
export function summedUp(choices: readonly LineChoice[], { voucher, payment }: Wanted): Sum {
  const lines_total = totalOf(choices)
  const by_voucher = voucher && voucherOff(voucher, choices)
  const by_payment = payment && paymentOff(payment, choices, by_voucher?.off ?? 0)
  return {
    choices,
    voucher: by_voucher,
    payment: by_payment,
    lines_total,
    total: lines_total - (by_voucher?.off ?? 0) - (by_payment?.off ?? 0),
  }
}

function voucherOff(
  { offer, rule }: NonNullable<Wanted['voucher']>,
  choices: readonly LineChoice[],
): Used | null {
  let sum = 0
  for (const choice of choices) {
    if (countsFor(offer, choice.line.item) && goesWith(rule, choice)) sum += choice.line_total
  }
  const off = sum < offer.min_total ? 0 : amountOff(sum, offer)
  return off > 0 ? { rule, off } : null
}

// Counted on what is left after the voucher, wherever that was taken off.
function paymentOff(
  { offer, rule }: NonNullable<Wanted['payment']>,
  choices: readonly LineChoice[],
  voucher_off: number,
): Used | null {
  let counting = 0
  for (const choice of choices) {
    if (isItemOf(offer, choice.line.item) && goesWith(rule, choice)) counting += choice.line_total
  }
  const sum = Math.max(0, counting - voucher_off)
  const off = sum < offer.min_total ? 0 : amountOff(sum, offer)
  return off > 0 ? { rule, off } : null
}

/** Whether a rule of the basket goes with those of a line. */
export function goesWith(rule: Rule, { chosen }: Pick<LineChoice, 'chosen'>): boolean {
  return !chosen.some((other) => excludeEachOther(rule, other))
}

function totalOf(choices: readonly LineChoice[]): number {
  return choices.reduce((sum, { line_total }) => sum + line_total, 0)
}
