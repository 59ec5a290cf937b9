import { addresses } from '#admin/addresses/addresses.ts'
import { orderGoodsPath, orderPath } from '#admin/addresses/paths.ts'
import { shownOrder, type ShownOrder } from '#admin/pages/order/timeline-texts.ts'
import { problemOf } from '#admin/pages/order/page.server.ts'
import { type Problem, problemOrThrow, staffPage } from '#admin/runtime/page.ts'
import { type CallOutcome, calls as contract, type TakenCall } from '#contracts/staff/calls.ts'
import { orderGoods as goods_contract } from '#contracts/staff/order-changes.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { mayCall } from '#pure/access.ts'
import { isRefusal, type StaffActor } from '#pure/contract.ts'

/** A call with the history of its order in words. */
export type ShownCall = Omit<TakenCall, 'order'> & { order: ShownOrder }

/** The order to call now, and what came of the call before it. */
export interface CallsData {
  call: ShownCall | null
  waiting: number
  next_due_at: string | null
  last: { code: string; outcome: CallOutcome } | null
  now: number
}

/** /noi-bo/don-hang/goi: the call queue. Opening it takes the next order for its caller. */
export const page = staffPage<CallsData>({
  needs: 'calls.nextCall',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const outcome = contract.recordCall.input.shape.outcome.safeParse(searchParams.get('outcome'))
    const code = searchParams.get('code')
    const last = outcome.success && code !== null ? { code, outcome: outcome.data } : null
    const next = await services.calls.nextCall(actor, {})
    const call = next.call && { ...next.call, order: shownOrder(next.call.order) }
    return { ...next, call, last, now: Date.now() }
  },
  action: async ({ services, actor }, { intent, ...fields }) => {
    if (intent === 'leave') {
      await services.calls.leaveCall(actor, {})
      return { location: addresses.orders.path }
    }
    const input = contract.recordCall.input.safeParse(fields)
    if (!input.success) {
      const paths = input.error.issues.map(({ path }) => path[0])
      return { status: 422, problem: missingText(paths) }
    }
    const { order_code, outcome } = input.data
    try {
      await services.calls.recordCall(actor, input.data)
    } catch (error) {
      return problemOrThrow(callProblemOf(error) ?? problemOf(error), error)
    }
    if (outcome === 'change_goods') {
      const may = await mayChangeGoods(services, actor, order_code)
      return { location: may ? orderGoodsPath(order_code) : orderPath(order_code) }
    }
    const query = new URLSearchParams({ code: order_code, outcome })
    return { location: `${addresses.order_calls.path}?${query}` }
  },
})

/** Whoever called may not be the one who may change this order. */
async function mayChangeGoods(
  { orderGoods }: StaffServices,
  actor: StaffActor,
  order_code: string,
): Promise<boolean> {
  if (!mayCall(goods_contract.goods, actor)) return false
  try {
    await orderGoods.goods(actor, { order_code })
    return true
  } catch (error) {
    if (isRefusal(error, goods_contract.goods, 'order_not_found')) return false
    throw error
  }
}

function missingText(paths: readonly (PropertyKey | undefined)[]): string {
  if (paths.includes('reason')) return 'Hãy chọn lý do hủy.'
  if (paths.includes('callback_at')) return 'Hãy chọn ngày và giờ gọi lại.'
  return 'Chưa rõ yêu cầu.'
}

function callProblemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.recordCall, 'call_not_taken')) {
    const { name } = error.data
    const who = name === null ? 'Bạn không còn giữ cuộc gọi đó' : `${name} đã nhận cuộc gọi đó`
    return { status: 409, problem: `${who}. Chưa ghi kết quả; đây là đơn bạn đang gọi.` }
  }
  if (isRefusal(error, contract.recordCall, 'callback_refused')) {
    return { status: 422, problem: 'Giờ gọi lại phải ở phía trước và trong vòng 7 ngày.' }
  }
  if (isRefusal(error, contract.recordCall, 'may_not_cancel')) {
    return { status: 403, problem: 'Bạn không có quyền hủy đơn này.' }
  }
  return null
}
