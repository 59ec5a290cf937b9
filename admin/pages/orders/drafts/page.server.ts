import { draftPath } from '#admin/addresses/paths.ts'
import { problemOf } from '#admin/pages/orders/draft/draft-problems.ts'
import { filledQuery, problemOrThrow, staffPage, unclear } from '#admin/runtime/page.ts'
import {
  type DraftRow,
  drafts as contract,
  type DraftState,
} from '#contracts/staff/orders/drafts.ts'

export interface DraftsData {
  rows: DraftRow[]
  has_next: boolean
  counts: { state: DraftState; count: number; is_capped: boolean }[]
  now: number
}

/** /noi-bo/don-hang/moi: orders that staff make for shoppers. The form begins one, also for the buyer of an order. */
export const page = staffPage<DraftsData>({
  needs: 'drafts.drafts',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.drafts.input.safeParse(filledQuery(searchParams)).data ?? {}
    return { ...(await services.drafts.drafts(actor, input)), now: Date.now() }
  },
  action: async ({ services, actor }, fields) => {
    const input = contract.openDraft.input.safeParse(fields)
    if (!input.success) return unclear
    try {
      const { draft_id } = await services.drafts.openDraft(actor, input.data)
      return { location: draftPath(draft_id) }
    } catch (error) {
      return problemOrThrow(problemOf(error), error)
    }
  },
})
