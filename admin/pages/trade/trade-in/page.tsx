import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath, tradeInPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { CheckForm } from '#admin/pages/trade/trade-in/check-form.tsx'
import { OwnReport } from '#admin/pages/trade/trade-in/own-report.tsx'
import { PayForm } from '#admin/pages/trade/trade-in/pay-form.tsx'
import {
  offer_reason_titles,
  outcome_titles,
  pay_method_titles,
  trade_move_titles,
  trade_state_titles,
} from '#admin/pages/trade/trade-in-texts.ts'
import type { StaffTradeIn } from '#contracts/staff/trade/trade-ins.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, formatDateTime, startOfDay } from '#pure/vietnam-time.ts'

export const title = ({ code }: StaffTradeIn) => `Thu cũ ${code}`
export const has_own_heading = true

/** One old device. Each state shows its next step. */
export function Page({ data, typed = {} }: { data: StaffTradeIn; typed?: Record<string, string> }) {
  const { code, state, version, may } = data
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl tabular-nums">{code}</h1>
        <span className="rounded-md bg-mist px-2 text-xs leading-6 font-bold">
          {trade_state_titles[state]}
        </span>
        <Link to={addresses.trade_ins.path} className="tool ml-auto">
          Danh sách
        </Link>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_28rem]">
        <div className="grid min-w-0 content-start gap-4">
          <section aria-label="Báo giá" className="sheet text-sm">
            <FactList facts={factsOf(data)} />
          </section>
          <Checks data={data} />
          {data.report !== null && <OwnReport report={data.report} />}
          <History data={data} />
        </div>
        <div key={version} className="grid min-w-0 content-start gap-4 max-lg:order-first">
          {may.arrive && <ArriveForm data={data} />}
          {may.approve && <ApproveForm data={data} />}
          {may.accept && <AcceptForm data={data} />}
          {may.record_seller && <SellerForm data={data} />}
          {may.pay && <PayForm data={data} />}
          {may.offer && <CheckForm data={data} typed={typed} />}
          {may.refuse && <RefuseForm data={data} />}
        </div>
      </div>
    </>
  )
}

function factsOf(data: StaffTradeIn) {
  const { device_name, device_code, name, phone, shop, value, offer, bonus, target_name } = data
  const { offer_reason, offer_note, offered_by, seller, order, payout, state } = data
  const optional = (title: string, text: string | null | false) =>
    text === null || text === '' || text === false ? [] : [[title, text] as const]
  return [
    ['Máy', device_name],
    ...optional('IMEI, serial', device_code),
    ['Khách', `${name} · ${phone}`],
    ['Cửa hàng', shop],
    ['Ngày đến', formatDate(startOfDay(data.visit_on))],
    ...optional('Giữ giá đến', state === 'quoted' && formatDateTime(new Date(data.expires_at))),
    ['Giá đã báo', formatDong(value)],
    ...optional('Hạng', data.grade_label),
    ...optional('Tổng trừ hao', offer !== null && formatDong(data.base_price - offer)),
    ...optional('Giá thu cuối cùng', offer !== null && formatDong(offer)),
    ...optional('Lý do lệch', offer_reason && offer_reason_titles[offer_reason]),
    ...optional('Ghi chú', offer_note),
    ...optional('Người báo giá', offered_by),
    ...optional('Người duyệt giá', data.approved_by),
    ...optional('Lên đời', target_name),
    ...optional('Trợ giá khi trừ vào đơn', bonus > 0 && formatDong(bonus)),
    ...(order === null
      ? []
      : [
          [
            'Đơn',
            <Link key="order" to={orderPath(order.code)} className="text-accent underline">
              {order.code}
            </Link>,
          ] as const,
          ['Đơn còn phải thu', formatDong(order.due)] as const,
        ]),
    ...optional('Người bán', seller && `${seller.name} · ••••••${seller.document_tail}`),
    ...optional('Địa chỉ', seller && seller.address),
    ...(payout === null
      ? []
      : ([
          ['Đã chi', `${formatDong(payout.amount)} · ${pay_method_titles[payout.method]}`],
          ...optional('Mã giao dịch', payout.reference),
          ['Máy thành', outcome_titles[payout.outcome]],
          ['Người chi', `${payout.paid_by} · ${formatDateTime(new Date(payout.paid_at))}`],
        ] as const)),
  ] as const
}

