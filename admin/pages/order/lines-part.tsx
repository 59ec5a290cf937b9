import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { unitPath } from '#admin/addresses/paths.ts'
import { useMayOpen } from '#admin/kit/frame.tsx'
import { OrderPriceRows, UnitPriceRows } from '#admin/kit/price-rows.tsx'
import type { ShownOrder } from '#admin/pages/order/timeline-texts.ts'
import { formatDong } from '#pure/money.ts'

/** What was bought, with the steps of each price and the shops that have reserved it, and the totals. */
export function LinesPart({ order }: { order: ShownOrder }) {
  return (
    <section aria-labelledby="lines" className="sheet p-0">
      <h2 id="lines" className="part-title px-4 pt-3">
        Hàng ({order.item_quantity})
      </h2>
      <ul className="text-sm">
        {order.items.map((item, n) => (
          <Line key={`${item.line_id}-${item.item_id}-${n}`} item={item} order={order}>
            {/* Which of two lines of an item a unit belongs to is not known. */}
            {order.items.findIndex((one) => one.item_id === item.item_id) === n && (
              <Units order={order} item_id={item.item_id} />
            )}
          </Line>
        ))}
      </ul>
      <OrderPriceRows
        rows={order.total_rows}
        className="ml-auto w-full max-w-96 px-4 py-3 text-sm"
      />
    </section>
  )
}

interface LineProps {
  item: ShownOrder['items'][number]
  order: ShownOrder
  children: ReactNode
}

function Line({ item, order, children }: LineProps) {
  const {
    name,
    color_name,
    sku,
    item_id,
    item_quantity,
    final_price,
    line_total,
    price_rows,
    is_gift,
  } = item
  const reserved = order.reservations.filter((one) => one.item_id === item_id)
  // Goods that have left the shop are not reserved any more.
  const verb = order.state === 'shipping' || order.state === 'delivered' ? 'lấy' : 'giữ'
  return (
    <li className="border-b border-line px-4 py-2.5">
      <div className="flex gap-3">
        <span className="w-8 shrink-0 text-right font-bold tabular-nums">{item_quantity} ×</span>
        <span className="min-w-0 grow">
          <span className="font-semibold">
            {name}
            {color_name !== null && ` · ${color_name}`}
          </span>
          {is_gift && (
            <span className="ml-1.5 rounded-md bg-success-soft px-1.5 text-xs text-success">
              Quà
            </span>
          )}
          <span className="block text-xs text-muted">
            {sku}
            {reserved.map(({ shop, shop_id, quantity, is_active }) => (
              <span key={`${shop_id}-${is_active}`} className={is_active ? '' : 'line-through'}>
                {` · ${verb} ${quantity} ở ${shop}`}
              </span>
            ))}
          </span>
          {children}
          <UnitPriceRows rows={price_rows} />
        </span>
        <span className="shrink-0 text-right tabular-nums">
          <span className="font-semibold">{formatDong(line_total)}</span>
          {item_quantity > 1 && (
            <span className="block text-xs text-muted">{formatDong(final_price)}</span>
          )}
        </span>
      </div>
    </li>
  )
}

/** The devices that were sold, each with the page of its life. */
function Units({ order, item_id }: { order: ShownOrder; item_id: number }) {
  const may_open = useMayOpen(addresses.units.page)
  const units = order.units.filter((one) => one.item_id === item_id)
  if (units.length === 0) return null
  return (
    <span className="flex flex-wrap gap-x-3 text-xs tabular-nums">
      {units.map(({ code }) =>
        may_open ? (
          <Link key={code} to={unitPath(code)} className="underline">
            {code}
          </Link>
        ) : (
          <span key={code}>{code}</span>
        ),
      )}
    </span>
  )
}
