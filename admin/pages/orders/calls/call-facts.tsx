import { Link } from 'react-router'
import { orderPath } from '#admin/addresses/paths.ts'
import { CustomerLink } from '#admin/pages/customers/customer-link.tsx'
import { StateMark } from '#admin/pages/orders/order-marks.tsx'
import { ageText, data_transfer_title, delivery_titles } from '#admin/pages/orders/order-texts.ts'
import type { ShownCall } from '#admin/pages/orders/calls/page.server.ts'
import { spacedPhone } from '#pure/formats/spaced-phone.ts'
import { formatDong } from '#pure/money.ts'
import { calledName, salutations } from '#pure/vietnamese/called-name.ts'

/** Whom to call, what to say, and what to know before: the same goods ordered twice, parcels that came back. */
export function CallFacts({ call, now }: { call: ShownCall; now: number }) {
  const { order, phone, look_alikes, cancelled_count, came_back_count } = call
  const { recipient, delivery, province, grand_total, is_paid, item_quantity } = order
  const you = recipient.salutation ? salutations[recipient.salutation] : 'Anh/chị'
  return (
    <section aria-labelledby="who" className="sheet grid gap-3 text-sm">
      <h2 id="who" className="part-title">
        Khách
      </h2>
      <p className="text-base font-bold">
        {calledName(recipient)} <CustomerLink order_code={order.code} />
      </p>
      {phone === null ? (
        <p className="text-lg tabular-nums">{recipient.phone}</p>
      ) : (
        <a href={`tel:${phone}`} className="link w-fit text-2xl font-bold tabular-nums">
          {spacedPhone(phone)}
        </a>
      )}
      <p className="rounded-lg bg-cream px-3 py-2">
        “Chào {you.toLowerCase()} {recipient.name}, {you.toLowerCase()} vừa đặt {item_quantity} món,{' '}
        {is_paid ? 'đã trả' : 'cần trả'} {formatDong(grand_total)}.{' '}
        {delivery === 'store_pickup' ? `${you} đến cửa hàng nhận` : 'Cửa hàng giao đến địa chỉ'}:{' '}
        {recipient.address_text || province}. {you} xác nhận giúp ạ?”
      </p>
      {recipient.note !== null && (
        <p className="rounded-lg bg-gold-soft px-3 py-2">Khách dặn: “{recipient.note}”</p>
      )}
      {recipient.data_transfer && (
        <p className="rounded-lg bg-gold-soft px-3 py-2">{data_transfer_title}</p>
      )}
      <p className="text-muted">{delivery_titles[delivery]}</p>
      {cancelled_count > 0 && (
        <p className="rounded-lg bg-sale-soft px-3 py-2 font-semibold text-sale">
          Số này có {cancelled_count} đơn đã hủy
          {came_back_count > 0 && `, ${came_back_count} đơn không nhận hàng`}
        </p>
      )}
      {look_alikes.length > 0 && (
        <div>
          <h3 className="part-title mb-1">Có thể trùng, trong 48 giờ</h3>
          <ul className="grid gap-1">
            {look_alikes.map((other) => (
              <li key={other.code} className="flex flex-wrap items-center gap-x-2">
                <Link
                  to={orderPath(other.code)}
                  className="font-semibold tabular-nums hover:text-accent"
                >
                  {other.code}
                </Link>
                <StateMark state={other.state} />
                <span className="text-xs text-muted">
                  {other.is_same_phone ? 'cùng số' : 'cùng địa chỉ'} ·{' '}
                  {ageText(other.created_at, now)}
                </span>
                <span className="ml-auto tabular-nums">{formatDong(other.grand_total)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Link to={orderPath(order.code)} className="link w-fit">
        Mở cả đơn
      </Link>
    </section>
  )
}
