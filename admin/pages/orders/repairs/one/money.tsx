import { ticketPath } from '#admin/addresses/paths.ts'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { RepairData } from '#admin/pages/orders/repairs/one/page.server.ts'
import { payment_way_titles } from '#admin/pages/orders/repairs/ticket-texts.ts'
import type { StaffTicket } from '#contracts/staff/orders/ticket-shapes.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

/** What was paid and what is to be paid, with the forms of the counter. */
export function Money({ data: { ticket, form_key } }: { data: RepairData }) {
  const { payments, due, paid, may } = ticket
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
      {may.pay && <Pay ticket={ticket} form_key={form_key} />}
    </section>
  )
}

interface PaymentProps {
  ticket: StaffTicket
  payment: StaffTicket['payments'][number]
}

function Payment({ ticket: { code, version, may }, payment }: PaymentProps) {
  const { repair_payment_id, way, amount, reference, reason, staff_name, paid_at, is_reversed } =
    payment
  return (
    <li className="border-t border-line pt-2">
      <p className="flex justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">
          {amount < 0 ? 'Hoàn ' : ''}
          {payment_way_titles[way]}
          {reference !== null && ` · ${reference}`}
        </span>
        <span className="shrink-0 font-semibold tabular-nums">{formatDong(amount)}</span>
      </p>
      <p className="text-muted">
        {formatDateTime(new Date(paid_at))}, {staff_name}
        {reason !== null && `: ${reason}`}
      </p>
      {may.reverse && amount > 0 && !is_reversed && (
        <details>
          <summary className="min-h-11 content-center font-semibold">Hoàn lại khoản này…</summary>
          <StaffForm
            action={ticketPath(code)}
            hidden={{ intent: 'reverse', version, repair_payment_id }}
            className="flex flex-wrap items-end gap-2"
          >
            <label className="grid min-w-0 grow gap-1">
              <span className="text-muted">Lý do</span>
              <input
                name="reason"
                required
                maxLength={300}
                autoComplete="off"
                className="field min-h-11 w-full"
              />
            </label>
            <button type="submit" className="tool min-h-11">
              Hoàn {formatDong(amount)}
            </button>
          </StaffForm>
        </details>
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
          <input
            name="amount"
            inputMode="numeric"
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
