import type { Quote } from '#contracts/storefront/quote.ts'
import {
  type Application,
  application as contract,
} from '#contracts/storefront/trade/application.ts'
import { isRefusal } from '#pure/contract.ts'
import { applicationUrl, loan_addresses } from '#storefront/addresses/loan.ts'
import { pictureProblemText } from '#storefront/commerce/pictures/picture-problems.ts'
import { installmentQuote } from '#storefront/commerce/installment/load-loan-choice.ts'
import { moved, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface LoanPaymentData {
  quote: Quote & { recipient: NonNullable<Quote['recipient']> }
  application: Application
  /** Why the picture of a form without scripts was not taken. */
  picture_problem: string | null
}

/** /cart/installment-payment: pictures of documents, what is paid first, and sending the application (contract §2). */
export const page = personalPage<LoanPaymentData>({
  loader: async (context) => {
    const { services, caller, url } = context
    const quote = await installmentQuote(context)
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
      return { quote: { ...quote, recipient }, application, picture_problem }
    } catch (error) {
      if (!isRefusal(error, contract.getApplication, 'application_not_found')) throw error
      return moved(loan_addresses.cartInstallments.path)
    }
  },
  actions: { submit },
})

/** Places the order with the application. The form has the total and the monthly payment that were shown. */
async function submit({ services, caller }: PersonalContext, form: FormData) {
  const input = readForm(contract.submitApplication.input, form)
  const { code } = await services.application.submitApplication(caller, input)
  return { redirect: applicationUrl(code) }
}
