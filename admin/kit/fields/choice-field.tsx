interface ChoiceFieldProps {
  label: string
  name: string
  choices: readonly { value: string; title: string }[]
  value: string | undefined
}

/** A field for one of some values, with its label above. */
export function ChoiceField({ label, name, choices, value }: ChoiceFieldProps) {
  return (
    <label className="grid gap-1">
      <span className="text-muted">{label}</span>
      <select name={name} defaultValue={value} className="field">
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.title}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Choices from a record of titles by value. */
export function choicesOf(titles: Readonly<Record<string, string>>) {
  return Object.entries(titles).map(([value, title]) => ({ value, title }))
}

interface CheckFieldProps {
  label: string
  name: string
  is_on: boolean
}

/** A box to tick, with its label beside it. */
export function CheckField({ label, name, is_on }: CheckFieldProps) {
  return (
    <label className="flex min-h-9 items-center gap-2">
      <input type="checkbox" name={name} defaultChecked={is_on} className="size-5 accent-accent" />
      {label}
    </label>
  )
}
