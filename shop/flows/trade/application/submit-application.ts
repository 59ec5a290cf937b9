import type { z } from 'zod'
import type { Order } from '#contracts/storefront/order.ts'
import {
  application as contract,
  type Application,
} from '#contracts/storefront/trade/application.ts'
import type { Tx } from '#db/schema.ts'
import { storedForm } from '#platform/text/vietnamese-phone.ts'
import { everything } from '#pure/access.ts'
import { type Caller, InvalidInput, type Refusal } from '#pure/contract.ts'
import type { OrderRequest } from '#shop/flows/place-order/load-checkouts.ts'
import { placeBatch } from '#shop/flows/place-order/place-batch.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import { openForm } from '#shop/flows/trade/application/sealed-form.ts'
import { shownApplication } from '#shop/flows/trade/application/shown-application.ts'
import { reservingTransaction } from '#shop/inventory/reservation/reserving-transaction.ts'
import { notifyOfLoan } from '#shop/notification/notify-store.ts'
import { CodeTaken } from '#shop/order/order-insert-store.ts'
import { lockOrderByCode } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { loanOfCheckout } from '#shop/payment/gateways/lender-loan.ts'
import { loadLenders } from '#shop/pricing/installment/lender-store.ts'
import { companyLoan, max_consumer_loan } from '#shop/pricing/installment/lender.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'
import {
  isSameLoan,
  leftToLend,
  lentBy,
  max_open_applications,
} from '#shop/trade/application/application.ts'
import { findPapers, keepPapers } from '#shop/trade/application/application-file-store.ts'
import {
  countOpenOf,
  lockApplication,
  lockPerson,
  type StoredApplication,
  sumLent,
  updateApplication,
} from '#shop/trade/application/application-store.ts'
import { findLender } from '#shop/trade/lender/lender-row-store.ts'

type Input = z.output<typeof contract.submitApplication.input>

const { refuse } = contract.submitApplication
const max_attempts = 5
const hour_ms = 3_600_000

/**
 * Sends a saved form: the order and the application are written in one transaction, or neither (decision 228). The
 * shopper's total and monthly payment are compared with those of now. A repeated call gets the same answer.
 */
export async function submitApplication(
  deps: ApplicationDeps,
  caller: Caller,
  input: Input,
): Promise<Application> {
  const which = { code: storedCode(input.code), customer_id: caller.customer_id }
  for (let attempt = 1; ; attempt++) {
    try {
      const refusal = await reservingTransaction(deps.db, (tx) => submit(tx, deps, caller, input))
      // After the commit: the total that the refusal shows counts as seen.
      if (refusal !== null) throw refusal
      break
    } catch (error) {
      if (!(error instanceof CodeTaken) || attempt >= max_attempts) throw error
    }
  }
  deps.log.info({ application: which.code }, 'an application for a loan was sent')
  return shownApplication(deps, which)
}

async function submit(
  tx: Tx,
  deps: ApplicationDeps,
  { customer_id, ip }: Caller,
  input: Input,
): Promise<Refusal | null> {
  const now = deps.now()
  const application = await lockApplication(tx, { code: storedCode(input.code), customer_id })
  if (application === null) throw refuse('application_not_found')
  if (application.state !== 'draft') return null
  const form = await openForm(tx, deps.person_keys, application)
  const lender = await findLender(tx, application.company_id)
  if (form === null || lender === null) throw refuse('application_not_found')
  const here = (await findPapers(tx, [application.application_id])).get(application.application_id)
  const missing = lender.pictures.find((kind) => here?.includes(kind) !== true)
  if (missing !== undefined) throw refuse('paper_missing', { kind: missing })
  await refuseTooMuch(tx, application, form.phone)
  const request: OrderRequest = {
    ...{ customer_id, is_loan: true, network: deps.networkHash?.(ip, now) ?? null },
    input: {
      payment_method: loanOfCheckout.code,
      ...(input.grand_total === undefined ? {} : { grand_total: input.grand_total }),
    },
  }
  const context = { gateways: [loanOfCheckout], now, all_stock_rows: true }
  const [placed] = await placeBatch(tx, context, [request])
  if (placed?.kind === 'refused') return placed.refusal
  // The checkout was ordered before, by another form: this one has nothing to buy.
  if (placed?.kind !== 'placed') throw refuse('quote_not_found')
  const { order } = placed
  if (storedForm(order.recipient.phone) !== form.phone) {
    throw new InvalidInput({ phone: 'Số điện thoại phải giống số nhận hàng.' })
  }
  const loan = await loanNow(tx, application, order, now)
  const seen = input.monthly ?? application.loan.monthly
  if (loan === null || !isSameLoan(loan, application.loan) || seen !== loan.monthly) {
    const monthly = loan?.monthly ?? null
    throw refuse('loan_changed', { previous_monthly: application.loan.monthly, monthly })
  }
  const locked = await lockOrderByCode(tx, order.code, everything)
  if (locked === null) throw new RangeError(`the order ${order.code} is gone`)
  const values = {
    ...{ order_id: locked.order_id, submitted_at: now, loan, lent: lentBy(loan) },
    expires_at: new Date(now.getTime() + lender.hold_hours * hour_ms),
    pass_on_at: lender.way === 'online' ? now : null,
  }
  const by = { actor: 'shopper', staff: null, now } as const
  await updateApplication(tx, application, 'submit', values, by)
  const { application_id, version } = application
  // Those of a company that was chosen before.
  await keepPapers(tx, application_id, lender.pictures)
  await notifyOfLoan(tx, { application_id, version: version + 1 }, 'loan_submitted', now)
  return null
}

/** One person has few open applications, and a company lends one person 100,000,000đ at most. */
async function refuseTooMuch(
  tx: Tx,
  { document_hash, company_id, lent }: StoredApplication,
  phone: string,
): Promise<void> {
  await lockPerson(tx, [phone, ...(document_hash === null ? [] : [document_hash])])
  if ((await countOpenOf(tx, phone)) >= max_open_applications) {
    throw refuse('too_many_applications', { max: max_open_applications })
  }
  const before = document_hash === null ? 0 : await sumLent(tx, { document_hash, company_id })
  const left = leftToLend(before)
  if (lent > left) throw refuse('loan_limit', { max: max_consumer_loan })
}

/** What the company asks now for the placed order; null: it does not lend it any more. */
async function loanNow(tx: Tx, application: StoredApplication, order: Order, now: Date) {
  const { company_id } = application
  const { companies } = await loadLenders(tx)
  const company = companies.find((one) => one.company_id === company_id)
  if (company === undefined) return null
  const item_ids = order.items.filter(({ is_gift }) => !is_gift).map(({ item_id }) => item_id)
  const { province_id } = order.recipient
  const [item] = await findItems(tx, item_ids, { province_id, customer_group_id: null, now })
  const goods = { price: order.totals.grand_total, category_ids: item?.category_ids ?? [] }
  const loan = companyLoan(company, goods, application)
  return typeof loan === 'string' ? null : loan
}
