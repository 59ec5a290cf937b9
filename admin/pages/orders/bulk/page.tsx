import { Link, useLocation } from 'react-router'
import { addresses, orderPath } from '#admin/addresses/addresses.ts'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { AssigneeField } from '#admin/pages/orders/assignee-field.tsx'
import { ReasonFields } from '#admin/pages/orders/reason-fields.tsx'
import { StateMark } from '#admin/pages/orders/order-marks.tsx'
import { outcomes } from '#admin/pages/orders/order-texts.ts'
import type { BulkAnswer, BulkData } from '#admin/pages/orders/bulk/page.server.ts'
import type { ChosenOrder, OrderRow, Receipt } from '#contracts/staff/orders.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Xử lý nhiều đơn'
export const has_own_heading = true

const words = {
  confirm: { heading: 'Xác nhận nhiều đơn', can: 'Sẽ được xác nhận', button: 'Xác nhận' },
  assign: { heading: 'Giao việc nhiều đơn', can: 'Sẽ được giao', button: 'Giao' },
  cancel: { heading: 'Hủy nhiều đơn', can: 'Sẽ bị hủy', button: 'Hủy' },
} as const

/** The states before an action; null: any. */
const states_before: Record<BulkData['action'], readonly OrderRow['state'][] | null> = {
  confirm: ['pending'],
  assign: null,
  cancel: ['awaiting_payment', 'pending', 'confirmed', 'ready_for_pickup'],
}

/** Chosen orders before an action, each with what will happen to it; afterwards the receipt. */
export function Page({ data, answer }: { data: BulkData; answer?: BulkAnswer }) {
  const { action, orders, assignees } = data
  const { pathname, search } = useLocation()
  const { heading, button } = words[action]
  const able = orders.filter((order) => whyNot(order, action) === null)
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
              <Preview key={order.code} order={order} action={action} />
            ))}
            {orders.length === 0 && <li className="p-4 text-muted">Chưa chọn đơn nào.</li>}
          </ul>
          {action === 'cancel' && <ReasonFields />}
          {action === 'assign' && <AssigneeField assignees={assignees} />}
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

/** Why the action will leave out an order; null: it will not. */
function whyNot({ state, may }: ChosenOrder, action: BulkData['action']): string | null {
  if (!may.includes(action)) return 'Bỏ qua: không thuộc phần việc của bạn'
  const states = states_before[action]
  if (states !== null && !states.includes(state)) return 'Bỏ qua: trạng thái không cho phép'
  return null
}

interface PreviewProps {
  order: ChosenOrder
  action: BulkData['action']
}

function Preview({ order, action }: PreviewProps) {
  const { code, state, name, grand_total } = order
  const why_not = whyNot(order, action)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-0">
      <Link to={orderPath(code)} className="w-44 font-bold tabular-nums">
        {code}
      </Link>
      <span className="min-w-44">{name}</span>
      <StateMark state={state} />
      <span className="min-w-28 text-right tabular-nums">{formatDong(grand_total)}</span>
      <span className={`ml-auto font-semibold ${why_not === null ? 'text-success' : 'text-muted'}`}>
        {why_not ?? words[action].can}
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
