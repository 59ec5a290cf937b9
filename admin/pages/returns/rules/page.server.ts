import { staffPage } from '#admin/runtime/page.ts'
import { returnRules as contract, type ReturnRules } from '#contracts/staff/return-rules.ts'
import { ReturnReason } from '#contracts/staff/returns.ts'
import { isRefusal } from '#pure/contract.ts'

export interface ReturnRulesData extends ReturnRules {
  version: number
  changed_at: string | null
  changed_by: string | null
}

/** The rows of each reason on the page. */
const terms = [1, 2, 3] as const

/** /noi-bo/cai-dat/doi-tra: for how long goods are taken back, at what fee, and the budget for goodwill. */
export const page = staffPage<ReturnRulesData>({
  needs: 'returnRules.rules',
  loader: ({ services, actor }) => services.returnRules.rules(actor, {}),
  action: async ({ services, actor }, fields) => {
    const { version, goodwill_per_month } = fields
    const fees = ReturnReason.options.flatMap((reason) =>
      terms.flatMap((n) => {
        const up_to_day = (fields[`${reason}.day.${n}`] ?? '').trim()
        const percent = (fields[`${reason}.percent.${n}`] ?? '').trim()
        return up_to_day === '' && percent === '' ? [] : [{ reason, up_to_day, percent }]
      }),
    )
    const input = contract.setRules.input.safeParse({ version, goodwill_per_month, fees })
    if (!input.success) {
      const problem =
        'Ngày và phần trăm là số nguyên; mỗi dòng ghi đủ cả hai, hoặc để trống cả hai.'
      return { status: 422, problem }
    }
    try {
      await services.returnRules.setRules(actor, input.data)
      return null
    } catch (error) {
      if (isRefusal(error, contract.setRules, 'return_term_twice')) {
        return { status: error.status, problem: 'Một lý do có hai dòng cùng số ngày.' }
      }
      if (!isRefusal(error, contract.setRules, 'return_rules_changed')) throw error
      const problem = 'Quy định vừa được người khác đổi. Tải lại trang rồi sửa tiếp; chưa lưu gì.'
      return { status: error.status, problem }
    }
  },
})
