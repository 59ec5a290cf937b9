import { Form, Link, useLocation, useSearchParams } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath } from '#admin/addresses/paths.ts'
import { ReasonField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { TagField } from '#admin/pages/orders/tag-field.tsx'
import { AssigneeField } from '#admin/pages/orders/assignee-field.tsx'
import type { BulkData } from '#admin/pages/orders/bulk/page.server.ts'
import { StateMark } from '#admin/pages/orders/order-marks.tsx'
import { ReasonFields } from '#admin/pages/orders/reason-fields.tsx'
import type { BulkPlan, PlannedOrder } from '#contracts/staff/orders/bulk.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Xử lý nhiều đơn'
export const has_own_heading = true

const words = {
  confirm: { heading: 'Xác nhận nhiều đơn', can: 'Sẽ được xác nhận', button: 'Xác nhận' },
  assign: { heading: 'Giao việc nhiều đơn', can: 'Sẽ được giao', button: 'Giao' },
  tag: { heading: 'Gắn thẻ nhiều đơn', can: 'Sẽ được gắn', button: 'Gắn thẻ' },
  untag: { heading: 'Gỡ thẻ nhiều đơn', can: 'Sẽ được gỡ', button: 'Gỡ thẻ' },
  move_shop: {
    heading: 'Đổi kho xuất nhiều đơn',
    can: 'Sẽ đổi kho xuất',
    button: 'Đổi kho xuất',
  },
  cancel: { heading: 'Hủy nhiều đơn', can: 'Sẽ bị hủy', button: 'Hủy' },
} as const

const why_not: Record<Exclude<BulkPlan, 'will'>, string> = {
  not_permitted: 'Bỏ qua: không thuộc phần việc của bạn',
  wrong_state: 'Bỏ qua: trạng thái không cho phép',
  call_needed: 'Bỏ qua: phải gọi khách trước',
  is_pickup: 'Bỏ qua: khách đến lấy tại cửa hàng',
  order_has_parcel: 'Bỏ qua: đã đóng gói',
  same_shop: 'Bỏ qua: đang giữ ở cửa hàng này',
  not_in_stock: 'Bỏ qua: cửa hàng này không đủ hàng',
}

/** Orders before an action: how many, and what will happen to each. Its form starts the job. */
export function Page({ data }: { data: BulkData }) {
  const { action, rows, plans, query, count, form_key, assignees, tags, is_too_many } = data
  const { pathname, search } = useLocation()
  const { heading, button } = words[action]
  const needs_shop = action === 'move_shop' && data.shop_id === ''
  const will = needs_shop ? 0 : (plans.will ?? 0)
  const seen = rows
    .filter(({ plan }) => plan === 'will')
    .map(({ code, version }) => `${code}:${version}`)
    .join(' ')
  const chosen: Readonly<Record<string, string | number>> = {
    ...(query === null ? { seen } : { query, count_seen: count }),
    ...(action === 'move_shop' && { shop_id: data.shop_id }),
  }
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
      {action === 'move_shop' && <ShopChoice data={data} />}
      {/* The page of the job begins at its top, and a refused form shows what matches now. */}
      <StaffForm
        action={pathname + search}
        reloadDocument
        hidden={{ action, form_key, ...chosen }}
        className="grid max-w-4xl gap-3"
      >
        {action === 'cancel' && will > 0 && <ReasonFields />}
        {action === 'move_shop' && will > 0 && <ReasonField required maxLength={300} />}
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
          <Preview key={order.code} order={order} can={canText(data)} />
        ))}
        {rows.length === 0 && <li className="p-4 text-muted">Không có đơn nào.</li>}
      </ul>
      <Pager data={data} />
    </>
  )
}

/** To which shop: the preview then says what it lacks, one order after the other. */
function ShopChoice({ data: { action, shops, shop_id, query, codes } }: { data: BulkData }) {
  return (
    <Form method="get" className="flex max-w-4xl flex-wrap items-end gap-2 text-sm">
      <input type="hidden" name="action" value={action} />
      {query === null ? (
        codes.map((code) => <input key={code} type="hidden" name="code" value={code} />)
      ) : (
        <>
          <input type="hidden" name="all" value="1" />
          <input type="hidden" name="query" value={query} />
        </>
      )}
      <label className="grid min-w-0 grow gap-1 font-semibold">
        Kho xuất mới
        <select
          name="shop_id"
          required
          defaultValue={shop_id}
          className="field min-h-11 w-full font-normal"
        >
          <option value="">Chọn cửa hàng</option>
          {shops.map(({ value, title: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className={`${shop_id === '' ? 'tool-main' : 'tool'} min-h-11`}>
        Xem từng đơn
      </button>
    </Form>
  )
}

/** What happens to the orders that the action is possible for. */
function canText({ action, shop_id }: BulkData): string {
  return action === 'move_shop' && shop_id === '' ? 'Chờ chọn kho xuất' : words[action].can
}

function Counts({ data }: { data: BulkData }) {
  const { count, plans, query } = data
  return (
    <p className="flex max-w-4xl flex-wrap gap-x-4 text-sm text-muted">
      <span>
        {query === null ? 'Đã chọn ' : 'Khớp bộ lọc: '}
        <strong className="text-ink">{`${numberText(count)} đơn`}</strong>
      </span>
      <span>{`${canText(data)}: ${numberText(plans.will ?? 0)}`}</span>
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
