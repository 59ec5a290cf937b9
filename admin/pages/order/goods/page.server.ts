import { orderPath } from '#admin/addresses/paths.ts'
import { problemOf as orderProblem } from '#admin/pages/order/page.server.ts'
import { type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { orderGoods as contract, type OrderGoods } from '#contracts/staff/order-goods.ts'
import { isRefusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'

/** /noi-bo/don-hang/:code/bo-mon: takes goods off an order. `bo.{position}` says how many of each line. */
export const page = staffPage<OrderGoods>({
  loader: ({ services, actor, params, url }) => {
    const removed = contract.goods.input.shape.removed.safeParse(
      removedIn(Object.fromEntries(url.searchParams)),
    )
    const order_code = params['code'] ?? ''
    return services.orderGoods.goods(actor, { order_code, removed: removed.data })
  },
  action: async ({ services, actor, params }, fields) => {
    const order_code = params['code'] ?? ''
    const input = contract.removeGoods.input.safeParse({
      ...fields,
      order_code,
      removed: removedIn(fields),
    })
    if (!input.success) {
      const has_reason = (fields['reason'] ?? '').trim() !== ''
      return has_reason ? unclear : { status: 422, problem: 'Hãy ghi lý do.' }
    }
    try {
      await services.orderGoods.removeGoods(actor, input.data)
      return { location: orderPath(order_code) }
    } catch (error) {
      const problem = problemOf(error)
      if (problem === null) throw error
      return problem
    }
  },
})

/** The fields `bo.{position}` as units by position; empty ones are none. */
function removedIn(fields: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(fields).filter(([name, value]) => {
    return name.startsWith('bo.') && value !== ''
  })
  return Object.fromEntries(named.map(([name, value]) => [name.slice(3), value]))
}

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.removeGoods, 'total_changed')) {
    const problem = `Tổng mới là ${formatDong(error.data.new_total)}, không phải số vừa xem. Xem lại rồi bỏ.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, contract.removeGoods, 'money_underway')) {
    const problem = 'Khách đang trả online, hoặc có khoản tiền chờ đối soát. Chờ xong rồi bỏ món.'
    return { status: error.status, problem }
  }
  if (isRefusal(error, contract.removeGoods, 'all_goods')) {
    return { status: error.status, problem: 'Bỏ hết món thì hãy hủy đơn.' }
  }
  if (isRefusal(error, contract.removeGoods, 'combo_stays')) {
    return { status: error.status, problem: 'Bỏ món mua kèm giá combo trước.' }
  }
  if (isRefusal(error, contract.removeGoods, 'nothing_to_remove')) {
    return { status: error.status, problem: 'Ghi số lượng cần bỏ ở ít nhất một món.' }
  }
  return orderProblem(error)
}
