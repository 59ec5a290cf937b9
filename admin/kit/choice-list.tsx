interface ChoiceListProps {
  legend: string
  /** The name of a field is the prefix, a colon and the value: forms keep one value for each name. */
  prefix: string
  choices: readonly { value: string | number; label: string }[]
  chosen: readonly (string | number)[]
}

/** Check boxes for several choices. */
export function ChoiceList({ legend, prefix, choices, chosen }: ChoiceListProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{legend}</legend>
      <div
        className="mt-1 grid max-h-80 gap-x-4 overflow-y-auto sm:grid-cols-2 lg:grid-cols-3"
        tabIndex={-1}
      >
        {choices.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              name={`${prefix}:${value}`}
              defaultChecked={chosen.includes(value)}
              className="size-5 shrink-0 accent-accent"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The values that a form with a ChoiceList has sent. */
export function chosenOf(fields: Readonly<Record<string, string>>, prefix: string): string[] {
  return Object.keys(fields)
    .filter((name) => name.startsWith(`${prefix}:`))
    .map((name) => name.slice(prefix.length + 1))
}
