import { staffPage, unclear } from '#admin/runtime/page.ts'
import {
  type ChangeEntry,
  changes as contract,
  type ShownValues,
} from '#contracts/staff/changes.ts'

export interface ChangeData {
  entry: ChangeEntry
  may_show: boolean
}

/** What the page shows after "Hiện". */
export type ChangeAnswer = ShownValues

/** /noi-bo/nhat-ky/{change_id}: one entry of the ledger. */
export const page = staffPage<ChangeData>({
  loader: async ({ services, actor, params }) => {
    const input = contract.entry.input.safeParse(params)
    // No entry has the number 0: whoever may see none hears that first.
    return services.changes.entry(actor, input.data ?? { change_id: 0 })
  },
  action: async ({ services, actor, params }, { intent }) => {
    const input = contract.showPersonal.input.safeParse(params)
    if (!input.success || intent !== 'show') return unclear
    return { answer: await services.changes.showPersonal(actor, input.data) }
  },
})
