import { staffPage, unclear } from '#admin/runtime/page.ts'
import { orders as contract, type OrderRow, type Receipt } from '#contracts/staff/orders.ts'

type BulkAction = 'confirm' | 'cancel'

export interface BulkData {
  action: BulkAction
  orders: OrderRow[]
}

/** What the page shows after its form. */
export interface BulkAnswer {
  receipt: Receipt
}

/** /noi-bo/don-hang/hang-loat: several orders are confirmed or cancelled after a look at each of them. */
export const page = staffPage<BulkData>({
  loader: async ({ services, actor, url: { searchParams } }) => {
    const order_codes = [...new Set(searchParams.getAll('code'))].slice(0, 50)
    const action = searchParams.get('action') === 'cancel' ? 'cancel' : 'confirm'
    return { action, orders: await services.orders.chosenOrders(actor, { order_codes }) }
  },
  action: async ({ services, actor }, { action, seen = '', reason, note }) => {
    // "DH261120-7K3M9QXZ:2 …": each order with the version that was shown.
    const orders = seen.split(' ').map((text) => {
      const [order_code = '', version = ''] = text.split(':')
      return { order_code, version }
    })
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
