import {
  loadLoanChoice,
  type LoanChoiceData,
} from '#storefront/commerce/installment/load-loan-choice.ts'
import { personalPage } from '#storefront/runtime/page.ts'

/** /cart/installment: the loans of companies of installment type 1 for the open checkout (contract §2). */
export const page = personalPage<LoanChoiceData>({
  loader: (context) => loadLoanChoice(context, 1),
})
