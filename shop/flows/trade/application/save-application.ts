import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Quote } from '#contracts/storefront/quote.ts'
import {
  application as contract,
  type Application,
} from '#contracts/storefront/trade/application.ts'
import { transaction } from '#platform/database/postgres.ts'
import { type Caller, InvalidInput, Refusal } from '#pure/contract.ts'
import { loan_consent_version } from '#pure/formats/consent.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { installment_type } from '#shop/cart/cart.ts'
import { insertChoice } from '#shop/consent/consent-store.ts'
import { getQuote } from '#shop/flows/quote/show-quote.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import { openSeal } from '#shop/flows/trade/application/sealed-form.ts'
import { shownApplication } from '#shop/flows/trade/application/shown-application.ts'
import { dayCode } from '#shop/order/order.ts'
import { loadLenders } from '#shop/pricing/installment/lender-store.ts'
import { companyLoan } from '#shop/pricing/installment/lender.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'
import { readApplicant } from '#shop/trade/application/applicant.ts'
import { lentBy } from '#shop/trade/application/application.ts'
import { saveDraft, updateSealed } from '#shop/trade/application/application-store.ts'
import { findLender } from '#shop/trade/lender/lender-row-store.ts'

type Input = z.output<typeof contract.saveApplication.input>

/**
 * Saves the form of a company for the open checkout of type 4. Only what the company demands is stored, and only sealed.
 * Nothing is sent.
 */
export async function saveApplication(
  deps: ApplicationDeps,
  caller: Caller,
  input: Input,
): Promise<Application> {
  const { db, person_keys } = deps
  const { refuse } = contract.saveApplication
  const now = deps.now()
  const { company_id, prepaid_percent, months, has_insurance } = input
  const lender = await findLender(db, company_id)
  if (lender === null || !lender.is_active) throw refuse('company_not_found')
  const quote = await quoteOfLoan(deps, caller)
  if (quote === null || (quote.installment_type ?? 1) !== lender.installment_type) {
    throw refuse('installment_quote_missing')
  }
  const wish = { prepaid_percent, months, has_insurance }
  const loan = await loanOf(deps, quote, company_id, wish)
  const { applicant, problems } = readApplicant(input, lender, vietnamDay(now))
  if (!input.agrees) {
    problems['agrees'] = 'Cần bạn đồng ý để cửa hàng chuyển hồ sơ cho công ty này.'
  }
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
  const { customer_id } = caller
  const application_id = await transaction(db, async (tx) => {
    const { person_key_id, seal } = await openSeal(tx, person_keys, applicant.phone, now)
    const id = await saveDraft(tx, {
      ...{ ...wish, customer_id, company_id, loan, lent: lentBy(loan), person_key_id },
      code: dayCode('TG', now),
      secret: randomBytes(20).toString('hex'),
      document_hash: person_keys.ofDocument(applicant.document_number),
      created_at: now,
    })
    await updateSealed(tx, id, seal(id, applicant))
    await insertChoice(tx, {
      ...{ customer_id, purposes: ['loan'], granted: ['loan'], place: 'loan', chosen_at: now },
      text_version: loan_consent_version,
    })
    return id
  })
  return shownApplication(deps, { application_id })
}

/** The open checkout of type 4; null: there is none. */
async function quoteOfLoan(deps: ApplicationDeps, caller: Caller): Promise<Quote | null> {
  try {
    const quote = await getQuote(deps, caller)
    return quote.type === installment_type ? quote : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

async function loanOf(
  { db, now }: ApplicationDeps,
  { items, province_id, totals }: Quote,
  company_id: string,
  wish: { prepaid_percent: number; months: number; has_insurance: boolean },
) {
  const { refuse } = contract.saveApplication
  const { companies } = await loadLenders(db)
  const company = companies.find((one) => one.company_id === company_id)
  if (company === undefined) throw refuse('company_not_found')
  const item_ids = items.filter(({ is_gift }) => !is_gift).map(({ item_id }) => item_id)
  const question = { province_id, customer_group_id: null, now: now() }
  const [item] = await findItems(db, item_ids, question)
  const goods = { price: totals.grand_total, category_ids: item?.category_ids ?? [] }
  const loan = companyLoan(company, goods, wish)
  if (typeof loan === 'string') throw refuse('loan_not_offered', { problem: loan })
  return loan
}
