import type { CardChoiceData } from '#storefront/commerce/installment/load-card-choice.ts'
import {
  loadLoanChoice,
  type LoanChoiceData,
} from '#storefront/commerce/installment/load-loan-choice.ts'
import { personalPage } from '#storefront/runtime/page.ts'

/** /cart/homecredit-installment: the loans of companies of installment type 2 for the open checkout (contract §2). */
export const page = personalPage<LoanChoiceData | CardChoiceData>({
  loader: (context) => loadLoanChoice(context, 2),
})
