import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Quote } from '#contracts/storefront/quote.ts'
import {
  application as contract,
  type Application,
  missing_texts,
} from '#contracts/storefront/trade/application.ts'
import { transaction } from '#platform/database/postgres.ts'
import { type Caller, InvalidInput, Refusal } from '#pure/contract.ts'
import { loan_consent_version } from '#pure/formats/consent.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { insertChoice } from '#shop/consent/consent-store.ts'
import { getQuote } from '#shop/flows/quote/show-quote.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import { loanOfGoods } from '#shop/flows/trade/application/loan-of-goods.ts'
import { openSeal } from '#shop/flows/trade/application/sealed-form.ts'
import { shownApplication } from '#shop/flows/trade/application/shown-application.ts'
import { dayCode } from '#shop/order/order.ts'
import { readApplicant } from '#shop/trade/application/applicant.ts'
import { lentBy } from '#shop/trade/application/application.ts'
import { saveDraft, updateSealed } from '#shop/trade/application/application-store.ts'
import { findLender } from '#shop/trade/lender/lender-row-store.ts'

type Input = z.output<typeof contract.saveApplication.input>

/**
 * Saves the form of a company for the open checkout of type 4. Only what the company demands is stored, and only
 * sealed. Nothing is sent.
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
  const { items: lines, province_id, totals } = quote
  const about = { company_id, wish, lines, province_id, total: totals.grand_total }
  const loan = await loanOfGoods(db, about, now)
  if (loan === null) throw refuse('company_not_found')
  if (typeof loan === 'string') throw refuse('loan_not_offered', { problem: loan })
  const { applicant, problems } = readApplicant(input, lender, vietnamDay(now))
  if (!input.agrees) {
    problems['agrees'] = missing_texts.agrees
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
    return quote.type === item_types.installment ? quote : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
