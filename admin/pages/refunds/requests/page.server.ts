import { addresses } from '#admin/addresses/addresses.ts'
import { askRefundPath } from '#admin/addresses/paths.ts'
import { actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { type RefundRequest, refundRequests as contract } from '#contracts/staff/refund-requests.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { tickets } from '#contracts/staff/orders/tickets.ts'
import { mayCall } from '#pure/access.ts'
import { isRefusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'
import type { z } from 'zod'

export interface RequestsData {
  rows: RefundRequest[]
  has_next: boolean
  page: number
  goodwill_left: number
  /** Money of repairs that somebody asks to give back. */
  repairs: Awaited<ReturnType<StaffServices['tickets']['askedReversals']>>
  /** The order that a refund is asked for; null: none. */
  order: z.output<typeof contract.orderMoney.output> | null
  /** The code that was searched for an order, and is none. */
  unknown_code: string | null
}

/** /noi-bo/hoan-tien/duyet: refunds that staff ask for and others approve. `don` names an order to ask for. */
export const page = staffPage<RequestsData>({
  needs: 'refundRequests.requests',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const query = { page: searchParams.get('page') ?? undefined }
    const { page = 1 } = contract.requests.input.safeParse(query).data ?? {}
    const order_code = searchParams.get('don') ?? ''
    const list = await services.refundRequests.requests(actor, { page })
    const may_decide = mayCall(tickets.askedReversals, actor)
    const repairs = may_decide ? await services.tickets.askedReversals(actor, {}) : []
    const found = { ...list, repairs, page, order: null, unknown_code: null }
    if (order_code === '') return found
    try {
      return { ...found, order: await services.refundRequests.orderMoney(actor, { order_code }) }
    } catch (error) {
      if (!isRefusal(error, contract.orderMoney, 'order_not_found')) throw error
      return { ...found, unknown_code: order_code }
    }
  },
  action: actsByIntent(
    {
      ask: async ({ services, actor }, fields) => {
        const input = contract.ask.input.safeParse(fields)
        if (!input.success) {
          const problem = 'Ghi số tiền từ 1.000đ, chọn loại và ghi lý do.'
          return { status: 422, problem }
        }
        await services.refundRequests.ask(actor, input.data)
        return { location: askRefundPath(input.data.order_code) }
      },
      approve: async ({ services, actor }, fields) => {
        const input = contract.approve.input.safeParse(fields)
        if (!input.success) return unclear
        await services.refundRequests.approve(actor, input.data)
        return { location: addresses.refund_requests.path }
      },
      reject: async ({ services, actor }, fields) => {
        const input = contract.reject.input.safeParse(fields)
        if (!input.success) return { status: 422, problem: 'Hãy ghi lý do từ chối.' }
        await services.refundRequests.reject(actor, input.data)
        return { location: addresses.refund_requests.path }
      },
      withdraw: async ({ services, actor }, fields) => {
        const input = contract.withdraw.input.safeParse(fields)
        if (!input.success) return unclear
        await services.refundRequests.withdraw(actor, input.data)
        return { location: addresses.refund_requests.path }
      },
    },
    problemOf,
  ),
})

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.ask, 'above_received')) {
    const problem = `Đơn chỉ còn ${formatDong(error.data.left)} có thể hoàn.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, contract.ask, 'goodwill_spent')) {
    const problem = `Ngân sách thiện chí tháng này chỉ còn ${formatDong(error.data.left)}.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, contract.approve, 'amount_above_limit')) {
    const problem = `Khoản ${formatDong(error.data.amount)} vượt hạn mức của bạn. Nhờ người có hạn mức cao hơn duyệt.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, contract.approve, 'own_request')) {
    return { status: error.status, problem: 'Bạn đề nghị khoản này: người khác phải duyệt.' }
  }
  if (isRefusal(error, contract.approve, 'loss_changed')) {
    const problem =
      'Vận đơn không còn chờ xử lý, hoặc số tiền phải hoàn đã khác. Từ chối rồi đề nghị lại.'
    return { status: error.status, problem }
  }
  if (isRefusal(error, contract.approve, 'refund_request_not_found')) {
    return { status: error.status, problem: 'Đề nghị này đã có người xử lý.' }
  }
  if (isRefusal(error, contract.ask, 'order_not_found')) {
    return { status: error.status, problem: 'Không có đơn này ở cửa hàng của bạn.' }
  }
  return null
}
