import { filledQuery, staffPage } from '#admin/runtime/page.ts'
import { returns as contract, type ReturnRow, type ReturnState } from '#contracts/staff/returns.ts'

export interface ReturnsData {
  rows: ReturnRow[]
  has_next: boolean
  counts: { state: ReturnState; count: number; is_capped: boolean }[]
  now: number
}

/** /noi-bo/doi-tra: goods that come back. */
export const page = staffPage<ReturnsData>({
  needs: 'returns.returns',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const query = filledQuery(searchParams)
    const input = contract.returns.input.safeParse(query).data ?? {}
    return { ...(await services.returns.returns(actor, input)), now: Date.now() }
  },
})
