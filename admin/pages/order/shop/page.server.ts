import { orderPath } from '#admin/addresses/paths.ts'
import { problemOf as orderProblem } from '#admin/pages/order/page.server.ts'
import { type Problem, problemOrThrow, staffPage } from '#admin/runtime/page.ts'
import { orderShop as contract, type OrderShops } from '#contracts/staff/order-changes.ts'
import { isRefusal } from '#pure/contract.ts'

/** /noi-bo/don-hang/:code/kho-xuat: lets another shop ship an order. */
export const page = staffPage<OrderShops>({
  needs: 'orderShop.shops',
  loader: ({ services, actor, params }) =>
    services.orderShop.shops(actor, { order_code: params['code'] ?? '' }),
  action: async ({ services, actor, params }, fields) => {
    const order_code = params['code'] ?? ''
    const input = contract.changeShop.input.safeParse({ ...fields, order_code })
    if (!input.success) {
      const has_shop = (fields['shop_id'] ?? '') !== ''
      return { status: 422, problem: has_shop ? 'Hãy ghi lý do.' : 'Hãy chọn cửa hàng.' }
    }
    try {
      await services.orderShop.changeShop(actor, input.data)
      return { location: orderPath(order_code) }
    } catch (error) {
      return problemOrThrow(problemOf(error), error)
    }
  },
})

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.changeShop, 'not_in_stock')) {
    const lacks = error.data.missing.map(({ name, left, wanted }) => {
      return `${name} (còn ${left}, cần ${wanted})`
    })
    const problem = `Cửa hàng này vừa hết: ${lacks.join('; ')}. Chọn cửa hàng khác.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, contract.changeShop, 'shop_not_found')) {
    return { status: error.status, problem: 'Không chọn được cửa hàng này. Chọn cửa hàng khác.' }
  }
  if (isRefusal(error, contract.changeShop, 'same_shop')) {
    const problem = 'Cửa hàng này đang giữ đủ hàng của đơn. Chọn cửa hàng khác.'
    return { status: error.status, problem }
  }
  if (isRefusal(error, contract.changeShop, 'is_pickup')) {
    const problem = 'Chưa đổi: khách đến lấy tại cửa hàng, hãy hỏi khách rồi đánh dấu khách đồng ý.'
    return { status: error.status, problem }
  }
  return orderProblem(error)
}
