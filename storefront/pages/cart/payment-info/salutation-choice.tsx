import type { Salutation } from '#contracts/storefront/quote.ts'
import { salutations } from '#pure/vietnamese/called-name.ts'
import { useFieldAnswer } from '#web/ui/field.tsx'

const choices = [
  ['anh', salutations.anh],
  ['chi', salutations.chi],
] as const

/** How staff and messages address the buyer, by the buyer's own choice. None is chosen at first. */
export function SalutationChoice({ saved }: { saved: Salutation | null }) {
  const { typed = saved } = useFieldAnswer('salutation')
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="mb-1.5 text-sm font-semibold">
        Xưng hô<span className="font-medium text-muted"> (không bắt buộc)</span>
      </legend>
      {choices.map(([value, text]) => (
        <label
          key={value}
          className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-full border border-muted/50 bg-white pr-5 pl-3.5 font-semibold hover:border-accent has-checked:border-accent has-checked:bg-cream has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="salutation"
            value={value}
            defaultChecked={typed === value}
            className="size-5 shrink-0 accent-accent outline-none"
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