/** What the owner answered beside what the shop found. */
function Checks({ data: { questions } }: { data: StaffTradeIn }) {
  const labelOf = (question: StaffTradeIn['questions'][number], code: string | null) =>
    question.answers.find(({ answer_code }) => answer_code === code)?.label ?? '–'
  return (
    <section aria-label="Các mục kiểm" className="sheet overflow-x-auto text-sm" tabIndex={0}>
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            <th scope="col" className="py-1.5 pr-3 font-semibold">
              Mục
            </th>
            <th scope="col" className="py-1.5 pr-3 font-semibold">
              Khách khai
            </th>
            <th scope="col" className="py-1.5 font-semibold">
              Cửa hàng kiểm
            </th>
          </tr>
        </thead>
        <tbody>
          {questions.map((question) => {
            const { question_code, title: name, answered, checked } = question
            const differs = checked !== null && checked !== answered
            return (
              <tr key={question_code} className="border-b border-line last:border-0">
                <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                  {name}
                </th>
                <td className="py-1.5 pr-3">{labelOf(question, answered)}</td>
                <td className={`py-1.5 ${differs ? 'font-bold text-sale' : ''}`}>
                  {labelOf(question, checked)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function History({ data: { events } }: { data: StaffTradeIn }) {
  return (
    <section aria-label="Lịch sử" className="sheet text-sm">
      <ol className="grid gap-2">
        {events.map(({ move, happened_at, amount, reason, note, staff_name }) => (
          <li key={`${happened_at} ${move}`}>
            <span className="font-semibold">{trade_move_titles[move] ?? move}</span>
            {amount !== null && ` · ${formatDong(amount)}`}
            {reason !== null && ` · ${offer_reason_titles[reason]}`}
            {note !== null && ` · ${note}`}
            <span className="block text-xs text-muted">
              {formatDateTime(new Date(happened_at))}
              {staff_name !== null && ` · ${staff_name}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function ArriveForm({ data: { code, version } }: { data: StaffTradeIn }) {
  return (
    <section aria-label="Nhận máy" className="sheet">
      <StaffForm action={tradeInPath(code)} hidden={{ intent: 'arrive', version }}>
        <button type="submit" className="tool-main min-h-11 w-full">
          Khách đã mang máy đến
        </button>
      </StaffForm>
    </section>
  )
}

/** Asks a second person to agree to a price far below the quote. */
function ApproveForm({ data: { code, version, value, offer } }: { data: StaffTradeIn }) {
  return (
    <section aria-label="Duyệt giá" className="sheet">
      <StaffForm
        action={tradeInPath(code)}
        hidden={{ intent: 'approve', version }}
        className="grid gap-3 text-sm"
      >
        <p>
          Giá <strong>{formatDong(offer ?? 0)}</strong> thấp hơn nhiều so với báo giá{' '}
          {formatDong(value)}. Xem lại máy rồi duyệt; khách chỉ thấy giá sau khi duyệt.
        </p>
        <button type="submit" className="tool-main min-h-11">
          Duyệt giá, báo khách
        </button>
      </StaffForm>
    </section>
  )
}

function AcceptForm({ data: { code, version } }: { data: StaffTradeIn }) {
  return (
    <section aria-label="Khách đồng ý" className="sheet">
      <StaffForm
        action={tradeInPath(code)}
        hidden={{ intent: 'accept', version }}
        className="grid gap-3 text-sm"
      >
        <p className="text-muted">
          Khách đồng ý trong liên kết đã gửi, hoặc đọc 6 số trong tin nhắn.
        </p>
        <LineField label="Mã khách đọc" name="accept_code" maxLength={12} required />
        <button type="submit" className="tool-main min-h-11">
          Khách đồng ý bán
        </button>
      </StaffForm>
    </section>
  )
}

function SellerForm({ data: { code, version, seller } }: { data: StaffTradeIn }) {
  return (
    <section aria-label="Người bán" className="sheet">
      <StaffForm
        action={tradeInPath(code)}
        hidden={{ intent: 'seller', version }}
        autoComplete="off"
        className="grid gap-3 text-sm"
      >
        <h2 className="text-base">
          {seller === null ? 'Người bán (bảng kê 02/TNDN)' : 'Sửa người bán'}
        </h2>
        <LineField
          label="Họ tên trên căn cước"
          name="name"
          maxLength={100}
          required
          defaultValue={seller?.name ?? ''}
        />
        <LineField label="Số căn cước" name="document" maxLength={20} required />
        <LineField
          label="Địa chỉ trên căn cước"
          name="address"
          maxLength={300}
          required
          defaultValue={seller?.address ?? ''}
        />
        <p className="text-xs text-muted">Số được niêm phong. Không chụp ảnh căn cước.</p>
        <button type="submit" className="tool min-h-11">
          Ghi người bán
        </button>
      </StaffForm>
    </section>
  )
}

function RefuseForm({ data: { code, version } }: { data: StaffTradeIn }) {
  return (
    <details className="sheet text-sm">
      <summary className="cursor-pointer font-semibold text-muted">Không thu, trả máy</summary>
      <StaffForm
        action={tradeInPath(code)}
        hidden={{ intent: 'refuse', version }}
        className="mt-2 grid gap-3"
      >
        <LineField label="Lý do (khách đọc được)" name="note" maxLength={300} required />
        <button type="submit" className="tool min-h-11">
          Trả máy cho khách
        </button>
      </StaffForm>
    </details>
  )
}
