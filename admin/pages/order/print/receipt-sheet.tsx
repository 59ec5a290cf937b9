import type { PickList } from '#admin/pages/order/print/page.server.ts'
import { formatDong } from '#pure/money.ts'
import { orderRows, rowTexts } from '#pure/price-rows.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

/** What the shopper takes along: a receipt for the paper of a K80 printer, with IMEIs and serial numbers. */
export function ReceiptSheet({ order, qr, printed_at }: PickList) {
  const { code, items, totals, shop, recipient, created_at, payments, paid_total, units } = order
  const rows = orderRows(items, totals)
  const missing = totals.grand_total - paid_total
  return (
    <article className="paper receipt mx-auto w-[80mm] max-w-full bg-white p-[4mm] text-note leading-snug print:p-0">
      <header className="text-center">
        {shop !== null && <p className="font-bold">{shop}</p>}
        <h1 className="mt-1 text-base">Phiếu bán hàng</h1>
        <p className="tabular-nums">{code}</p>
        <p>Đặt lúc {formatDateTime(new Date(created_at))}</p>
      </header>
      <p className="mt-2 wrap-anywhere">
        Khách: {recipient.name} · {recipient.phone}
      </p>
      <ul className="mt-2 border-t border-dashed border-ink">
        {items.map(
          ({ item_id, name, color_name, item_quantity, final_price, line_total, is_gift }, n) => (
            <li key={n} className="border-b border-dashed border-ink py-1">
              <p className="wrap-anywhere">
                {name}
                {color_name !== null && ` · ${color_name}`}
              </p>
              <p className="flex justify-between gap-2 tabular-nums">
                <span>
                  {item_quantity} × {is_gift ? 'quà tặng' : formatDong(final_price)}
                </span>
                <span>{formatDong(line_total)}</span>
              </p>
              {isFirstOf(items, item_id, n) &&
                units
                  .filter((unit) => unit.item_id === item_id)
                  .map((unit) => (
                    <p key={unit.code} className="tabular-nums">
                      IMEI/Serial: {unit.code}
                    </p>
                  ))}
            </li>
          ),
        )}
      </ul>
      <dl className="mt-2 tabular-nums">
        {rowTexts(rows).map(([title, amount], n) => (
          <Sum key={n} title={title} amount={amount} is_total={rows[n]?.kind === 'total'} />
        ))}
        {payments
          .filter(({ state }) => state === 'paid')
          .map(({ method_title, amount }, n) => (
            <Sum key={n} title={`Đã trả · ${method_title}`} amount={formatDong(amount)} />
          ))}
        {missing > 0 && (
          <Sum
            title={order.state === 'delivered' ? 'Đã trả khi nhận' : 'Còn phải trả'}
            amount={formatDong(missing)}
          />
        )}
      </dl>
      <img src={qr} alt={`Mã QR của đơn ${code}`} className="mx-auto mt-2 size-24" />
      <p className="mt-1 text-center text-xs">
        In lúc {formatDateTime(new Date(printed_at))}. Giữ phiếu này để đổi trả và bảo hành. Phiếu
        không thay cho hóa đơn.
      </p>
    </article>
  )
}

interface SumProps {
  title: string
  amount: string
  is_total?: boolean
}

function Sum({ title, amount, is_total = false }: SumProps) {
  return (
    <div className={`flex justify-between gap-2 ${is_total ? 'font-bold' : ''}`}>
      <dt className="wrap-anywhere">{title}</dt>
      <dd className="whitespace-nowrap">{amount}</dd>
    </div>
  )
}

/** A product may stand in several lines, also as a gift: its codes are printed once. */
function isFirstOf(items: PickList['order']['items'], item_id: number, n: number): boolean {
  return items.findIndex((item) => item.item_id === item_id) === n
}
