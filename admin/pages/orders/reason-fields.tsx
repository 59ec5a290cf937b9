import { NoteField } from '#admin/kit/fields/note-field.tsx'
import { cancel_reasons } from '#admin/pages/orders/order-texts.ts'

/** Why an order is cancelled: a reason from the list, which the shopper reads, and a note for staff. */
export function ReasonFields() {
  return (
    <div className="grid gap-2 text-sm">
      <label className="grid gap-1 font-semibold">
        Lý do hủy
        <select name="reason" required defaultValue="" className="field w-full font-normal">
          <option value="" disabled>
            Chọn lý do
          </option>
          {Object.entries(cancel_reasons).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <NoteField />
    </div>
  )
}
