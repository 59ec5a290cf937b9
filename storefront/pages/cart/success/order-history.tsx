import type { OrderEvent } from '#contracts/storefront/order.ts'
import { stateName } from '#storefront/commerce/checkout/checkout-texts.ts'
import { StateList } from '#storefront/commerce/checkout/state-list.tsx'

/** The part of the page that "Theo dõi đơn hàng" leads to. */
export const history_id = 'lich-su'

/** Shows the history of an order, newest event first. */
export function OrderHistory({ history }: { history: readonly OrderEvent[] }) {
  const events = history.map(({ state, note, happened_at }) => ({
    title: stateName(state),
    note,
    happened_at,
  }))
  return (
    <div id={history_id}>
      <StateList title="Lịch sử đơn hàng" events={events} />
    </div>
  )
}
