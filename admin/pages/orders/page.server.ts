import { redirect } from 'react-router'
import { orderPath } from '#admin/addresses/paths.ts'
import { staffPage } from '#admin/runtime/page.ts'
import { orders as contract, type OrderList } from '#contracts/staff/orders.ts'

/** The list with the time at which it was read. */
export type OrdersData = OrderList & { now: number }

/** /noi-bo/don-hang: every order. A search that finds one order opens it: paste a phone, press Enter. */
export const page = staffPage<OrdersData>({
  needs: 'orders.orders',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const query = Object.fromEntries(searchParams)
    const input = contract.orders.input.safeParse(query)
    const list = await services.orders.orders(actor, input.data ?? contract.orders.input.parse({}))
    const is_search = Object.entries(query).every(([name, value]) => name === 'q' || value === '')
    const [only, ...others] = list.rows
    if (query['q'] && is_search && only && others.length === 0) throw redirect(orderPath(only.code))
    return { ...list, now: Date.now() }
  },
})
