import { staffPage, unclear } from '#admin/runtime/page.ts'
import {
  BulkAction,
  type ChosenOrder,
  orders as contract,
  type Receipt,
} from '#contracts/staff/orders.ts'
import { isRefusal } from '#pure/contract.ts'

export interface BulkData {
  action: BulkAction
  orders: ChosenOrder[]
  /** Whom the orders can be assigned to. */
  assignees: { staff_id: number; name: string }[]
}

/** What the page shows after its form. */
export interface BulkAnswer {
  receipt: Receipt
}

/** /noi-bo/don-hang/hang-loat: several orders are confirmed, assigned or cancelled after a look at each of them. */
export const page = staffPage<BulkData>({
  loader: async ({ services, actor, url: { searchParams } }) => {
    const order_codes = [...new Set(searchParams.getAll('code'))].slice(0, 50)
    const action = BulkAction.safeParse(searchParams.get('action')).data ?? 'confirm'
    const orders = await services.orders.chosenOrders(actor, { order_codes })
    const is_assigning = action === 'assign' && orders.some(({ may }) => may.includes('assign'))
    const assignees = is_assigning ? await services.orders.assignees(actor, {}) : []
    return { action, orders, assignees }
  },
  action: async ({ services, actor }, { action, seen = '', reason, note, staff_id }) => {
    // "DH261120-7K3M9QXZ:2 …": each order with the version that was shown.
    const orders = seen.split(' ').map((text) => {
      const [order_code = '', version = ''] = text.split(':')
      return { order_code, version }
    })
    if (action === 'assign') {
      const order_codes = orders.map(({ order_code }) => order_code)
      const input = contract.assignOrders.input.safeParse({ order_codes, staff_id })
      if (!input.success) return unclear
      try {
        return { answer: { receipt: await services.orders.assignOrders(actor, input.data) } }
      } catch (error) {
        if (!isRefusal(error, contract.assignOrders, 'staff_not_found')) throw error
        return { status: 404, problem: 'Không giao được cho người này. Hãy chọn người khác.' }
      }
    }
    if (action === 'cancel') {
      const input = contract.cancelOrders.input.safeParse({ orders, reason, note })
      if (!input.success) return { status: 422, problem: 'Hãy chọn lý do hủy và ít nhất một đơn.' }
      return { answer: { receipt: await services.orders.cancelOrders(actor, input.data) } }
    }
    const input = contract.confirmOrders.input.safeParse({ orders })
    if (!input.success) return unclear
    return { answer: { receipt: await services.orders.confirmOrders(actor, input.data) } }
  },
})
