import type { OrderEvent } from '#contracts/storefront/order.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { stateName } from '#storefront/commerce/checkout/checkout-texts.ts'

/** Shows the history of an order, newest event first. */
export function OrderHistory({ history }: { history: readonly OrderEvent[] }) {
  return (
    <div>
      <h3 className="text-[15px] tracking-normal">Lịch sử đơn hàng</h3>
      <ol className="mt-3 grid text-[15px]">
        {history.toReversed().map(({ state, happened_at, note }, index) => (
          <li
            key={`${happened_at} ${index}`}
            className="relative pb-4 pl-6 before:absolute before:top-1.5 before:left-0.5 before:size-2.5 before:rounded-full before:bg-line after:absolute after:top-4 after:bottom-0 after:left-[6.5px] after:w-0.5 after:bg-line first:before:bg-accent last:pb-0 last:after:hidden"
          >
            <p className="font-semibold">{stateName(state)}</p>
            {note !== null && <p className="wrap-anywhere">{note}</p>}
            <p className="text-[13px] text-muted">
              <time dateTime={happened_at}>{formatDateTime(new Date(happened_at))}</time>
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}
