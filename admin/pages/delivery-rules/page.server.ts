import { addresses } from '#admin/addresses/addresses.ts'
import { actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { delivery as contract, type DeliveryRuleSet } from '#contracts/staff/delivery.ts'
import { isRefusal } from '#pure/contract.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'

export interface DeliveryRulesData {
  rules: DeliveryRuleSet
  version: number
  changed_at: string | null
  changed_by: string | null
  closed_days: { closed_day_id: number; day: string; shop: string | null; name: string }[]
  shops: { shop_id: number; name: string }[]
  may_change: boolean
  /** The Vietnamese day, YYYY-MM-DD. */
  today: string
}

const { path } = addresses.delivery_rules
const wrong_rules =
  'Mỗi ô là một số nguyên, giờ viết như 17:00. Giữ hàng 1–60 ngày, nhận sau 10–1.440 phút.'

/** /noi-bo/cai-dat/giao-hang: what a delivery costs, when it arrives, and the closed days. */
export const page = staffPage<DeliveryRulesData>({
  needs: 'delivery.deliveryRules',
  loader: async ({ services, actor }) => ({
    ...(await services.delivery.deliveryRules(actor, {})),
    today: vietnamDay(new Date()),
  }),
  action: actsByIntent(
    {
      rules: async ({ services, actor }, fields) => {
        const input = contract.setDeliveryRules.input.safeParse(fields)
        if (!input.success) return { status: 422, problem: wrong_rules }
        await services.delivery.setDeliveryRules(actor, input.data)
        return { location: path }
      },
      close: async ({ services, actor }, fields) => {
        const input = contract.addClosedDay.input.safeParse(fields)
        if (!input.success) return { status: 422, problem: 'Hãy chọn ngày và ghi lý do nghỉ.' }
        const { is_new } = await services.delivery.addClosedDay(actor, input.data)
        return is_new
          ? { location: path }
          : { status: 409, problem: 'Ngày này đã có trong danh sách nghỉ.' }
      },
      open: async ({ services, actor }, fields) => {
        const input = contract.removeClosedDay.input.safeParse(fields)
        if (!input.success) return unclear
        await services.delivery.removeClosedDay(actor, input.data)
        return { location: path }
      },
    },
    problemOf,
  ),
})

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.setDeliveryRules, 'delivery_rules_changed')) {
    const who = error.data.changed_by ?? 'Người khác'
    return { status: 409, problem: `${who} vừa đổi. Chưa lưu gì của bạn; tải lại trang để xem.` }
  }
  if (!isRefusal(error, contract.addClosedDay, 'shop_unknown')) return null
  return { status: 404, problem: 'Không có cửa hàng này.' }
}
