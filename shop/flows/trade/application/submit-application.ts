import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
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
import { loanOfGoods } from '#shop/flows/trade/application/loan-of-goods.ts'
import { openForm } from '#shop/flows/trade/application/sealed-form.ts'
import { shownApplication } from '#shop/flows/trade/application/shown-application.ts'
import { findMember } from '#shop/identity/member-store.ts'
import { reservingTransaction } from '#shop/inventory/reservation/reserving-transaction.ts'
import { notifyOfLoan } from '#shop/notification/notify-store.ts'
import { CodeTaken } from '#shop/order/order-insert-store.ts'
import { lockOrderByCode } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { loanOfCheckout } from '#shop/payment/gateways/lender-loan.ts'
import { max_consumer_loan } from '#shop/pricing/installment/lender.ts'
import {
  heldUntil,
  isSameLoan,
  leftToLend,
  lentBy,
  max_open_applications,
  max_unproven_of_network,
} from '#shop/trade/application/application.ts'
import { findPapers, keepPapers } from '#shop/trade/application/application-file-store.ts'
import {
  type Applying,
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
  { customer_id, kind, ip }: Caller,
  input: Input,
): Promise<Refusal | null> {
  const now = deps.now()
  const application = await lockApplication(tx, { code: storedCode(input.code), customer_id })
  if (application === null) throw refuse('application_not_found')
  if (application.state !== 'draft') return null
  if ((input.version ?? application.version) !== application.version) {
    throw refuse('application_changed')
  }
  const form = await openForm(tx, deps.person_keys, application)
  const lender = await findLender(tx, application.company_id)
  if (form === null || lender === null) throw refuse('application_not_found')
  const here = (await findPapers(tx, [application.application_id])).get(application.application_id)
  const missing = lender.pictures.find((kind) => here?.includes(kind) !== true)
  if (missing !== undefined) throw refuse('paper_missing', { kind: missing })
  const network = deps.networkHash?.(ip, now) ?? null
  const member = kind === 'member' ? await findMember(tx, customer_id) : null
  const is_proven = member?.phone === form.phone
  await refuseTooMuch(tx, application, { phone: form.phone, customer_id, network, is_proven })
  const { grand_total, quote_id, recipient_seen, gifts_seen } = input
  const shown = { grand_total, quote_id, recipient_seen, gifts_seen }
  const request: OrderRequest = {
    ...{ customer_id, is_loan: true, network },
    input: { payment_method: loanOfCheckout.code, ...shown },
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
  const { items: lines, recipient, totals } = order
  const about = { lines, province_id: recipient.province_id, total: totals.grand_total }
  const { company_id } = application
  const offered = await loanOfGoods(tx, { company_id, wish: application, ...about }, now)
  const loan = typeof offered === 'string' ? null : offered
  const seen = input.monthly ?? application.loan.monthly
  if (loan === null || !isSameLoan(loan, application.loan) || seen !== loan.monthly) {
    const monthly = loan?.monthly ?? null
    throw refuse('loan_changed', { previous_monthly: application.loan.monthly, monthly })
  }
  const locked = await lockOrderByCode(tx, order.code, everything)
  if (locked === null) throw new RangeError(`the order ${order.code} is gone`)
  const values = {
    ...{ order_id: locked.order_id, submitted_at: now, loan, lent: lentBy(loan) },
    ...{ phone_secret: randomBytes(8).toString('hex'), phone_proven_at: is_proven ? now : null },
    expires_at: heldUntil(now, lender, is_proven),
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

/**
 * One person has few open applications, phones that nobody has proven hold few goods, and a company lends one person
 * 100,000,000đ at most.
 */
async function refuseTooMuch(
  tx: Tx,
  { document_hash, company_id, lent }: StoredApplication,
  { is_proven, ...applying }: Applying & { is_proven: boolean },
): Promise<void> {
  const { phone, customer_id, network } = applying
  const counted = [phone, `customer ${customer_id}`, network, document_hash]
  await lockPerson(
    tx,
    counted.filter((name) => name !== null),
  )
  const { of_phone, of_customer, unproven } = await countOpenOf(tx, applying)
  if (Math.max(of_phone, of_customer) >= max_open_applications) {
    throw refuse('too_many_applications', { max: max_open_applications })
  }
  if (!is_proven && unproven >= max_unproven_of_network) {
    throw refuse('too_many_applications', { max: max_unproven_of_network })
  }
  const before = document_hash === null ? 0 : await sumLent(tx, { document_hash, company_id })
  const left = leftToLend(before)
  if (lent > left) throw refuse('loan_limit', { max: max_consumer_loan })
}
