import { max_consumer_loan } from '#shop/pricing/installment/lender.ts'
import type { Loan } from '#shop/pricing/installment/loan.ts'

/** Open applications of one phone, and of one account or browser. */
export const max_open_applications = 2
/** Open applications of one network whose phones nobody has proven: each holds goods. */
export const max_unproven_of_network = 3
/** How long goods are held for a phone that nobody has proven (decision 247). */
const unproven_reserve_hours = 2

const hour_ms = 3_600_000

/** The wish of an application. */
export interface LoanWish {
  prepaid_percent: number
  months: number
  has_insurance: boolean
}

/** What a company lends, insurance included. */
export function lentBy({ principal, insurance }: Pick<Loan, 'principal' | 'insurance'>): number {
  return principal + insurance
}

/** What a company may still lend a person (Circular 43/2016/TT-NHNN, article 3). */
export function leftToLend(lent_before: number): number {
  return Math.max(0, max_consumer_loan - lent_before)
}

/** Terms that the shopper must see before they hold: what is paid first, each month and in all. */
export function isSameLoan(one: Loan, other: Loan): boolean {
  return (
    one.prepaid === other.prepaid &&
    one.monthly === other.monthly &&
    one.total === other.total &&
    one.months === other.months
  )
}

/** Until when goods are held for an application that is examined since `from`. */
export function heldUntil(
  from: Date,
  { reserve_hours }: { reserve_hours: number },
  is_proven: boolean,
): Date {
  const hours = is_proven ? reserve_hours : Math.min(reserve_hours, unproven_reserve_hours)
  return new Date(from.getTime() + hours * hour_ms)
}
