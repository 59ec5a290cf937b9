interface NoteFieldProps {
  label?: string
  maxLength?: number
}

/** A note that only staff read. */
export function NoteField({ label = 'Ghi chú nội bộ', maxLength = 500 }: NoteFieldProps) {
  return (
    <label className="grid gap-1 text-sm font-semibold">
      {label}
      <input
        name="note"
        maxLength={maxLength}
        autoComplete="off"
        className="field w-full font-normal"
      />
    </label>
  )
}
