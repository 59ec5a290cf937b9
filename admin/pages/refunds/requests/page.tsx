import { Form, Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import {
  askRefundPath,
  orderPath,
  parcelPath,
  returnPath,
  ticketPath,
} from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { LineField, ReasonField } from '#admin/kit/fields/line-field.tsx'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { request_kind_titles } from '#admin/pages/refunds/refund-texts.ts'
import type { RequestsData } from '#admin/pages/refunds/requests/page.server.ts'
import type { RefundRequest } from '#contracts/staff/refund-requests.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { PageLinks } from '#admin/kit/list/page-links.tsx'

export const title = 'Duyệt hoàn tiền'

const path = addresses.refund_requests.path

/** Refunds that staff ask for: one person asks, another one approves. */
export function Page({ data }: { data: RequestsData }) {
  const { rows, repairs, order, unknown_code, goodwill_left, has_next, page } = data
  const open = rows.filter(({ state }) => state === 'asked')
  const decided = rows.filter(({ state }) => state !== 'asked')
  return (
    <>
      <p className="text-sm text-muted">
        Một người đề nghị, người khác duyệt. Ngân sách thiện chí tháng này còn{' '}
        <strong>{formatDong(goodwill_left)}</strong>.
      </p>
      {order === null ? <FindOrder unknown_code={unknown_code} /> : <AskForm order={order} />}
      <h2 className="mt-2 text-lg">{`Chờ duyệt (${open.length}${has_next && page === 1 ? '+' : ''})`}</h2>
      {open.length === 0 && <p className="sheet text-sm">Không có đề nghị nào đang chờ.</p>}
      {open.map((request) => (
        <Request key={request.refund_request_id} request={request} />
      ))}
      {repairs.length > 0 && <Repairs repairs={repairs} />}
      {decided.length > 0 && <h2 className="mt-2 text-lg">Đã xử lý</h2>}
      {decided.map((request) => (
        <Request key={request.refund_request_id} request={request} />
      ))}
      <PageLinks path={path} page={page} has_next={has_next} />
    </>
  )
}

/** Money of repairs is decided about at its ticket. */
function Repairs({ repairs }: Pick<RequestsData, 'repairs'>) {
  return (
    <section aria-labelledby="repairs" className="grid gap-2 text-sm">
      <h2 id="repairs" className="mt-2 text-lg">{`Sửa chữa chờ duyệt (${repairs.length})`}</h2>
      {repairs.map(({ repair_reversal_id, code, device, amount, reason, asked_by }) => (
        <Link
          key={repair_reversal_id}
          to={ticketPath(code)}
          className="sheet flex min-h-11 flex-wrap justify-between gap-x-3 hover:underline"
        >
          <span className="min-w-0 wrap-anywhere">
            <strong className="tabular-nums">{code}</strong> · {device} · {asked_by}: {reason}
          </span>
          <strong className="tabular-nums">{formatDong(amount)}</strong>
        </Link>
      ))}
    </section>
  )
}

function FindOrder({ unknown_code }: { unknown_code: string | null }) {
  return (
    <Form method="get" action={path} className="sheet grid gap-2 text-sm">
      <label className="grid gap-1">
        <span className="text-muted">Đề nghị hoàn tiền cho đơn</span>
        <span className="flex gap-2">
          <input
            name="don"
            required
            defaultValue={unknown_code ?? ''}
            placeholder="Mã đơn"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            className="field w-0 grow"
          />
          <button type="submit" className="tool">
            Mở
          </button>
        </span>
      </label>
      {unknown_code !== null && (
        <p role="status" className="font-semibold text-sale">
          Không có đơn {unknown_code} ở cửa hàng của bạn.
        </p>
      )}
    </Form>
  )
}

function AskForm({ order }: { order: NonNullable<RequestsData['order']> }) {
  const { order_code, received, refunded, asked, left } = order
  return (
    <section aria-labelledby="ask" className="sheet grid gap-4 text-sm md:grid-cols-2">
      <div>
        <h2 id="ask" className="part-title mb-2">
          Đề nghị hoàn tiền đơn{' '}
          <Link to={orderPath(order_code)} className="underline">
            {order_code}
          </Link>
        </h2>
        <FactList
          facts={[
            ['Đã nhận', formatDong(received)],
            ['Đã và đang hoàn', formatDong(refunded)],
            ['Chờ duyệt', formatDong(asked)],
            ['Còn có thể hoàn', formatDong(left)],
          ]}
        />
      </div>
      {left > 0 && (
        <StaffForm
          key={left}
          action={askRefundPath(order_code)}
          hidden={{ intent: 'ask', order_code }}
          className="grid content-start gap-2"
        >
          <label className="grid gap-1">
            <span className="text-muted">Số tiền (đồng)</span>
            <MoneyInput name="amount" required className="field w-44 text-right tabular-nums" />
          </label>
          <fieldset className="flex flex-wrap gap-x-4">
            <legend className="text-muted">Loại</legend>
            {(['goodwill', 'correction'] as const).map((kind, n) => (
              <label key={kind} className="flex min-h-9 items-center gap-2">
                <input type="radio" name="kind" value={kind} required defaultChecked={n === 0} />
                {request_kind_titles[kind]}
              </label>
            ))}
          </fieldset>
          <ReasonField required maxLength={300} />
          <button type="submit" className="tool-main justify-self-start">
            Gửi đề nghị
          </button>
        </StaffForm>
      )}
    </section>
  )
}

const states: Record<RefundRequest['state'], string> = {
  asked: 'Chờ duyệt',
  approved: 'Đã duyệt',
  rejected: 'Từ chối',
  withdrawn: 'Đã rút',
}

function Request({ request }: { request: RefundRequest }) {
  const { order_code, return_code, parcel_code, amount, kind, reason, state } = request
  const { asked_by, asked_at } = request
  const { decided_by, decided_at, decision_note, is_own, may } = request
  return (
    <section
      aria-label={`Đề nghị ${formatDong(amount)}, đơn ${order_code}`}
      className="sheet grid gap-2 text-sm"
    >
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong className="text-base tabular-nums">{formatDong(amount)}</strong>
        <span>{request_kind_titles[kind]}</span>
        <Link to={orderPath(order_code)} className="underline tabular-nums">
          {order_code}
        </Link>
        {return_code !== null && (
          <Link to={returnPath(return_code)} className="underline tabular-nums">
            {return_code}
          </Link>
        )}
        {parcel_code !== null && (
          <Link to={parcelPath(parcel_code)} className="underline tabular-nums">
            {parcel_code}
          </Link>
        )}
        <span className="ml-auto text-muted">
          {asked_by} · {formatDateTime(new Date(asked_at))}
        </span>
      </p>
      <p>{reason}</p>
      {decided_at !== null && (
        <p className="text-muted">
          {states[state]}: {decided_by} · {formatDateTime(new Date(decided_at))}
          {decision_note !== null && ` · ${decision_note}`}
        </p>
      )}
      {may.decide && <Decide request={request} />}
      {state === 'asked' && !may.decide && !is_own && (
        <p className="text-muted">Khoản này cần người có hạn mức cao hơn duyệt.</p>
      )}
      {may.withdraw && (
        <StaffForm action={path} hidden={idOf(request, 'withdraw')}>
          <button type="submit" className="tool">
            Rút đề nghị
          </button>
          <span className="ml-3 text-muted">Người khác duyệt.</span>
        </StaffForm>
      )}
    </section>
  )
}

function Decide({ request }: { request: RefundRequest }) {
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
      <StaffForm action={path} hidden={idOf(request, 'approve')}>
        <button type="submit" className="tool-main">
          Duyệt {formatDong(request.amount)}
        </button>
      </StaffForm>
      <StaffForm
        action={path}
        hidden={idOf(request, 'reject')}
        className="flex grow flex-wrap items-end gap-2"
      >
        <LineField label="Lý do từ chối" name="note" required maxLength={300} />
        <button type="submit" className="tool text-sale">
          Từ chối
        </button>
      </StaffForm>
    </div>
  )
}

function idOf({ refund_request_id }: RefundRequest, intent: string) {
  return { intent, refund_request_id }
}
