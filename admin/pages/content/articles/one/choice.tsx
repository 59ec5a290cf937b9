interface ChoiceProps {
  label: string
  name: string
  choices: readonly { value: string; title: string }[]
  value: string | undefined
}

/** One of some values. */
export function Choice({ label, name, choices, value }: ChoiceProps) {
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
