import { tradeInPath } from '#admin/addresses/paths.ts'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { MoneyField } from '#admin/kit/money-input.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { offer_reason_titles } from '#admin/pages/trade/trade-in-texts.ts'
import type { StaffTradeIn } from '#contracts/staff/trade/trade-ins.ts'

interface CheckFormProps {
  data: StaffTradeIn
  /** What a refused form had in its fields. */
  typed: Readonly<Record<string, string>>
}

/** Checks every item and says what the shop pays. The questions begin with what the owner answered. */
export function CheckForm({ data, typed }: CheckFormProps) {
  const { code, version, questions, device_code, value, offer, offer_reason, offer_note } = data
  const of = (name: string, fallback: string) => typed[name] ?? fallback
  return (
    <section aria-label="Kiểm máy" className="sheet">
      <StaffForm
        action={tradeInPath(code)}
        hidden={{ intent: 'offer', version }}
        autoComplete="off"
        className="grid gap-3 text-sm"
      >
        <h2 className="text-base">{offer === null ? 'Kiểm từng mục' : 'Kiểm lại, báo giá lại'}</h2>
        <LineField
          label="IMEI hoặc số serial (quét trên máy)"
          name="device_code"
          maxLength={60}
          required
          defaultValue={of('device_code', device_code ?? '')}
        />
        {questions.map(({ question_code, title, answers, answered, checked }) => (
          <label key={question_code} className="grid gap-1">
            <span className="text-muted">{title}</span>
            <select
              name={`check:${question_code}`}
              defaultValue={of(`check:${question_code}`, checked ?? answered)}
              className="field min-h-11 w-full"
            >
              {answers.map(({ answer_code, label }) => (
                <option key={answer_code} value={answer_code}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        ))}
        <label className="flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            name="is_signed_out"
            value="1"
            defaultChecked={typed['is_signed_out'] === '1'}
            className="size-5 shrink-0 accent-accent"
          />
          Đã đăng xuất iCloud / Google và tắt Tìm máy
        </label>
        <MoneyField
          label="Giá thu cuối cùng (đ)"
          name="amount"
          required
          defaultValue={of('amount', String(offer ?? value))}
        />
        <label className="grid gap-1">
          <span className="text-muted">Lý do, nếu khác giá đã báo</span>
          <select
            name="reason"
            defaultValue={of('reason', offer_reason ?? '')}
            className="field min-h-11 w-full"
          >
            <option value="">Không khác</option>
            {Object.entries(offer_reason_titles).map(([reason, label]) => (
              <option key={reason} value={reason}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <LineField
          label="Ghi chú (khách đọc được)"
          name="note"
          maxLength={300}
          defaultValue={of('note', offer_note ?? '')}
        />
        <button type="submit" className="tool-main min-h-11">
          Báo giá cho khách
        </button>
      </StaffForm>
    </section>
  )
}
