import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath } from '#admin/addresses/paths.ts'
import { problemOf as orderProblem } from '#admin/pages/order/page.server.ts'
import { type Problem, problemOrThrow, staffPage, unclear } from '#admin/runtime/page.ts'
import { type AlikePair, orderParts as contract } from '#contracts/staff/orders/order-parts.ts'
import { isRefusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'

export interface AlikeData {
  rows: AlikePair[]
  has_next: boolean
  page: number
}

/** /noi-bo/don-hang/trung: pairs of orders that look alike: joins them, keeps both, or opens one to cancel it. */
export const page = staffPage<AlikeData>({
  needs: 'orderParts.alike',
  loader: async ({ services, actor, url }) => {
    const input = contract.alike.input.safeParse({
      page: url.searchParams.get('page') ?? undefined,
    })
    const { page: number = 1 } = input.data ?? {}
    return { ...(await services.orderParts.alike(actor, { page: number })), page: number }
  },
  action: async ({ services: { orderParts }, actor }, { intent, ...fields }) => {
    try {
      if (intent === 'keep') {
        const input = contract.keepApart.input.safeParse(fields)
        if (!input.success) return unclear
        await orderParts.keepApart(actor, input.data)
        return { location: addresses.orders_alike.path }
      }
      const input = contract.joinOrders.input.safeParse(fields)
      if (!input.success) return unclear
      const { order_code } = await orderParts.joinOrders(actor, input.data)
      return { location: orderPath(order_code) }
    } catch (error) {
      return problemOrThrow(problemOf(error), error)
    }
  },
})

function problemOf(error: unknown): Problem | null {
  const { joinOrders } = contract
  if (isRefusal(error, joinOrders, 'total_changed')) {
    const problem = `Tổng khi gộp giờ là ${formatDong(error.data.new_total)}. Tải lại trang rồi gộp.`
    return { status: error.status, problem }
  }
  const found = (['money_underway', 'not_joinable', 'cod_refused'] as const).find((code) =>
    isRefusal(error, joinOrders, code),
  )
  if (found !== undefined) return { status: 409, problem: texts[found] }
  if (isRefusal(error, joinOrders, 'order_not_found')) {
    return { status: 404, problem: 'Không tìm thấy một trong hai đơn. Tải lại trang.' }
  }
  return orderProblem(error)
}

const texts = {
  money_underway: 'Một trong hai đơn đã trả hoặc đang trả tiền: không gộp được.',
  not_joinable:
    'Hai đơn khác số điện thoại, khác nơi nhận, hoặc đơn sau của thành viên Smember khác: không gộp được.',
  cod_refused: 'Theo quy tắc COD, đơn gộp vượt mức thu khi nhận hàng. Giữ hai đơn.',
} as const
