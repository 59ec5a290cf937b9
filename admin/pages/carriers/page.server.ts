import { type HistoryEntry, historyOf } from '#admin/pages/changes/history-of.ts'
import { problemOf } from '#admin/pages/carriers/texts.ts'
import { staffPage, unclear } from '#admin/runtime/page.ts'
import { carriers as contract, type CarrierSetUp } from '#contracts/staff/carriers.ts'
import { hasFreshSecondStep, mayCall } from '#pure/access.ts'
import { Refusal } from '#pure/contract.ts'

export interface CarriersData {
  carriers: readonly CarrierSetUp[]
  /** Null if the reader may not see the ledger. */
  history: readonly HistoryEntry[] | null
  may_change: boolean
  /** The forms ask for a new code of the second step. */
  needs_code: boolean
}

/** /noi-bo/cai-dat/van-chuyen: the settings and keys of the carriers with an interface. */
export const page = staffPage<CarriersData>({
  loader: async (context) => ({
    carriers: await context.services.carriers.carriers(context.actor, {}),
    history: await historyOf(context, { thing: 'carrier' }),
    may_change: mayCall(contract.setCarrier, context.actor),
    needs_code: !hasFreshSecondStep(context.actor, new Date()),
  }),
  action: async ({ services, actor }, { code, intent, is_enabled, second_step, ...fields }) => {
    const input = contract.setCarrier.input.safeParse({
      code,
      is_enabled: is_enabled === 'on',
      is_forgotten: intent === 'forget',
      second_step,
      fields,
    })
    if (!input.success) return unclear
    try {
      await services.carriers.setCarrier(actor, input.data)
      return null
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return problemOf(error)
    }
  },
})
