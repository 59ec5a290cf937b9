import { filledQuery, staffPage } from '#admin/runtime/page.ts'
import {
  loans as contract,
  type LoanRow,
  type SeenLoanState,
} from '#contracts/staff/trade/loans.ts'

export interface LoansData {
  rows: LoanRow[]
  has_next: boolean
  counts: { state: SeenLoanState; count: number; is_capped: boolean }[]
  now: number
}

/** /noi-bo/tra-gop: applications for loans. */
export const page = staffPage<LoansData>({
  needs: 'loans.loans',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.loans.input.safeParse(filledQuery(searchParams)).data ?? {}
    return { ...(await services.loans.loans(actor, input)), now: Date.now() }
  },
})
