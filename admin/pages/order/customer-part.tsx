import { Link } from 'react-router'
import { orderPath, recipientPath } from '#admin/addresses/paths.ts'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { OrderAnswer } from '#admin/pages/order/page.server.ts'
import { CustomerLink } from '#admin/pages/customers/customer-link.tsx'
import type { ShownOrder } from '#admin/pages/order/timeline-texts.ts'
import { StateMark } from '#admin/pages/orders/order-marks.tsx'
import { ageText, data_transfer_title, delivery_titles } from '#admin/pages/orders/order-texts.ts'
import { promiseText } from '#pure/delivery-text.ts'
import { spacedPhone } from '#pure/formats/spaced-phone.ts'
import { formatDong } from '#pure/money.ts'
import { calledName } from '#pure/vietnamese/called-name.ts'

interface CustomerPartProps {
  order: ShownOrder
  /** The phones in full, after staff asked for them. */
  shown: OrderAnswer | undefined
  now: number
}

/** Who bought, who receives and where, and the other orders of the phone. */
export function CustomerPart({ order, shown, now }: CustomerPartProps) {
  const { recipient, other_orders, shop, province, delivery } = order
  const { recipient_name, recipient_phone, email, note, company_invoice } = recipient
  return (
    <section aria-labelledby="customer" className="sheet grid gap-3 text-sm">
      <h2 id="customer" className="part-title">
        Khách
      </h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-base font-bold">{calledName(recipient)}</span>
        <Phone masked={recipient.phone} phone={shown?.phone ?? null} />
        {order.may.see_phone && shown === undefined && (
          <StaffForm action={orderPath(order.code)} hidden={{ intent: 'show_phone' }}>
            <button type="submit" className="tool min-h-7 px-2 text-xs">
              Hiện
            </button>
          </StaffForm>
        )}
        <CustomerLink order_code={order.code} />
        {email !== null && <span className="w-full text-muted">{shown?.email ?? email}</span>}
      </div>
      {recipient_name !== null && recipient_phone !== null && (
        <p>
          Người nhận: <span className="font-bold">{recipient_name}</span>{' '}
          <Phone masked={recipient_phone} phone={shown?.recipient_phone ?? null} />
        </p>
      )}
      <div>
        <h3 className="part-title mb-1">{delivery_titles[delivery]}</h3>
        <p>{recipient.address_text || province}</p>
        {recipient.promise && <p>Đã hẹn: {promiseText(recipient.promise, null)}</p>}
        {shop !== null && <p className="text-muted">Cửa hàng xuất: {shop}</p>}
        {note !== null && <p className="mt-1 rounded-lg bg-gold-soft px-2 py-1">“{note}”</p>}
        {recipient.data_transfer && (
          <p className="mt-1 rounded-lg bg-gold-soft px-2 py-1 font-semibold">
            {data_transfer_title}
          </p>
        )}
        {order.may.change_recipient && (
          <Link to={recipientPath(order.code)} className="link mt-1 inline-block">
            Đổi thông tin nhận hàng
          </Link>
        )}
      </div>
      {company_invoice !== null && (
        <div>
          <h3 className="part-title mb-1">Hóa đơn công ty</h3>
          <p>
            {company_invoice.name} · MST {company_invoice.tax_code}
          </p>
          <p className="text-muted">{company_invoice.address}</p>
        </div>
      )}
      {other_orders.length > 0 && (
        <div>
          <h3 className="part-title mb-1">Đơn khác của số này</h3>
          <ul className="divide-y divide-line">
            {other_orders.map(({ code, state, created_at, grand_total }) => (
              <li key={code} className="grid grid-cols-[1fr_auto] items-center gap-x-2 py-1">
                <Link to={orderPath(code)} className="font-semibold tabular-nums hover:text-accent">
                  {code}
                </Link>
                <span className="text-right tabular-nums">{formatDong(grand_total)}</span>
                <span>
                  <StateMark state={state} />
                </span>
                <span className="text-right text-xs text-muted">
                  {ageText(created_at, now)} trước
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

function Phone({ masked, phone }: { masked: string; phone: string | null }) {
  if (phone === null) return <span className="tabular-nums">{masked}</span>
  return (
    <a href={`tel:${phone}`} className="link tabular-nums">
      {spacedPhone(phone)}
    </a>
  )
}
