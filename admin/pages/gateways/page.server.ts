import {
  settings_changed,
  settingsInput,
  typedSettings,
  wrongSettings,
} from '#admin/kit/settings/settings-fields.ts'
import { type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { historyOf, type HistoryEntry } from '#admin/pages/changes/history-of.ts'
import { code_needed, only_for_tests, wrong_code } from '#admin/pages/gateways/texts.ts'
import type { OwnSecondSteps } from '#contracts/staff/account.ts'
import { gateways, type GatewaySetUp, type SettingField } from '#contracts/staff/gateways.ts'
import { isRefusal, Refusal } from '#pure/contract.ts'

export interface GatewaysData {
  gateways: readonly GatewaySetUp[]
  /** Null if the reader may not see the ledger. */
  history: readonly HistoryEntry[] | null
  /** Without a fresh second step the forms ask for one. */
  second_steps: OwnSecondSteps
}

/** /noi-bo/cong-thanh-toan: the settings and keys of the payment gateways. */
export const page = staffPage<GatewaysData>({
  needs: 'gateways.gateways',
  loader: async (context) => ({
    gateways: await context.services.gateways.gateways(context.actor, {}),
    history: await historyOf(context, { thing: 'gateway' }),
    second_steps: await context.services.account.secondSteps(context.actor, {}),
  }),
  action: async ({ services, actor }, sent) => {
    const input = gateways.setGateway.input.safeParse(settingsInput(sent))
    if (!input.success) return unclear
    try {
      await services.gateways.setGateway(actor, input.data)
      return null
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const all = await services.gateways.gateways(actor, {})
      const own = all.find((gateway) => gateway.code === sent['code'])?.fields
      return { ...problemOf(error, own), typed: typedSettings(sent) }
    }
  },
})

function problemOf(error: Refusal, fields?: readonly SettingField[]): Problem {
  const { status } = error
  if (isRefusal(error, gateways.setGateway, 'settings_invalid')) {
    return { status, problem: wrongSettings(error.data.problems, fields) }
  }
  if (error.code === 'settings_changed') return { status, problem: settings_changed }
  if (error.code === 'second_step_needed') return { status, problem: code_needed }
  if (error.code === 'wrong_code') return { status, problem: wrong_code }
  if (error.code === 'only_for_tests') return { status, problem: only_for_tests }
  return { status, problem: 'Không có cổng thanh toán này.' }
}
