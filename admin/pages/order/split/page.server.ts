import { orderPath } from '#admin/addresses/paths.ts'
import { problemOf as orderProblem } from '#admin/pages/order/page.server.ts'
import { type Problem, problemOrThrow, staffPage, unclear } from '#admin/runtime/page.ts'
import { orderParts as contract, type OrderSplit } from '#contracts/staff/orders/order-parts.ts'
import { isRefusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'

/**
 * /noi-bo/don-hang/:code/tach: makes a part of an order an order of its own. `di.{position}` says how many of a line
 * go.
 */
export const page = staffPage<OrderSplit>({
  needs: 'orderParts.split',
  loader: ({ services, actor, params, url }) => {
    const moved = unitsIn(Object.fromEntries(url.searchParams))
    const input = { order_code: params['code'] ?? '' }
    const chosen = contract.split.input.shape.moved.safeParse(moved).data
    return services.orderParts.split(actor, { ...input, moved: chosen })
  },
  action: async ({ services, actor, params }, fields) => {
    const order_code = params['code'] ?? ''
    const asked = { ...fields, order_code, moved: unitsIn(fields) }
    const input = contract.splitOrder.input.safeParse(asked)
    if (!input.success) {
      const has_reason = (fields['reason'] ?? '').trim() !== ''
      return has_reason ? unclear : { status: 422, problem: 'Hãy ghi lý do.' }
    }
    try {
      const made = await services.orderParts.splitOrder(actor, input.data)
      return { location: orderPath(made.order_code) }
    } catch (error) {
      return problemOrThrow(problemOf(error), error)
    }
  },
})

/** The fields `di.{position}` as units by position; empty ones are none. */
function unitsIn(fields: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(fields).filter(([name, value]) => {
    return name.startsWith('di.') && value !== ''
  })
  return Object.fromEntries(named.map(([name, value]) => [name.slice(3), value]))
}

function problemOf(error: unknown): Problem | null {
  const { splitOrder } = contract
  if (isRefusal(error, splitOrder, 'total_changed')) {
    const problem = `Phần ở lại giờ là ${formatDong(error.data.new_total)}, không phải số vừa xem. Xem lại rồi tách.`
    return { status: error.status, problem }
  }
  const found = (['money_underway', 'all_goods', 'combo_stays', 'nothing_to_change'] as const).find(
    (code) => isRefusal(error, splitOrder, code),
  )
  return found === undefined ? orderProblem(error) : { status: 409, problem: texts[found] }
}

const texts = {
  money_underway:
    'Khách đang trả online, hoặc có khoản tiền chờ đối soát hay đã hoàn. Chờ xong rồi tách.',
  all_goods: 'Để lại ít nhất một món trong đơn này.',
  combo_stays: 'Món mua kèm giá combo phải đi trước hoặc cùng món chính.',
  nothing_to_change: 'Ghi số lượng tách ra ở ít nhất một món.',
} as const
