import {
  type BankOffer,
  type CompanyOffer,
  installment as contract,
  type Loan,
  type LoanProblem,
} from '#contracts/storefront/installment.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { loadLenders } from '#shop/pricing/installment/lender-store.ts'
import {
  type Bank,
  bankLoans,
  type Company,
  companyLoan,
  type Goods,
  type Lenders,
  lowestLoan,
  type Wish,
} from '#shop/pricing/installment/lender.ts'
import { goodsInParts } from '#shop/pricing/installment/goods-in-parts.ts'
import { calendarOf } from '#shop/pricing/installment/loan.ts'
import { isSellable } from '#shop/pricing/item/item.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'

interface Deps {
  db: Database
  now: Now
}

interface Asked {
  item_id?: number | undefined
  province_id: number
  amount?: number | undefined
}

/** Answers what it costs to pay in parts (contract §7). */
export function installmentService({ db, now }: Deps): Service<typeof contract> {
  /** The goods with their current price; a code where there is none. */
  async function goodsOf({ item_id, province_id, amount }: Asked) {
    if (item_id === undefined) {
      return amount === undefined ? 'amount_missing' : { price: amount, category_ids: [] }
    }
    const question = { province_id, customer_group_id: null, now: now() }
    const [item] = await findItems(db, [item_id], question)
    return isSellable(item) ? goodsInParts(item, question, amount) : 'item_not_found'
  }
  return {
    async installments(_caller, { prepaid_percent, months, has_insurance, card_amount, ...asked }) {
      const goods = await goodsOf(asked)
      if (goods === 'item_not_found') {
        throw contract.installments.refuse(goods, { item_id: asked.item_id ?? 0 })
      }
      if (goods === 'amount_missing') throw contract.installments.refuse(goods)
      const lenders = await loadLenders(db)
      const wish = { prepaid_percent, months, has_insurance }
      return {
        price: goods.price,
        companies: lenders.companies.map((company) => companyOffer(company, goods, wish)),
        banks: lenders.banks.map((bank) => bankOffer(bank, goods, card_amount)),
        lowest: lowestLoan(lenders, goods),
      }
    },
    async lender(_caller, { id, prepaid_percent, months, has_insurance, card_amount, ...asked }) {
      const { refuse } = contract.lender
      const goods = await goodsOf(asked)
      if (goods === 'item_not_found') throw refuse(goods, { item_id: asked.item_id ?? 0 })
      if (goods === 'amount_missing') throw refuse(goods)
      const { companies, banks } = await loadLenders(db)
      const company = companies.find(({ company_id }) => company_id === id)
      const bank = banks.find(({ bank_code }) => bank_code === id)
      if (company === undefined && bank === undefined) throw refuse('lender_not_found')
      const wish = { prepaid_percent, months, has_insurance }
      return {
        price: goods.price,
        company: company ? companyOffer(company, goods, wish) : null,
        bank: bank ? bankOffer(bank, goods, card_amount) : null,
      }
    },
    async loan(_caller, { id, prepaid_percent, months, has_insurance, card_amount, ...asked }) {
      const goods = await goodsOf(asked)
      if (goods === 'item_not_found') {
        throw contract.loan.refuse(goods, { item_id: asked.item_id ?? 0 })
      }
      if (goods === 'amount_missing') throw contract.loan.refuse(goods)
      const lenders = await loadLenders(db)
      const loan = loanBy(id, lenders, goods, {
        ...{ prepaid_percent, months, has_insurance, card_amount },
      })
      if (loan === null) throw contract.loan.refuse('lender_not_found')
      if (typeof loan === 'string')
        throw contract.loan.refuse('loan_not_offered', { problem: loan })
      return { loan, calendar: calendarOf(loan) }
    },
  }
}

function companyOffer(company: Company, goods: Goods, wish: Wish): CompanyOffer {
  const { rates: _rates, collect_fee_month: _fee, ...shown } = company
  const loan = companyLoan(company, goods, wish)
  return typeof loan === 'string'
    ? { ...shown, loan: null, problem: loan }
    : { ...shown, loan, problem: null }
}

function bankOffer(bank: Bank, goods: Goods, card_amount: number | undefined): BankOffer {
  const { fees: _fees, ...shown } = bank
  const loans = bankLoans(bank, goods, card_amount)
  return typeof loans === 'string'
    ? { ...shown, loans: [], problem: loans }
    : { ...shown, loans, problem: null }
}

/** The loan of a company or a bank; a code if it is not offered; null if nobody has this id. */
function loanBy(
  id: string,
  lenders: Lenders,
  goods: Goods,
  wish: Wish & { card_amount: number | undefined },
): Loan | LoanProblem | null {
  const company = lenders.companies.find(({ company_id }) => company_id === id)
  if (company) return companyLoan(company, goods, wish)
  const bank = lenders.banks.find(({ bank_code }) => bank_code === id)
  if (!bank) return null
  const loans = bankLoans(bank, goods, wish.card_amount)
  if (typeof loans === 'string') return loans
  return loans.find(({ months }) => months === wish.months) ?? 'months_not_offered'
}
