import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath, returnPath, unitPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { Pictures } from '#admin/kit/pictures/pictures.tsx'
import { AnswerForms, ReceiveForm, RejectForm } from '#admin/pages/returns/one/answer-forms.tsx'
import { ExchangeOther } from '#admin/pages/returns/one/exchange-other.tsx'
import { InspectForm } from '#admin/pages/returns/one/inspect-form.tsx'
import { SettleForms } from '#admin/pages/returns/one/settle-forms.tsx'
import { ReturnStateMark } from '#admin/pages/returns/return-state-mark.tsx'
import {
  return_grade_titles,
  return_move_titles,
  return_outcome_titles,
  return_reason_titles,
  return_wish_titles,
} from '#admin/pages/returns/return-texts.ts'
import type { StaffReturn } from '#contracts/staff/returns.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, formatDateTime, startOfDay } from '#pure/vietnam-time.ts'

export const title = ({ code }: StaffReturn) => `Đổi trả ${code}`
export const has_own_heading = true

/** One return. Each state shows its next step. */
export function Page({ data }: { data: StaffReturn }) {
  const { code, state, version, may, order_code } = data
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl tabular-nums">{code}</h1>
        <ReturnStateMark state={state} />
        <div className="ml-auto flex gap-2">
          <Link to={orderPath(order_code)} className="tool">
            Xem đơn
          </Link>
          <Link to={addresses.returns.path} className="tool">
            Danh sách
          </Link>
        </div>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 content-start gap-4">
          <section aria-label="Hàng trả" className="sheet text-sm">
            <FactList facts={factsOf(data)} />
          </section>
          <Pictures
            path={returnPath(code)}
            pictures={data.pictures}
            may_change={may.inspect || may.receive}
          />
          <History events={data.events} />
        </div>
        {/* Whoever answers a request reads it first. */}
        <div
          key={version}
          className={`grid min-w-0 content-start gap-4 ${may.accept ? '' : 'max-lg:order-first'}`}
        >
          {may.accept && <AnswerForms data={data} />}
          {may.receive && <ReceiveForm data={data} />}
          {may.refund && <SettleForms data={data} />}
          {may.exchange_other && <ExchangeOther data={data} />}
          {may.inspect && <InspectForm data={data} />}
          {may.reject && !may.accept && <RejectForm data={data} />}
        </div>
      </div>
    </>
  )
}

function factsOf(data: StaffReturn) {
  const { item, sku, quantity, unit_code, customer, order_code, reason, words, day, shop } = data
  const { wish, bring_by, asked_by, created_at } = data
  const { grade, findings, gifts_returned, gifts, outcome, new_unit_code, refund } = data
  const optional = (name: string, value: string | null | false) =>
    value === null || value === '' || value === false ? [] : [[name, value] as const]
  return [
    ['Hàng', `${quantity} × ${item} (${sku})`],
    ...(unit_code === null ? [] : [['Máy', <UnitLink key="unit" code={unit_code} />] as const]),
    ['Khách', `${customer} · ${order_code}`],
    ['Lý do', `${return_reason_titles[reason]}, ngày thứ ${day} từ lúc giao`],
    ...optional('Khách muốn', wish && return_wish_titles[wish]),
    ...optional('Lời khách', words),
    ...optional('Khách gửi lúc', asked_by === 'shopper' && formatDateTime(new Date(created_at))),
    ['Nhận tại', shop ?? 'Chưa chọn cửa hàng'],
    ...optional('Hẹn mang tới', bring_by && `chậm nhất ${formatDate(startOfDay(bring_by))}`),
    ...optional('Tình trạng', grade && return_grade_titles[grade]),
    ...optional('Kết quả kiểm', findings),
    ...optional(
      'Quà tặng',
      gifts.length > 0 &&
        gifts_returned !== null &&
        (gifts_returned ? 'khách trả lại' : 'khách giữ'),
    ),
    ...optional('Máy đổi', new_unit_code),
    ...optional('Kết quả', outcome && return_outcome_titles[outcome]),
    ...optional(
      'Giá trị hàng đổi',
      outcome === 'other_goods' && formatDong(data.value - (data.fee ?? 0)),
    ),
    ...(data.new_order_code === null
      ? []
      : [['Đơn mới', <OrderLink key="order" code={data.new_order_code} />] as const]),
    ...(refund === null
      ? []
      : [['Hoàn tiền', `${formatDong(refund.amount)}, ${refund_states[refund.state]}`] as const]),
  ] as const
}

function UnitLink({ code }: { code: string }) {
  return (
    <Link to={unitPath(code)} className="underline">
      {code}
    </Link>
  )
}

function OrderLink({ code }: { code: string }) {
  return (
    <Link to={orderPath(code)} className="underline">
      {code}
    </Link>
  )
}

const refund_states = {
  asked: 'chờ người khác duyệt',
  approved: 'đã duyệt',
  rejected: 'bị từ chối',
  withdrawn: 'đã rút đề nghị',
}

function History({ events }: { events: StaffReturn['events'] }) {
  return (
    <section aria-labelledby="history" className="sheet text-sm">
      <h2 id="history" className="part-title mb-2">
        Đã làm gì
      </h2>
      <ul className="grid gap-1">
        {events.map(({ move, actor, staff_name, note, happened_at }) => (
          <li key={happened_at + move} className="flex flex-wrap gap-x-3">
            <span className="text-muted tabular-nums">{formatDateTime(new Date(happened_at))}</span>
            <span>
              <span className="font-semibold">{actor === 'shopper' ? 'Khách' : staff_name}</span>{' '}
              {return_move_titles[move] ?? move}
              {note !== null && `: ${note}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
