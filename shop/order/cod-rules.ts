/** What an order paid on delivery may be. Null: no limit. */
export interface CodRules {
  /** Đồng. */
  max_total: number | null
  /** Units of one order. */
  max_quantity: number | null
  /** Unconfirmed orders of one phone, this one included. */
  max_open_orders: number | null
  /** Parcels that came back, from which on the phone pays before delivery. */
  max_came_back: number | null
  /** Orders of one network on one day, this one included. */
  max_per_network: number | null
  /** Unpaid orders of this total and above are confirmed by a call only. */
  call_from: number | null
  /** Hours after which an unconfirmed order is cancelled. */
  release_after_h: number | null
}

/** An order that is to be paid on delivery, and the history of its phone. */
interface CodOrder {
  total: number
  quantity: number
  /** Other unconfirmed orders of the phone that are paid on delivery. */
  open_orders: number
  came_back: number
  /** Other orders of its network on its day that are paid on delivery. */
  of_network: number
  /** Staff want the money first (decision 145). */
  is_prepaid: boolean
}

export interface CodProblem {
  rule: 'total' | 'quantity' | 'open_orders' | 'came_back' | 'network' | 'prepaid'
  limit: number
}

/** The first rule that refuses cash on delivery; null if none does. */
export function codProblem(rules: CodRules, order: CodOrder): CodProblem | null {
  const { max_total, max_quantity, max_open_orders, max_came_back, max_per_network } = rules
  if (order.is_prepaid) return { rule: 'prepaid', limit: 0 }
  if (max_came_back !== null && order.came_back >= max_came_back) {
    return { rule: 'came_back', limit: max_came_back }
  }
  if (max_total !== null && order.total > max_total) return { rule: 'total', limit: max_total }
  if (max_quantity !== null && order.quantity > max_quantity) {
    return { rule: 'quantity', limit: max_quantity }
  }
  if (max_open_orders !== null && order.open_orders >= max_open_orders) {
    return { rule: 'open_orders', limit: max_open_orders }
  }
  if (max_per_network !== null && order.of_network >= max_per_network) {
    return { rule: 'network', limit: max_per_network }
  }
  return null
}
