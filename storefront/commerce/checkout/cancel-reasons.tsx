import { TextField } from '#web/ui/field.tsx'

/** The value of "Lý do khác": the text field beside it has the reason. */
const other_reason = 'khac'

/** The reason that a form with `CancelReasons` brings; empty: none was given. */
export function chosenReason(form: FormData): string {
  const reason = form.get('reason') ?? ''
  return String(reason === other_reason ? (form.get('other_reason') ?? '') : reason)
}

const reasons = [
  'Đổi ý, không mua nữa',
  'Muốn đổi sản phẩm khác',
  'Muốn sửa địa chỉ, số điện thoại',
  'Tìm được giá tốt hơn',
  'Giao hàng lâu quá',
] as const

/** Why an order is cancelled, as chips. "Lý do khác" opens a field, with and without scripts. */
export function CancelReasons() {
  return (
    <fieldset className="group">
      <legend className="mb-2 text-sm font-semibold">
        Lý do <span className="font-medium text-muted">(không bắt buộc)</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {[...reasons, other_reason].map((reason) => (
          <label
            key={reason}
            className="filter-value cursor-pointer has-checked:border-accent has-checked:bg-cream has-checked:text-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input type="radio" name="reason" value={reason} className="sr-only" />
            {reason === other_reason ? 'Lý do khác' : reason}
          </label>
        ))}
      </div>
      <div className="mt-3 hidden [.group:has([value=khac]:checked)_&]:block">
        <TextField name="other_reason" label="Lý do của bạn" maxLength={200} autoComplete="off" />
      </div>
    </fieldset>
  )
}
