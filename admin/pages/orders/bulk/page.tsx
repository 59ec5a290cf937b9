import { Link, useLocation, useSearchParams } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath } from '#admin/addresses/paths.ts'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { TagField } from '#admin/pages/orders/tag-field.tsx'
import { AssigneeField } from '#admin/pages/orders/assignee-field.tsx'
import type { BulkData } from '#admin/pages/orders/bulk/page.server.ts'
import { StateMark } from '#admin/pages/orders/order-marks.tsx'
import { ReasonFields } from '#admin/pages/orders/reason-fields.tsx'
import type { BulkPlan, PlannedOrder } from '#contracts/staff/bulk.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Xử lý nhiều đơn'
export const has_own_heading = true

const words = {
  confirm: { heading: 'Xác nhận nhiều đơn', can: 'Sẽ được xác nhận', button: 'Xác nhận' },
  assign: { heading: 'Giao việc nhiều đơn', can: 'Sẽ được giao', button: 'Giao' },
  tag: { heading: 'Gắn thẻ nhiều đơn', can: 'Sẽ được gắn', button: 'Gắn thẻ' },
  untag: { heading: 'Gỡ thẻ nhiều đơn', can: 'Sẽ được gỡ', button: 'Gỡ thẻ' },
  cancel: { heading: 'Hủy nhiều đơn', can: 'Sẽ bị hủy', button: 'Hủy' },
} as const

const why_not: Record<Exclude<BulkPlan, 'will'>, string> = {
  not_permitted: 'Bỏ qua: không thuộc phần việc của bạn',
  wrong_state: 'Bỏ qua: trạng thái không cho phép',
  call_needed: 'Bỏ qua: phải gọi khách trước',
}

/** Orders before an action: how many, and what will happen to each. Its form starts the job. */
export function Page({ data }: { data: BulkData }) {
  const { action, rows, plans, query, count, form_key, assignees, tags, is_too_many } = data
  const { pathname, search } = useLocation()
  const { heading, button } = words[action]
  const will = plans.will ?? 0
  const seen = rows
    .filter(({ plan }) => plan === 'will')
    .map(({ code, version }) => `${code}:${version}`)
    .join(' ')
  const chosen: Readonly<Record<string, string | number>> =
    query === null ? { seen } : { query, count_seen: count }
  return (
    <>
      <h1 className="text-xl">{heading}</h1>
      {is_too_many ? (
        <p role="status" className="sheet max-w-4xl font-bold">
          Hơn 5.000 đơn khớp bộ lọc. Mỗi lần làm được nhiều nhất 5.000 đơn: hãy lọc hẹp hơn.
        </p>
      ) : (
        <Counts data={data} />
      )}
      {/* The page of the job begins at its top, and a refused form shows what matches now. */}
      <StaffForm
        action={pathname + search}
        reloadDocument
        hidden={{ action, form_key, ...chosen }}
        className="grid max-w-4xl gap-3"
      >
        {action === 'cancel' && will > 0 && <ReasonFields />}
        {action === 'assign' && will > 0 && <AssigneeField assignees={assignees} />}
        {(action === 'tag' || action === 'untag') && will > 0 && <TagField known={tags} />}
        <div className="flex flex-wrap gap-2">
          {will > 0 && !is_too_many && (
            <SubmitButton look="primary">{`${button} ${numberText(will)} đơn`}</SubmitButton>
          )}
          <Link
            to={`${addresses.orders.path}?${query ?? 'state=pending'}`}
            className="tool min-h-11"
          >
            Về danh sách
          </Link>
        </div>
      </StaffForm>
      <ul className="max-w-4xl rounded-2xl border border-line bg-white text-sm">
        {rows.map((order) => (
          <Preview key={order.code} order={order} can={words[action].can} />
        ))}
        {rows.length === 0 && <li className="p-4 text-muted">Không có đơn nào.</li>}
      </ul>
      <Pager data={data} />
    </>
  )
}

function Counts({ data: { count, plans, query, action } }: { data: BulkData }) {
  return (
    <p className="flex max-w-4xl flex-wrap gap-x-4 text-sm text-muted">
      <span>
        {query === null ? 'Đã chọn ' : 'Khớp bộ lọc: '}
        <strong className="text-ink">{`${numberText(count)} đơn`}</strong>
      </span>
      <span>{`${words[action].can}: ${numberText(plans.will ?? 0)}`}</span>
      {Object.entries(why_not).map(([plan, text]) => {
        const left_out = plans[plan as BulkPlan] ?? 0
        return left_out > 0 && <span key={plan}>{`${text}: ${numberText(left_out)}`}</span>
      })}
    </p>
  )
}

function Preview({ order, can }: { order: PlannedOrder; can: string }) {
  const { code, state, name, grand_total, plan } = order
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-0">
      <Link to={orderPath(code)} className="w-44 font-bold tabular-nums">
        {code}
      </Link>
      <span className="min-w-44">{name}</span>
      <StateMark state={state} />
      <span className="tabular-nums md:min-w-28 md:text-right">{formatDong(grand_total)}</span>
      <span className={`ml-auto font-semibold ${plan === 'will' ? 'text-success' : 'text-muted'}`}>
        {plan === 'will' ? can : why_not[plan]}
      </span>
    </li>
  )
}

function Pager({ data: { page, has_next } }: { data: BulkData }) {
  const [params] = useSearchParams()
  if (page === 1 && !has_next) return null
  const to = (other: number) => {
    const query = new URLSearchParams(params)
    query.set('page', String(other))
    return `?${query}`
  }
  return (
    <nav aria-label="Trang" className="flex items-center gap-2 text-sm">
      <span className="text-muted">{`Trang ${page}`}</span>
      {page > 1 && (
        <Link to={to(page - 1)} className="tool">
          Trang trước
        </Link>
      )}
      {has_next && (
        <Link to={to(page + 1)} className="tool">
          Trang sau
        </Link>
      )}
    </nav>
  )
}

function numberText(count: number): string {
  return count.toLocaleString('vi-VN')
}
