interface LineFieldProps {
  label: string
  name: string
  maxLength: number
  defaultValue?: string
  required?: boolean
  placeholder?: string
  /** As high as a finger needs, on pages for phones. */
  is_tall?: boolean
  /** The id of a list of values that are offered. */
  list?: string
  /** What is scanned next goes here. */
  autoFocus?: boolean
}

/** A field for one line in a dense form, as wide as its form, with its label above. */
export function LineField({ label, is_tall = false, ...input }: LineFieldProps) {
  return (
    <label className="grid min-w-40 grow gap-1">
      <span className="text-muted">{label}</span>
      <input
        {...input}
        autoComplete="off"
        spellCheck={false}
        className={`field w-full ${is_tall ? 'min-h-11' : ''}`}
      />
    </label>
  )
}

/** Why somebody does this, in a line. */
export function ReasonField({
  label = 'Lý do',
  maxLength = 200,
  ...more
}: Partial<Omit<LineFieldProps, 'name'>>) {
  return <LineField {...more} label={label} name="reason" maxLength={maxLength} />
}
