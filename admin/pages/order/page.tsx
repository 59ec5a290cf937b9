import { Link, useNavigate } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath, packPath } from '#admin/addresses/paths.ts'
import { pressKeyed, useKeys } from '#admin/kit/keyboard.ts'
import { Key, KeysHelp } from '#admin/kit/keys-help.tsx'
import { ChangeHistory } from '#admin/pages/changes/change-history.tsx'
import { AssignPart } from '#admin/pages/order/assign-part.tsx'
import { CallPart } from '#admin/pages/order/call-part.tsx'
import { CustomerPart } from '#admin/pages/order/customer-part.tsx'
import { LinesPart } from '#admin/pages/order/lines-part.tsx'
import { MoneyPart } from '#admin/pages/order/money-part.tsx'
import { Moves } from '#admin/pages/order/moves.tsx'
import { NotesPart } from '#admin/pages/order/notes-part.tsx'
import type { OrderAnswer, OrderData } from '#admin/pages/order/page.server.ts'
import { ParcelPart } from '#admin/pages/order/parcel-part.tsx'
import { PickupLink } from '#admin/pages/order/pickup-link.tsx'
import { Timeline } from '#admin/pages/order/timeline.tsx'
import { Flags, StateMark, Tags } from '#admin/pages/orders/order-marks.tsx'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ order }: OrderData) => `Đơn ${order.code}`
export const has_own_heading = true

const keys = [
  ['e', 'Việc chính của đơn'],
  ['n', 'Viết ghi chú'],
  ['p', 'In phiếu soạn hàng'],
  ['Escape', 'Về danh sách'],
  ['?', 'Danh sách phím tắt'],
] as const

/** One order on one screen: what was bought, who gets it, money, what happened, and what can be done now. */
export function Page({ data, answer }: { data: OrderData; answer?: OrderAnswer }) {
  const { order, parcels, ways, may_pack, assignees, history, done_code, now } = data
  const navigate = useNavigate()
  useKeys({
    e: () => pressKeyed('e'),
    n: () => pressKeyed('n'),
    p: () => pressKeyed('p'),
    Escape: () => void navigate(`${addresses.orders.path}?state=${order.state}`),
  })
  const { code, state, created_at, flags, next_code } = order
  return (
    <>
      {done_code !== null && (
        <p
          role="status"
          className="rounded-xl bg-success-soft px-4 py-2 text-sm font-semibold text-success"
        >
          Đã xác nhận{' '}
          <Link to={orderPath(done_code)} className="underline">
            {done_code}
          </Link>
          . Đây là đơn kế tiếp.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl tabular-nums">{code}</h1>
        <StateMark state={state} />
        <span className="text-sm text-muted">
          {formatDateTime(new Date(created_at))} · {ageText(created_at, now)} trước
        </span>
        <Flags flags={flags} />
        <Tags tags={order.tags} />
        <div className="ml-auto flex flex-wrap gap-2">
          {may_pack && (
            <Link to={packPath(code)} data-key="e" className="tool-main">
              Đóng gói <Key name="e" />
            </Link>
          )}
          <PickupLink order={order} />
          <Moves order={order} has_other_main={may_pack} />
          {ways.map(({ to, title }) => (
            <Link key={to} to={to} className="tool">
              {title}
            </Link>
          ))}
          <Link to={`${orderPath(code)}/phieu-soan`} data-key="p" className="tool">
            In <Key name="p" />
          </Link>
          {next_code !== null && (
            <Link to={orderPath(next_code)} className="tool">
              Đơn kế tiếp
            </Link>
          )}
          <KeysHelp keys={keys} />
        </div>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 content-start gap-4">
          <LinesPart order={order} />
          <MoneyPart money={order.money} />
          <Timeline entries={order.timeline} />
          {history !== null && <ChangeHistory entries={history} thing="order" thing_key={code} />}
        </div>
        <div className="grid min-w-0 content-start gap-4 max-lg:order-first">
          <CallPart order={order} />
          <AssignPart order={order} assignees={assignees} />
          <ParcelPart parcels={parcels} />
          <CustomerPart order={order} shown={answer} now={now} />
          {order.may.note && <NotesPart code={code} />}
        </div>
      </div>
    </>
  )
}
