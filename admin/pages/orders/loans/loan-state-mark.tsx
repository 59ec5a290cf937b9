import { loan_state_looks, loan_state_titles } from '#admin/pages/orders/loans/loan-texts.ts'
import type { SeenLoanState } from '#contracts/staff/trade/loans.ts'

/** The state of an application. */
export function LoanStateMark({ state }: { state: SeenLoanState }) {
  return (
    <span
      className={`inline-block rounded-md px-2 text-xs leading-6 font-bold whitespace-nowrap ${loan_state_looks[state]}`}
    >
      {loan_state_titles[state]}
    </span>
  )
}
