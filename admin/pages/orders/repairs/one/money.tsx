import { ticketPath } from '#admin/addresses/paths.ts'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { ReasonField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { RepairData } from '#admin/pages/orders/repairs/one/page.server.ts'
import { payment_way_titles } from '#admin/pages/orders/repairs/ticket-texts.ts'
import type { StaffTicket } from '#contracts/staff/orders/ticket-shapes.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

/** What was paid and what is to be paid, with the forms of the counter. */
export function Money({ data: { ticket, form_key } }: { data: RepairData }) {
  const { payments, asked_reversals, due, paid, may } = ticket
  if (payments.length === 0 && !may.pay) return null
  return (
    <section aria-labelledby="money" className="sheet grid gap-3 text-sm">
      <h2 id="money" className="part-title">
        Tiền
      </h2>
      <p className="flex justify-between gap-3">
        <span>Đã thu {formatDong(paid)}</span>
        <span className={due === 0 ? 'font-semibold text-success' : 'font-bold text-sale'}>
          {due === 0 ? 'Đủ' : due > 0 ? `Còn ${formatDong(due)}` : `Thừa ${formatDong(-due)}`}
        </span>
      </p>
      {payments.length > 0 && (
        <ul className="grid gap-2">
          {payments.map((payment) => (
            <Payment key={payment.repair_payment_id} ticket={ticket} payment={payment} />
          ))}
        </ul>
      )}
      {asked_reversals.length > 0 && (
        <ul className="grid gap-2">
          {asked_reversals.map((asked) => (
            <Asked key={asked.repair_reversal_id} ticket={ticket} asked={asked} />
          ))}
        </ul>
      )}
      {may.pay && <Pay ticket={ticket} form_key={form_key} />}
    </section>
  )
}

interface PaymentProps {
  ticket: StaffTicket
  payment: StaffTicket['payments'][number]
}

function Payment({ ticket, payment }: PaymentProps) {
  const { way, amount, reference, reversal, reason, staff_name, paid_at, left } = payment
  return (
    <li className="border-t border-line pt-2">
      <p className="flex justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">
          {reversal === 'refund' && 'Hoàn '}
          {reversal === 'correction' && 'Sửa ghi nhầm '}
          {payment_way_titles[way]}
          {reference !== null && ` · ${reference}`}
        </span>
        <span className="shrink-0 font-semibold tabular-nums">{formatDong(amount)}</span>
      </p>
      <p className="text-muted">
        {formatDateTime(new Date(paid_at))}, {staff_name}
        {reason !== null && `: ${reason}`}
      </p>
      {ticket.may.reverse && left > 0 && <Reverse ticket={ticket} payment={payment} />}
    </li>
  )
}

/** Above the limit of whoever presses, the same form asks another person. */
function Reverse({
  ticket: { code, version },
  payment: { repair_payment_id, left },
}: PaymentProps) {
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold">Hoàn lại khoản này…</summary>
      <StaffForm
        action={ticketPath(code)}
        hidden={{ intent: 'reverse', version, repair_payment_id }}
        className="grid gap-2"
      >
        <fieldset>
          <legend className="sr-only">Vì sao</legend>
          <label className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="reversal"
              value="refund"
              required
              defaultChecked
              className="size-5"
            />
            Trả tiền lại cho khách
          </label>
          <label className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="reversal"
              value="correction"
              required
              className="size-5 shrink-0"
            />
            Ghi nhầm: bỏ cả khoản, mã giao dịch dùng lại được
          </label>
        </fieldset>
        <div className="grid grid-cols-[8rem_1fr] gap-2">
          <label className="grid gap-1">
            <span className="text-muted">Số tiền</span>
            <MoneyInput
              name="amount"
              defaultValue={left}
              className="field min-h-11 w-full text-right tabular-nums"
            />
          </label>
          <ReasonField required maxLength={300} is_tall />
        </div>
        <p className="text-muted">Vượt hạn mức duyệt hoàn của bạn thì người khác duyệt.</p>
        <button type="submit" className="tool min-h-11">
          Hoàn
        </button>
      </StaffForm>
    </details>
  )
}

interface AskedProps {
  ticket: StaffTicket
  asked: StaffTicket['asked_reversals'][number]
}

function Asked({ ticket: { code, version }, asked }: AskedProps) {
  const { repair_reversal_id, reversal, amount, reason, asked_by, is_own, may_decide } = asked
  return (
    <li className="grid gap-2 rounded-lg bg-cream p-3">
      <p>
        <strong>Chờ duyệt {formatDong(amount)}</strong>
        {reversal === 'correction' ? ' (ghi nhầm)' : ' trả khách'}. {asked_by}: {reason}
      </p>
      {is_own && <p className="text-muted">Người khác phải duyệt khoản bạn đề nghị.</p>}
      {(may_decide || is_own) && (
        <StaffForm
          action={ticketPath(code)}
          hidden={{ intent: 'decide_reversal', version, repair_reversal_id }}
          className="flex flex-wrap gap-2"
        >
          {may_decide && (
            <button type="submit" name="answer" value="approve" className="tool-main min-h-11">
              Duyệt hoàn
            </button>
          )}
          <button type="submit" name="answer" value="reject" className="tool min-h-11">
            {is_own ? 'Rút đề nghị' : 'Từ chối'}
          </button>
        </StaffForm>
      )}
    </li>
  )
}

function Pay({
  ticket: { code, version, due },
  form_key,
}: {
  ticket: StaffTicket
  form_key: string
}) {
  return (
    <StaffForm
      action={ticketPath(code)}
      hidden={{ intent: 'pay', version, form_key }}
      className="grid gap-3 border-t border-line pt-3"
    >
      <fieldset className="flex flex-wrap gap-x-4">
        <legend className="mb-1 text-muted">Khách trả bằng</legend>
        {Object.entries(payment_way_titles).map(([way, name], n) => (
          <label key={way} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="way"
              value={way}
              required
              defaultChecked={n === 0}
              className="size-5"
            />
            {name}
          </label>
        ))}
      </fieldset>
      <div className="grid grid-cols-2 gap-2">
        <label className="grid gap-1">
          <span className="text-muted">Số tiền</span>
          <MoneyInput
            name="amount"
            required
            defaultValue={due}
            className="field min-h-11 w-full text-right tabular-nums"
          />
        </label>
        <label className="grid gap-1">
          <span className="text-muted">Mã giao dịch</span>
          <input
            name="reference"
            maxLength={60}
            autoComplete="off"
            className="field min-h-11 w-full"
          />
        </label>
      </div>
      <button type="submit" className="tool-main min-h-11">
        Thu tiền
      </button>
    </StaffForm>
  )
}
