import { ruleTexts } from '#admin/pages/cod-rules/rule-texts.ts'
import { staffPage } from '#admin/runtime/page.ts'
import { type CodRuleSet, cod as contract } from '#contracts/staff/cod.ts'
import { isRefusal } from '#pure/contract.ts'

export interface CodRulesData {
  rules: CodRuleSet
  version: number
  changed_at: string | null
  changed_by: string | null
  may_change: boolean
}

/** /noi-bo/cai-dat/cod: what may be paid on delivery. */
export const page = staffPage<CodRulesData>({
  needs: 'cod.codRules',
  loader: ({ services, actor }) => services.cod.codRules(actor, {}),
  action: async ({ services, actor }, fields) => {
    const input = contract.setCodRules.input.safeParse(fields)
    if (!input.success) {
      return {
        status: 422,
        problem:
          'Mỗi ô là một số nguyên từ 1, hoặc để trống. Số tiền gõ được cả dấu chấm: 20.000.000.',
      }
    }
    try {
      await services.cod.setCodRules(actor, input.data)
      return null
    } catch (error) {
      if (!isRefusal(error, contract.setCodRules, 'rules_changed')) throw error
      const { rules, changed_by } = error.data
      const now = ruleTexts(rules).join('; ')
      const who = changed_by ?? 'Người khác'
      return {
        status: error.status,
        problem: `${who} vừa đổi thành: ${now}. Bạn đã nhập: ${ruleTexts(input.data).join('; ')}. Chưa lưu gì.`,
      }
    }
  },
})
