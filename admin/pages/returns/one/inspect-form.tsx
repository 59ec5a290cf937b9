import { returnPath } from '#admin/addresses/paths.ts'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { return_grade_titles, return_reason_titles } from '#admin/pages/returns/return-texts.ts'
import type { StaffReturn } from '#contracts/staff/returns.ts'
import { formatDong } from '#pure/money.ts'

const reasons = ['faulty', 'wrong_item', 'not_liked'] as const
const grades = ['sealed', 'opened', 'faulty'] as const

/** What somebody found when they looked at the goods. It can be corrected until the return is settled. */
export function InspectForm({ data }: { data: StaffReturn }) {
  const { code, version, state, reason, grade, unit_code, gifts, gifts_returned, findings } = data
  const is_done = state === 'inspected'
  const usual = reason === 'faulty' ? 'faulty' : null
  const form = (
    <StaffForm
      action={returnPath(code)}
      hidden={{ intent: 'inspect', version }}
      className="grid gap-3 text-sm"
    >
      <fieldset className="grid">
        <legend className="mb-1 text-muted">Tình trạng</legend>
        {grades.map((value) => (
          <label key={value} className="flex min-h-9 items-center gap-2">
            <input
              type="radio"
              name="grade"
              value={value}
              required
              defaultChecked={(grade ?? usual) === value}
            />
            {return_grade_titles[value]}
          </label>
        ))}
      </fieldset>
      <label className="grid gap-1">
        <span className="text-muted">Lý do sau khi kiểm (phí tính theo lý do này)</span>
        <select name="reason" className="field w-full" defaultValue={reason}>
          {reasons.map((value) => (
            <option key={value} value={value}>
              {return_reason_titles[value]}
            </option>
          ))}
        </select>
      </label>
      {unit_code !== null && (
        <label className="flex min-h-9 items-center gap-2">
          <input type="checkbox" name="signed_out" value="1" required defaultChecked={is_done} />
          Máy đã đăng xuất tài khoản của khách
        </label>
      )}
      {gifts.length > 0 && (
        <label className="flex min-h-9 items-center gap-2">
          <input
            type="checkbox"
            name="gifts_returned"
            value="1"
            defaultChecked={gifts_returned ?? true}
          />
          <span>
            Khách trả đủ quà:{' '}
            {gifts
              .map(({ name, quantity, price }) => `${quantity} × ${name} (${formatDong(price)})`)
              .join(', ')}
          </span>
        </label>
      )}
      <LineField
        label="Ghi nhận khi kiểm"
        name="findings"
        defaultValue={findings ?? ''}
        maxLength={500}
      />
      <button type="submit" className={`${is_done ? 'tool' : 'tool-main'} justify-self-start`}>
        {is_done ? 'Lưu kết quả kiểm' : 'Kiểm xong'}
      </button>
    </StaffForm>
  )
  if (!is_done) {
    return (
      <section aria-labelledby="inspect" className="sheet grid gap-3">
        <h2 id="inspect" className="part-title">
          Kiểm hàng
        </h2>
        {form}
      </section>
    )
  }
  return (
    <details className="sheet">
      <summary className="cursor-pointer text-sm font-semibold text-muted">Kiểm lại…</summary>
      <div className="mt-3">{form}</div>
    </details>
  )
}
