import { randomInt } from 'node:crypto'
import { purchase_rules } from '#contracts/staff/trade/trade-ins.ts'
import type { OfferReason } from '#contracts/storefront/trade/trade-in.ts'
import { isSame } from '#platform/http/signature.ts'
import type { TradeAnswers } from '#shop/trade/trade-in/valuation.ts'

interface Offered {
  /** What was quoted, and what the terms of the quote give for what the shop found. */
  value: number
  counter_value: number
  /** An answer differs from that of the owner. */
  differs: boolean
  amount: number
  reason: OfferReason | null
  /** What the owner reads about it. */
  note: string
  /** The highest amount that this member of staff may pay. */
  limit: number
}

type OfferProblem = 'above_not_permitted' | 'reason_missing' | 'reason_not_true' | 'note_missing'

/**
 * Why a price is not offered; null: it is. Less than the quote needs a listed reason that is true. More than the quote,
 * or more than the terms give for what the shop found, needs a permission and a reason; less than they give a note
 * (decisions 226, 241).
 */
export function offerProblem({
  value,
  counter_value,
  differs,
  amount,
  reason,
  note,
  limit,
}: Offered): OfferProblem | null {
  if (amount === value && amount <= counter_value) return null
  if (amount > Math.min(value, counter_value) && amount > limit) return 'above_not_permitted'
  if (reason === null) return 'reason_missing'
  if (amount > value) return reason === 'better_than_quoted' ? null : 'reason_not_true'
  if (reason === 'better_than_quoted') return 'reason_not_true'
  const is_by_condition = reason === 'condition_differs'
  if (is_by_condition && (!differs || amount < counter_value)) return 'reason_not_true'
  return amount < counter_value && note === '' ? 'note_missing' : null
}

/** The highest amount for a device that is worth `value`, by where a permission to pay more holds. */
export function highestOffer(value: number, above: 'all' | 'shop' | 'none'): number {
  if (above === 'all') return Infinity
  return above === 'none' ? value : Math.floor((value * (100 + purchase_rules.above_percent)) / 100)
}

/** Whether a price is so far below the quote that a second person must agree to it (decision 250). */
export function needsApproval(value: number, amount: number): boolean {
  return amount * 100 < value * (100 - purchase_rules.approved_below_percent)
}

/** Whether an answer of the counter differs from that of the owner. */
export function differ(one: TradeAnswers, other: TradeAnswers): boolean {
  return Object.keys({ ...one, ...other }).some((code) => one[code] !== other[code])
}

/** Six digits, which an owner can read aloud. */
export function newAcceptCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

export function isAcceptCode(typed: string, accept_code: string): boolean {
  return isSame(typed.replace(/\D/g, ''), accept_code)
}

/** The number of a document as it is stored; null if it is none: a citizen number, an old one, or a passport. */
export function storedDocument(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s.-]/g, '')
  return /^(\d{12}|\d{9}|[A-Z]\d{7,8})$/.test(plain) ? plain : null
}

export function maskedDocument(tail: string): string {
  return `••••••${tail}`
}
