import { type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { historyOf, type HistoryEntry } from '#admin/pages/changes/history-of.ts'
import { code_needed, only_for_tests, wrong_code } from '#admin/pages/gateways/texts.ts'
import { gateways, type GatewaySetUp } from '#contracts/staff/gateways.ts'
import { hasFreshSecondStep } from '#pure/access.ts'
import { isRefusal, Refusal } from '#pure/contract.ts'

export interface GatewaysData {
  gateways: readonly GatewaySetUp[]
  /** Null if the reader may not see the ledger. */
  history: readonly HistoryEntry[] | null
  /** The forms ask for a new code of the second step. */
  needs_code: boolean
}

/** /noi-bo/cong-thanh-toan: the settings and keys of the payment gateways. */
export const page = staffPage<GatewaysData>({
  loader: async (context) => ({
    gateways: await context.services.gateways.gateways(context.actor, {}),
    history: await historyOf(context, { thing: 'gateway' }),
    needs_code: !hasFreshSecondStep(context.actor, new Date()),
  }),
  action: async ({ services, actor }, { code, intent, is_enabled, second_step, ...fields }) => {
    const input = gateways.setGateway.input.safeParse({
      code,
      is_enabled: is_enabled === 'on',
      is_forgotten: intent === 'forget',
      second_step,
      fields,
    })
    if (!input.success) return unclear
    try {
      await services.gateways.setGateway(actor, input.data)
      return null
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return problemOf(error)
    }
  },
})

function problemOf(error: Refusal): Problem {
  const { status } = error
  if (isRefusal(error, gateways.setGateway, 'settings_invalid')) {
    const names = Object.keys(error.data.problems).join(', ')
    return { status, problem: `Cài đặt chưa đúng: ${names}.` }
  }
  if (error.code === 'second_step_needed') return { status, problem: code_needed }
  if (error.code === 'wrong_code') return { status, problem: wrong_code }
  if (error.code === 'only_for_tests') return { status, problem: only_for_tests }
  return { status, problem: 'Không có cổng thanh toán này.' }
}
