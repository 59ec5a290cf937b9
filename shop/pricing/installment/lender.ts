import type { Dong } from '#pure/money.ts'
import {
  type Loan,
  type LoanTerms,
  type Payments,
  paymentsOf,
  withRates,
} from '#shop/pricing/installment/loan.ts'

/** A finance company, or a service that pays and is paid later. */
export interface Company {
  company_id: string
  name: string
  kind: 'finance' | 'pay_later'
  installment_type: 1 | 2
  min_price: Dong
  max_price: Dong
  prepaid_percents: number[]
  months: number[]
  insurance_rate: number
  collect_fee_month: Dong
  papers: string[]
  approve_minutes: number
  rates: CompanyRate[]
}

/** Hundredths of a per cent a month. Null means any. */
interface CompanyRate {
  months: number | null
  min_prepaid_percent: number
  category_id: number | null
  flat_rate_month: number
}

/** A bank whose credit cards split a payment for a fee. */
export interface Bank {
  bank_code: string
  name: string
  card_brands: string[]
  min_amount: Dong
  fees: { months: number; fee_rate: number }[]
}

export interface Lenders {
  companies: Company[]
  banks: Bank[]
}

/** What is bought. */
export interface Goods {
  price: Dong
  /** What whoever pays at once pays now: less than the price during a flash sale. Absent: the price. */
  cash_price?: Dong
  /** Its categories, from the top down. */
  category_ids: readonly number[]
}

export interface Wish {
  prepaid_percent: number
  months: number
  has_insurance: boolean
}

/** Why a loan is not offered. */
export type LoanProblem =
  | 'price_too_low'
  | 'price_too_high'
  | 'loan_too_high'
  | 'prepaid_not_offered'
  | 'months_not_offered'

/** The most that a finance company may lend one person for goods (Circular 43/2016/TT-NHNN, article 3). */
export const max_consumer_loan = 100_000_000

/** The loan of a company for this wish, or why it does not offer it. */
export function companyLoan(company: Company, goods: Goods, wish: Wish): Loan | LoanProblem {
  const payments = companyPayments(company, goods, wish)
  return typeof payments === 'string' ? payments : withRates(comparedWithCash(payments, goods))
}

function companyPayments(company: Company, goods: Goods, wish: Wish): Payments | LoanProblem {
  const { price } = goods
  if (price < company.min_price) return 'price_too_low'
  if (price > company.max_price) return 'price_too_high'
  if (!company.prepaid_percents.includes(wish.prepaid_percent)) return 'prepaid_not_offered'
  const flat_rate_month = company.months.includes(wish.months) ? rateOf(company, goods, wish) : null
  if (flat_rate_month === null) return 'months_not_offered'
  const prepaid = Math.round((price * wish.prepaid_percent) / 100)
  const terms = {
    ...{ months: wish.months, flat_rate_month, fee_rate: 0 },
    insurance_rate: wish.has_insurance ? company.insurance_rate : 0,
    collect_fee_month: company.collect_fee_month,
  }
  const loan = paymentsOf(price, prepaid, terms)
  // Insurance is lent as well.
  return loan.principal + loan.insurance > max_consumer_loan ? 'loan_too_high' : loan
}

/** The lowest rate that applies; null: the company has none for it. */
function rateOf({ rates }: Company, { category_ids }: Goods, wish: Wish): number | null {
  const matching = rates.filter(
    (rate) =>
      (rate.months === null || rate.months === wish.months) &&
      rate.min_prepaid_percent <= wish.prepaid_percent &&
      (rate.category_id === null || category_ids.includes(rate.category_id)),
  )
  return matching.length === 0
    ? null
    : Math.min(...matching.map(({ flat_rate_month }) => flat_rate_month))
}

/**
 * The loans of a bank by months, or why it offers none. Its card splits `amount`, the whole price at most; the rest is
 * paid when the goods are handed over.
 */
export function bankLoans(
  bank: Bank,
  goods: Goods,
  amount: Dong = goods.price,
): Loan[] | LoanProblem {
  const loans = bankPayments(bank, goods, Math.min(amount, goods.price))
  if (typeof loans === 'string') return loans
  return loans.map((one) => withRates(comparedWithCash(one, goods)))
}

function bankPayments(
  { fees, min_amount }: Bank,
  { price }: Goods,
  amount: Dong = price,
): Payments[] | LoanProblem {
  if (amount < min_amount) return 'price_too_low'
  return fees.map(({ months, fee_rate }) =>
    paymentsOf(price, price - amount, { ...card_terms, months, fee_rate }),
  )
}

function comparedWithCash(payments: Payments, { price, cash_price = price }: Goods): Payments {
  return { ...payments, difference: payments.total - cash_price }
}

const card_terms: Omit<LoanTerms, 'months' | 'fee_rate'> = {
  flat_rate_month: 0,
  insurance_rate: 0,
  collect_fee_month: 0,
}

/**
 * The smallest monthly payment that anybody offers, with the smallest prepaid part that they take; null: nobody lends
 * this price. Pages print it as "Trả góp từ".
 */
export function lowestLoan(lenders: Lenders, goods: Goods): Loan | null {
  const lowest = lowestPayments(lenders, goods)
  return lowest && withRates(comparedWithCash(lowest, goods))
}

/** Returns the smallest monthly payment of goods, for lists: each price is worked out once. */
export function openMonthly(lenders: Lenders): (goods: Goods) => Dong | null {
  const known = new Map<string, Dong | null>()
  return (goods) => {
    const key = `${goods.price}/${goods.category_ids.join()}`
    const found = known.get(key)
    if (found !== undefined) return found
    const monthly = lowestPayments(lenders, goods)?.monthly ?? null
    known.set(key, monthly)
    return monthly
  }
}

function lowestPayments({ companies, banks }: Lenders, goods: Goods): Payments | null {
  let best: Payments | null = null
  const take = (payments: Payments | LoanProblem) => {
    if (typeof payments === 'string') return
    if (best === null || payments.monthly < best.monthly) best = payments
  }
  for (const company of companies) {
    const prepaid_percent = Math.min(...company.prepaid_percents)
    for (const months of company.months) {
      take(companyPayments(company, goods, { prepaid_percent, months, has_insurance: false }))
    }
  }
  for (const bank of banks) {
    const loans = bankPayments(bank, goods)
    if (typeof loans !== 'string') loans.forEach(take)
  }
  return best
}
