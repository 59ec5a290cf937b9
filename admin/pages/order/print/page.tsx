import { Link } from 'react-router'
import { addresses, pathWith } from '#admin/addresses/addresses.ts'
import { orderPath, orderReceiptPath } from '#admin/addresses/paths.ts'
import { pressKeyed, useKeys } from '#admin/kit/keyboard.ts'
import { Key } from '#admin/kit/keys-help.tsx'
import type { PickList } from '#admin/pages/order/print/page.server.ts'
import { ReceiptSheet } from '#admin/pages/order/print/receipt-sheet.tsx'
import { data_transfer_title, delivery_titles } from '#admin/pages/orders/order-texts.ts'
import { formatDong } from '#pure/money.ts'
import { calledName } from '#pure/vietnamese/called-name.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ order, is_receipt }: PickList) =>
  `${is_receipt ? 'Phiếu bán' : 'Phiếu soạn'} ${order.code}`
export const has_own_heading = true

/** An order on paper: the pick list, or the receipt of the shopper. */
export function Page({ data }: { data: PickList }) {
  const { order, is_receipt } = data
  const pick_list = pathWith(addresses.order_print, { code: order.code })
  useKeys({ p: () => pressKeyed('p') })
  return (
    <>
      <div className="flex flex-wrap gap-2 print:hidden">
        <button type="button" onClick={() => window.print()} data-key="p" className="tool-main">
          In phiếu <Key name="p" />
        </button>
        <Link to={is_receipt ? pick_list : orderReceiptPath(order.code)} className="tool">
          {is_receipt ? 'Phiếu soạn hàng' : 'Phiếu bán K80'}
        </Link>
        <Link to={orderPath(order.code)} className="tool">
          Về đơn
        </Link>
      </div>
      {is_receipt ? <ReceiptSheet {...data} /> : <PickSheet {...data} />}
    </>
  )
}

/** The pick list of an order: a sheet of A4 with the QR code of its code. */
function PickSheet({ order, qr }: PickList) {
  const { code, items, recipient, reservations, delivery, shop, timeline, created_at } = order
  const to_collect = order.grand_total - order.paid_total
  const notes = timeline.filter(({ kind }) => kind === 'courier_note')
  return (
    <article className="paper mx-auto w-full max-w-[190mm] bg-white p-[10mm] text-sm print:p-0">
      <header className="flex items-start gap-4">
        <div className="grow">
          <h1 className="text-2xl tabular-nums">{code}</h1>
          <p>Phiếu soạn hàng · đặt lúc {formatDateTime(new Date(created_at))}</p>
          <p className="mt-2 font-bold">
            {delivery_titles[delivery]}
            {shop !== null && ` · ${shop}`}
          </p>
        </div>
        <img src={qr} alt={`Mã QR của đơn ${code}`} className="size-28" />
      </header>
      <p className="mt-4">
        {recipient.recipient_name ?? calledName(recipient)} ·{' '}
        {recipient.recipient_phone ?? recipient.phone}
      </p>
      <p>{recipient.address_text}</p>
      {recipient.note !== null && <p>Khách dặn: “{recipient.note}”</p>}
      {recipient.data_transfer && <p className="font-bold">{data_transfer_title}</p>}
      {notes.map(({ at, note }) => (
        <p key={at}>Dặn người giao: {note}</p>
      ))}
      <table className="mt-4 w-full border-collapse">
        <thead>
          <tr className="border-y border-ink text-left">
            <th scope="col" className="w-12 py-1">
              Xong
            </th>
            <th scope="col">Mã hàng</th>
            <th scope="col">Tên hàng</th>
            <th scope="col">Lấy ở</th>
            <th scope="col" className="text-right">
              SL
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, n) => (
            <tr key={n} className="border-b border-line align-top">
              <td className="py-2">
                <span aria-hidden className="block size-4 border border-ink" />
              </td>
              <td className="py-2 pr-3 sm:whitespace-nowrap">{item.sku}</td>
              <td className="py-2 pr-3">
                {item.name}
                {item.color_name !== null && ` · ${item.color_name}`}
                {item.is_gift && ' (quà)'}
              </td>
              <td className="py-2 pr-3">
                {reservations
                  .filter((one) => one.item_id === item.item_id && one.is_active)
                  .map(({ shop: name, quantity }) => `${name}: ${quantity}`)
                  .join(', ')}
              </td>
              <td className="py-2 text-right text-base font-bold">{item.item_quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-right">
        {to_collect > 0 ? `Thu của khách: ${formatDong(to_collect)}` : 'Khách đã trả tiền'}
      </p>
    </article>
  )
}
