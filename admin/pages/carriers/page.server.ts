import { type HistoryEntry, historyOf } from '#admin/pages/changes/history-of.ts'
import { problemOf } from '#admin/pages/carriers/texts.ts'
import { settingsInput, typedSettings } from '#admin/kit/settings/settings-fields.ts'
import { staffPage, unclear } from '#admin/runtime/page.ts'
import type { OwnSecondSteps } from '#contracts/staff/account.ts'
import { carriers as contract, type CarrierSetUp } from '#contracts/staff/carriers.ts'
import { mayCall } from '#pure/access.ts'
import { Refusal } from '#pure/contract.ts'

export interface CarriersData {
  carriers: readonly CarrierSetUp[]
  /** Null if the reader may not see the ledger. */
  history: readonly HistoryEntry[] | null
  may_change: boolean
  /** Without a fresh second step the forms ask for one. */
  second_steps: OwnSecondSteps
}

/** /noi-bo/cai-dat/van-chuyen: the settings and keys of the carriers with an interface. */
export const page = staffPage<CarriersData>({
  needs: 'carriers.carriers',
  loader: async (context) => ({
    carriers: await context.services.carriers.carriers(context.actor, {}),
    history: await historyOf(context, { thing: 'carrier' }),
    may_change: mayCall(contract.setCarrier, context.actor),
    second_steps: await context.services.account.secondSteps(context.actor, {}),
  }),
  action: async ({ services, actor }, sent) => {
    const input = contract.setCarrier.input.safeParse(settingsInput(sent))
    if (!input.success) return unclear
    try {
      await services.carriers.setCarrier(actor, input.data)
      return null
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const carriers = await services.carriers.carriers(actor, {})
      const own = carriers.find((carrier) => carrier.code === sent['code'])?.fields
      return { ...problemOf(error, own), typed: typedSettings(sent) }
    }
  },
})
