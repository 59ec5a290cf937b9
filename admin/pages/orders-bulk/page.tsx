import { Link, useLocation } from 'react-router'
import { addresses, orderPath } from '#admin/addresses/addresses.ts'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { ReasonFields } from '#admin/pages/orders/reason-fields.tsx'
import { StateMark } from '#admin/pages/orders/order-marks.tsx'
import { outcomes } from '#admin/pages/orders/order-texts.ts'
import type { BulkAnswer, BulkData } from '#admin/pages/orders-bulk/page.server.ts'
import type { OrderRow, Receipt } from '#contracts/staff/orders.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Xử lý nhiều đơn'
export const has_own_heading = true

const words = {
  confirm: { heading: 'Xác nhận nhiều đơn', can: 'Sẽ được xác nhận', button: 'Xác nhận' },
  cancel: { heading: 'Hủy nhiều đơn', can: 'Sẽ bị hủy', button: 'Hủy' },
} as const

const states_before: Record<BulkData['action'], readonly OrderRow['state'][]> = {
  confirm: ['pending'],
  cancel: ['awaiting_payment', 'pending', 'confirmed'],
}

/** Chosen orders before an action, each with what will happen to it; afterwards the receipt. */
export function Page({ data, answer }: { data: BulkData; answer?: BulkAnswer }) {
  const { action, orders } = data
  const { pathname, search } = useLocation()
  const { heading, button } = words[action]
  const able = orders.filter(({ state }) => states_before[action].includes(state))
  const seen = able.map(({ code, version }) => `${code}:${version}`).join(' ')
  return (
    <>
      <h1 className="text-xl">{heading}</h1>
      {answer ? (
        <ReceiptPart receipt={answer.receipt} />
      ) : (
        <StaffForm
          action={pathname + search}
          hidden={{ action, seen }}
          className="grid max-w-4xl gap-3"
        >
          <ul className="rounded-2xl border border-line bg-white text-sm">
            {orders.map((order) => (
              <Preview
                key={order.code}
                order={order}
                action={action}
                is_able={able.includes(order)}
              />
            ))}
            {orders.length === 0 && <li className="p-4 text-muted">Chưa chọn đơn nào.</li>}
          </ul>
          {action === 'cancel' && <ReasonFields />}
          <div className="flex flex-wrap gap-2">
            {able.length > 0 && (
              <SubmitButton look="primary">{`${button} ${able.length} đơn`}</SubmitButton>
            )}
            <BackLink />
          </div>
        </StaffForm>
      )}
    </>
  )
}

interface PreviewProps {
  order: OrderRow
  action: BulkData['action']
  is_able: boolean
}

function Preview({ order: { code, state, name, grand_total }, action, is_able }: PreviewProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-0">
      <Link to={orderPath(code)} className="w-44 font-bold tabular-nums">
        {code}
      </Link>
      <span className="min-w-44">{name}</span>
      <StateMark state={state} />
      <span className="min-w-28 text-right tabular-nums">{formatDong(grand_total)}</span>
      <span className={`ml-auto font-semibold ${is_able ? 'text-success' : 'text-muted'}`}>
        {is_able ? words[action].can : 'Bỏ qua: trạng thái không cho phép'}
      </span>
    </li>
  )
}

function ReceiptPart({ receipt }: { receipt: Receipt }) {
  const done = receipt.filter(({ outcome }) => outcome === 'done').length
  return (
    <>
      <p role="status" className="sheet max-w-4xl font-bold">
        {`Xong ${done} đơn`}
        {receipt.length > done && `, ${receipt.length - done} đơn không làm được`}
      </p>
      <ul className="max-w-4xl rounded-2xl border border-line bg-white text-sm">
        {receipt.map(({ code, outcome, state }) => (
          <li
            key={code}
            className="flex flex-wrap items-center gap-x-4 border-b border-line px-4 py-2 last:border-0"
          >
            <Link to={orderPath(code)} className="font-bold tabular-nums">
              {code}
            </Link>
            {state !== null && <StateMark state={state} />}
            <span
              className={`ml-auto font-semibold ${outcome === 'done' ? 'text-success' : 'text-sale'}`}
            >
              {outcomes[outcome]}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <BackLink />
      </p>
    </>
  )
}

function BackLink() {
  return (
    <Link to={`${addresses.orders.path}?state=pending`} className="tool min-h-11">
      Về danh sách
    </Link>
  )
}
