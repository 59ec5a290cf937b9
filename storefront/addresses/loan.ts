import type { Address } from '#storefront/addresses/address.ts'
import { type Query, withQuery } from '#storefront/addresses/with-query.ts'

/** Buying in parts: the tab of the cart, the steps of an application, and the application (contract §2). */
export const loan_addresses = {
  cartInstallments: {
    path: '/cart/tra-gop',
    page: 'cart/installments',
    layout: 'cart',
    cache: 'personal',
  },
  cartInstallment: {
    path: '/cart/installment',
    page: 'cart/installment',
    layout: 'cart',
    cache: 'personal',
    guard: 'check-exist-quote',
  },
  cartHomecredit: {
    path: '/cart/homecredit-installment',
    page: 'cart/homecredit-installment',
    layout: 'cart',
    cache: 'personal',
  },
  loanRegister: {
    path: '/cart/company-installment-register',
    page: 'cart/company-installment-register',
    layout: 'cart',
    cache: 'personal',
    guard: 'check-exist-quote',
  },
  loanPayment: {
    path: '/cart/installment-payment',
    page: 'cart/installment-payment',
    layout: 'cart',
    cache: 'personal',
    guard: 'check-exist-quote',
  },
  /** Another card, months or amount for an order that waits for its payment. */
  cardPlan: {
    path: '/cart/doi-goi-tra-gop',
    page: 'cart/card-plan',
    layout: 'cart',
    cache: 'personal',
  },
  /** An application that was sent, in any browser with its key. */
  application: {
    path: '/ho-so-tra-gop',
    page: 'loan-application',
    layout: 'cart',
    cache: 'personal',
  },
} as const satisfies Record<string, Address>

/** Companies of type 2 have a page of their own (contract §2). */
export type InstallmentType = 1 | 2

/** The page where a loan is chosen, with what is chosen already. */
export function loanChoiceUrl(type: InstallmentType, query: Query = {}): string {
  const { cartInstallment, cartHomecredit } = loan_addresses
  return withQuery((type === 2 ? cartHomecredit : cartInstallment).path, query)
}

/** The form of a company, with the chosen loan. */
export function loanRegisterUrl(query: Query = {}): string {
  return withQuery(loan_addresses.loanRegister.path, query)
}

/** The last step: what is sent. */
export function loanPaymentUrl(code: string): string {
  return withQuery(loan_addresses.loanPayment.path, { ho_so: code })
}

/** The last step of an installment by card, with what was chosen. */
export function loanCardPaymentUrl(query: Query): string {
  return withQuery(loan_addresses.loanPayment.path, query)
}

/** Changing how a card splits an order, with what is chosen. */
export function cardPlanUrl(order_code: string, query: Query = {}): string {
  return withQuery(loan_addresses.cardPlan.path, { don: order_code, ...query })
}

/** An application; with its key in any browser. */
export function applicationUrl(code: string, secret?: string, query: Query = {}): string {
  return withQuery(loan_addresses.application.path, { code, key: secret, ...query })
}

/** Where the picture of a document is sent. */
export const loan_papers_path = '/ho-so-tra-gop/giay-to'

export function loanPapersUrl(code: string, secret: string): string {
  return withQuery(loan_papers_path, { code, key: secret })
}
