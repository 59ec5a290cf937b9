import type { Quote } from '#contracts/storefront/quote.ts'
import {
  type Application,
  application as contract,
} from '#contracts/storefront/trade/application.ts'
import { isRefusal } from '#pure/contract.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { applicationUrl, loan_addresses, loanChoiceUrl } from '#storefront/addresses/loan.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { paymentRedirect } from '#storefront/commerce/checkout/payment-redirect.ts'
import {
  type CardChoice,
  cardQuery,
  isAboutCard,
  wishOfChoice,
} from '#storefront/commerce/installment/card-wish.ts'
import { loadCardChoice } from '#storefront/commerce/installment/load-card-choice.ts'
import { pictureProblemText } from '#storefront/commerce/pictures/picture-problems.ts'
import { installmentQuote } from '#storefront/commerce/installment/load-loan-choice.ts'
import { moved, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface LoanPaymentData {
  way: 'company'
  quote: Quote & { recipient: NonNullable<Quote['recipient']> }
  application: Application
  /** Why the picture of a form without scripts was not taken. */
  picture_problem: string | null
}

export interface CardPaymentData {
  way: 'card'
  quote: LoanPaymentData['quote']
  choice: CardChoice
}

/** /cart/installment-payment: pictures of documents, what is paid first, and sending the application (contract §2). */
export const page = personalPage<LoanPaymentData | CardPaymentData>({
  loader: async (context) => {
    const { services, caller, url } = context
    const quote = await installmentQuote(context)
    if (isAboutCard((name) => url.searchParams.get(name))) return loadCardPayment(context, quote)
    const code = url.searchParams.get('ho_so') ?? ''
    if (quote?.recipient == null || code === '') {
      return moved(loan_addresses.cartInstallments.path)
    }
    const { recipient } = quote
    try {
      const application = await services.application.getApplication(caller, { code })
      if (application.state !== 'draft') return moved(applicationUrl(application.code))
      const problem = url.searchParams.get('loi')
      const picture_problem = problem === null ? null : pictureProblemText(problem)
      return { way: 'company', quote: { ...quote, recipient }, application, picture_problem }
    } catch (error) {
      if (!isRefusal(error, contract.getApplication, 'application_not_found')) throw error
      return moved(loan_addresses.cartInstallments.path)
    }
  },
  actions: { submit, card: payByCard },
})

async function loadCardPayment(context: PersonalContext, quote: Quote | null) {
  const line = quote?.items.find(({ is_gift }) => !is_gift)
  if (quote === null || line === undefined) return moved(loan_addresses.cartInstallments.path)
  const { choice } = await loadCardChoice(context, quote, line)
  const { recipient } = quote
  if (choice === null) return moved(loanChoiceUrl(1, { cach: 'the' }))
  if (recipient === null) {
    return moved(withQuery(cart_addresses.paymentInfo.path, cardQuery(wishOfChoice(choice))))
  }
  return { way: 'card' as const, quote: { ...quote, recipient }, choice }
}

/** Places the order and leads to the page where the card is typed. Only the answer may lead to another site. */
async function payByCard({ services, caller }: PersonalContext, form: FormData) {
  const input = readForm(contract.orderByCard.input, form)
  const { code, payment_method } = await services.application.orderByCard(caller, input)
  const choice = { order_code: code, payment_method: payment_method ?? '' }
  const { redirect_url } = await services.order.startPayment(caller, choice)
  return paymentRedirect(redirect_url)
}

/** Places the order with the application. The form has the total and the monthly payment that were shown. */
async function submit({ services, caller }: PersonalContext, form: FormData) {
  const input = readForm(contract.submitApplication.input, form)
  const { code } = await services.application.submitApplication(caller, input)
  return { redirect: applicationUrl(code) }
}
