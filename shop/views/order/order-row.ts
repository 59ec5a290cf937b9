import type { OrderFlag, OrderRow } from '#contracts/staff/orders.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { paymentTitle } from '#shop/order/order-view.ts'
import type { ListedOrder } from '#shop/views/order/order-list-store.ts'

/** Converts a stored order to a row of a list. */
export function orderRow(order: ListedOrder): OrderRow {
  const { code, version, state, created_at, recipient, province, first_item } = order
  const { item_quantity, line_count, grand_total, payment_method, is_paid, shop, assigned_name } =
    order
  return {
    code,
    version,
    state,
    created_at: created_at.toISOString(),
    name: recipient.name,
    phone: maskedPhone(order.phone),
    province,
    first_item,
    item_quantity,
    line_count,
    grand_total,
    method_title: paymentTitle(payment_method),
    is_paid,
    delivery: recipient.shipping_method,
    shop,
    assigned_name,
    flags: flagsOf(order),
    tags: order.tags,
  }
}

function flagsOf(
  order: Pick<
    ListedOrder,
    'is_duplicate' | 'is_first' | 'has_come_back' | 'needs_call' | 'recipient'
  >,
): OrderFlag[] {
  const flags: [OrderFlag, boolean][] = [
    ['duplicate', order.is_duplicate],
    ['first', order.is_first],
    ['came_back', order.has_come_back],
    ['call_first', order.needs_call],
    ['company_invoice', order.recipient.company_invoice !== null],
  ]
  return flags.filter(([, is_set]) => is_set).map(([flag]) => flag)
}
