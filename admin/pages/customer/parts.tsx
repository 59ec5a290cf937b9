import type { ShownCustomer } from '#admin/pages/customer/page.server.ts'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { orderPath, parcelPath, unitPath } from '#admin/addresses/paths.ts'
import { whatOf } from '#admin/pages/order/timeline-texts.ts'
import { StateMark } from '#admin/pages/orders/order-marks.tsx'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import { ParcelMark } from '#admin/pages/parcels/parcel-mark.tsx'
import type { Customer } from '#contracts/staff/customers.ts'
import { formatDong } from '#pure/money.ts'

export function Orders({ customer, now }: { customer: ShownCustomer; now: number }) {
  const { orders, order_count } = customer
  return (
    <Part id="orders" title={`Đơn hàng (${order_count})`}>
      {orders.map(({ code, state, created_at, parcels, ...order }) => (
        <Row key={code}>
          <Code to={orderPath(code)} code={code} />
          <StateMark state={state} />
          <span className="order-last min-w-0 basis-full text-muted">
            {order.first_item}
            {order.item_quantity > 1 && ` (${order.item_quantity} món)`}
            {order.shop !== null && ` · ${order.shop}`}
          </span>
          <End>
            <Age at={created_at} now={now} />
            <span className="font-semibold tabular-nums">{formatDong(order.grand_total)}</span>
          </End>
          {parcels.length > 0 && (
            <span className="order-last flex basis-full flex-wrap items-center gap-2 text-xs">
              {parcels.map((parcel) => (
                <Fragment key={parcel.code}>
                  <Link to={parcelPath(parcel.code)} className="tabular-nums underline">
                    {parcel.code}
                  </Link>
                  <ParcelMark state={parcel.state} />
                </Fragment>
              ))}
            </span>
          )}
        </Row>
      ))}
    </Part>
  )
}

export function Units({ units }: { units: Customer['units'] }) {
  return (
    <Part id="units" title="Máy đã mua">
      {units.map(({ code, name, color_name, order_code, warranty_until }) => (
        <Row key={code}>
          <Code to={unitPath(code)} code={code} />
          <span className="min-w-0">{color_name === null ? name : `${name} · ${color_name}`}</span>
          <End>
            <Link to={orderPath(order_code)} className="text-xs text-muted tabular-nums underline">
              {order_code}
            </Link>
            <span>
              {warranty_until === null ? 'Chưa giao' : `Bảo hành đến ${dayOf(warranty_until)}`}
            </span>
          </End>
        </Row>
      ))}
    </Part>
  )
}

/** "2026-11-23" as "23/11/2026". */
function dayOf(day: string): string {
  return day.split('-').toReversed().join('/')
}

export function Parcels({ parcels, now }: { parcels: Customer['refused_parcels']; now: number }) {
  return (
    <Part id="parcels" title="Vận đơn không nhận">
      {parcels.map(({ code, order_code, state, at }) => (
        <Row key={code}>
          <Code to={parcelPath(code)} code={code} />
          <ParcelMark state={state} />
          <End>
            <span className="text-xs text-muted tabular-nums">{order_code}</span>
            <Age at={at} now={now} />
          </End>
        </Row>
      ))}
    </Part>
  )
}

export function MoneyPart({ refunds, now }: { refunds: Customer['refunds']; now: number }) {
  return (
    <Part id="refunds" title="Hoàn tiền">
      {refunds.map(({ number, order_code, amount, state, at }) => (
        <Row key={number}>
          <Code to={orderPath(order_code)} code={order_code} />
          <span>{whatOf({ kind: 'refund', what: state })}</span>
          <End>
            <Age at={at} now={now} />
            <span className="font-semibold tabular-nums">{formatDong(amount)}</span>
          </End>
        </Row>
      ))}
    </Part>
  )
}

const message_states: Record<Customer['messages'][number]['state'], string> = {
  waiting: 'chờ gửi',
  sending: 'đang gửi',
  sent: '',
  failed: 'gửi không được',
  dropped: 'không gửi',
}

export function Messages({ messages, now }: { messages: Customer['messages']; now: number }) {
  return (
    <Part id="messages" title="Tin đã gửi">
      {messages.map(({ channel, template, order_code, state, at }, n) => (
        <Row key={n}>
          <span className="min-w-0 first-letter:uppercase">
            {whatOf({ kind: channel, what: template })}
          </span>
          {state !== 'sent' && (
            <span className="text-xs font-semibold">{message_states[state]}</span>
          )}
          <End>
            <Link to={orderPath(order_code)} className="text-xs text-muted tabular-nums underline">
              {order_code}
            </Link>
            <Age at={at} now={now} />
          </End>
        </Row>
      ))}
    </Part>
  )
}

export function Part({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: ReactNode[]
}) {
  if (children.length === 0) return null
  return (
    <section aria-labelledby={id} className="text-sm">
      <h2 id={id} className="part-title mb-1 px-1">
        {title}
      </h2>
      <ul className="overflow-clip rounded-2xl border border-line bg-white">{children}</ul>
    </section>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line px-3 py-1.5 last:border-0">
      {children}
    </li>
  )
}

export function Code({ to, code }: { to: string; code: string }) {
  return (
    <Link to={to} className="font-bold whitespace-nowrap tabular-nums hover:text-accent">
      {code}
    </Link>
  )
}

export function End({ children }: { children: ReactNode }) {
  return <span className="ml-auto flex flex-wrap items-center gap-x-3">{children}</span>
}

export function Age({ at, now }: { at: string; now: number }) {
  return (
    <time dateTime={at} className="text-xs whitespace-nowrap text-muted">
      {ageText(at, now)} trước
    </time>
  )
}
