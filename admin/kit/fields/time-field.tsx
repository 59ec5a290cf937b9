import { vietnamClock } from '#pure/vietnam-time.ts'

interface TimeFieldProps {
  label: string
  name: string
  /** As the field writes it, on the clock of Vietnam: 2026-11-20T08:00. */
  value: string
  /** It may stay empty. */
  optional?: boolean
}

/** A field for a day and a time, with its label above. */
export function TimeField({ label, name, value, optional = false }: TimeFieldProps) {
  return (
    <label className="grid grow gap-1">
      <span className="text-muted">{label}</span>
      <input
        type="datetime-local"
        name={name}
        required={!optional}
        defaultValue={value}
        className="field w-full"
      />
    </label>
  )
}

/** An instant as a field of day and time shows it; none is empty. */
export function fieldTime(at: string | null | undefined): string {
  return at == null ? '' : vietnamClock(new Date(at)).slice(0, 16)
}
