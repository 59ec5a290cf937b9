import type { Dong } from '#pure/money.ts'

/** What somebody who lends the price of goods asks. Rates are in hundredths of a per cent: 199 is 1.99 %. */
export interface LoanTerms {
  months: number
  /** Interest a month on the sum that was lent at first, also when most of it is paid back. */
  flat_rate_month: number
  /** Charged once on what is lent: the conversion fee of a card. */
  fee_rate: number
  /** Charged on what is lent and lent as well. */
  insurance_rate: number
  /** For each payment that is collected. */
  collect_fee_month: Dong
}

/** The amounts of a loan. */
export interface Payments {
  price: Dong
  /** Paid when the goods are handed over. */
  prepaid: Dong
  /** Price less the prepaid part. */
  principal: Dong
  months: number
  monthly: Dong
  /** The last payment, which takes what rounding left. */
  last_payment: Dong
  insurance: Dong
  interest: Dong
  /** Conversion fee and collection fees together. */
  fees: Dong
  /** Everything that is paid, the prepaid part included. */
  total: Dong
  /** How much more that is than paying at once. */
  difference: Dong
  /** Hundredths of a per cent. */
  flat_rate_month: number
}

/** A loan with the rates that its payments come to. */
export interface Loan extends Payments {
  /** Interest on the falling balance: twelve months of the rate that makes all payments worth the principal. */
  rate_year: number
  /** The same with interest on interest, as the law calls the effective yearly rate. */
  effective_rate_year: number
}

/** One payment of the calendar. */
export interface Instalment {
  number: number
  amount: Dong
  /** What is still to be paid afterwards. */
  left: Dong
}

const per_unit = 10_000

/** Splits a price into a prepaid part and equal payments (decision 221). */
export function loanOf(price: Dong, prepaid: Dong, terms: LoanTerms): Loan {
  return withRates(paymentsOf(price, prepaid, terms))
}

/** The amounts alone: lists compare very many of them, and rates are found step by step. */
export function paymentsOf(price: Dong, prepaid: Dong, terms: LoanTerms): Payments {
  const { months, flat_rate_month, collect_fee_month } = terms
  const principal = price - prepaid
  const insurance = shareOf(principal, terms.insurance_rate)
  const interest = shareOf(principal + insurance, flat_rate_month * months)
  const fees = shareOf(principal, terms.fee_rate) + collect_fee_month * months
  const repaid = principal + insurance + interest + fees
  const monthly = Math.round(repaid / months)
  return {
    price,
    prepaid,
    principal,
    months,
    insurance,
    interest,
    fees,
    flat_rate_month,
    monthly,
    last_payment: repaid - monthly * (months - 1),
    total: prepaid + repaid,
    difference: repaid - principal,
  }
}

export function withRates(payments: Payments): Loan {
  const { principal, prepaid, total, months } = payments
  const rate = monthlyRate(principal, (total - prepaid) / months, months)
  return {
    ...payments,
    rate_year: Math.round(rate * 12 * per_unit),
    effective_rate_year: Math.round(((1 + rate) ** 12 - 1) * per_unit),
  }
}

/** Every payment of a loan. Their sum is its total less the prepaid part. */
export function calendarOf({ total, prepaid, monthly, last_payment, months }: Loan): Instalment[] {
  return Array.from({ length: months }, (_, index) => {
    const number = index + 1
    return number === months
      ? { number, amount: last_payment, left: 0 }
      : { number, amount: monthly, left: total - prepaid - monthly * number }
  })
}

/**
 * Returns the rate of a month at which `months` payments of `payment` are worth `principal` today; 0 where they are
 * not more than it. Newton's steps begin above the rate, where payment × (1 − (1 + rate)^−months) − principal × rate
 * is below zero. It is concave, so no step passes the rate.
 */
export function monthlyRate(principal: Dong, payment: number, months: number): number {
  if (principal <= 0 || payment * months <= principal) return 0
  let rate = payment / principal
  for (let step = 0; step < max_steps; step += 1) {
    const left = (1 + rate) ** -months
    const excess = payment * (1 - left) - principal * rate
    const next = rate - excess / ((payment * months * left) / (1 + rate) - principal)
    if (!(next > 0) || rate - next < precision) return Math.max(0, rate)
    rate = next
  }
  return rate
}

const max_steps = 80
/** Far below what is printed: hundredths of a per cent a year. */
const precision = 1e-12

function shareOf(amount: Dong, rate: number): Dong {
  return Math.round((amount * rate) / per_unit)
}
