import type { CompanyOffer } from '#contracts/storefront/installment.ts'
import { quote as contract, type Quote } from '#contracts/storefront/quote.ts'
import { isRefusal } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { type InstallmentType, loan_addresses, loanChoiceUrl } from '#storefront/addresses/loan.ts'
import { isAboutCard } from '#storefront/commerce/installment/card-wish.ts'
import {
  type CardChoiceData,
  loadCardChoice,
} from '#storefront/commerce/installment/load-card-choice.ts'
import {
  type LoanChoice,
  loanQuery,
  loanWishOf,
} from '#storefront/commerce/installment/loan-wish.ts'
import { moved, type PersonalContext } from '#storefront/runtime/page.ts'

export interface LoanChoiceData {
  way: 'company'
  type: InstallmentType
  line: Quote['items'][number]
  /** Of the whole order, gifts and offers included. */
  total: number
  companies: CompanyOffer[]
  /** The company that is chosen; null: none of this type lends. */
  company: CompanyOffer | null
  wish: LoanChoice
}

/** The open checkout of an installment; null: there is none. */
export async function installmentQuote({
  services,
  caller,
}: PersonalContext): Promise<Quote | null> {
  try {
    const quote = await services.quote.getQuote(caller, {})
    return quote.type === item_types.installment ? quote : null
  } catch (error) {
    const is_closed =
      isRefusal(error, contract.getQuote, 'quote_not_found') ||
      isRefusal(error, contract.getQuote, 'item_not_found')
    if (is_closed) return null
    throw error
  }
}

/** What the companies of one type of installment ask for the open checkout, or the banks of cards (type 1). */
export async function loadLoanChoice(
  context: PersonalContext,
  type: InstallmentType,
): Promise<LoanChoiceData | CardChoiceData | ReturnType<typeof moved>> {
  const quote = await installmentQuote(context)
  const line = quote?.items.find(({ is_gift }) => !is_gift)
  if (quote === null || line === undefined) return moved(loan_addresses.cartInstallments.path)
  const { url } = context
  if (type === 1 && isAboutCard((name) => url.searchParams.get(name))) {
    return loadCardChoice(context, quote, line)
  }
  const asked = loanWishOf((name) => url.searchParams.get(name))
  if (quote.installment_type !== type) {
    return moved(loanChoiceUrl(quote.installment_type === 2 ? 2 : 1, loanQuery(asked)))
  }
  const companies = await companiesFor(context, quote, asked)
  const company =
    companies.find(({ company_id }) => company_id === asked.company_id) ??
    companies.find(({ loan }) => loan !== null) ??
    companies[0] ??
    null
  return {
    ...{ way: 'company' as const, type, line, total: quote.totals.grand_total, companies, company },
    wish: { ...asked, company_id: company?.company_id ?? null },
  }
}

/** The companies of the checkout's type, each with its loan for the choice. */
export async function companiesFor(
  { services }: PersonalContext,
  { items, province_id, totals, installment_type }: Quote,
  { prepaid_percent, months, has_insurance }: LoanChoice,
): Promise<CompanyOffer[]> {
  const { companies } = await services.installment.installments(null, {
    item_id: items.find(({ is_gift }) => !is_gift)?.item_id,
    ...{ province_id, amount: totals.grand_total, prepaid_percent, months, has_insurance },
  })
  return companies.filter((company) => company.installment_type === (installment_type ?? 1))
}
