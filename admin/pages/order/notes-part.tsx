import { orderPath } from '#admin/addresses/paths.ts'
import { Key } from '#admin/kit/keys-help.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'

/** The form for a note, for staff or for the courier. */
export function NotesPart({ code }: { code: string }) {
  return (
    <section aria-labelledby="notes" className="sheet text-sm">
      <StaffForm action={orderPath(code)} hidden={{ intent: 'note' }} resets className="grid gap-2">
        <h2 id="notes" className="part-title flex items-center gap-2">
          Ghi chú <Key name="n" />
        </h2>
        <textarea
          name="text"
          rows={3}
          required
          maxLength={500}
          data-key="n"
          aria-labelledby="notes"
          className="field py-2"
        />
        <div className="flex flex-wrap gap-2">
          <button type="submit" name="kind" value="note" className="tool">
            Ghi nội bộ
          </button>
          <button type="submit" name="kind" value="courier_note" className="tool">
            Dặn người giao
          </button>
        </div>
      </StaffForm>
    </section>
  )
}
