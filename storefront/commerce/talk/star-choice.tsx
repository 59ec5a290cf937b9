import { star_words } from '#storefront/commerce/talk/review-texts.ts'
import { ProblemText, useFieldAnswer } from '#web/ui/field.tsx'
import { useId } from 'react'

interface StarChoiceProps {
  name: string
  legend: string
  chosen: number | null
  required?: boolean
  /** Small: one of several aspects. */
  is_small?: boolean
}

/** Five radio buttons that look like stars. All stars up to the chosen one are gold, without any script. */
export function StarChoice({ name, legend, chosen, required = false, is_small }: StarChoiceProps) {
  const { problem, typed, noteEdit } = useFieldAnswer(name)
  const id = useId()
  const value = typed === undefined ? chosen : Number(typed)
  return (
    <fieldset
      aria-describedby={problem === undefined ? undefined : id}
      className={is_small ? 'flex flex-wrap items-center gap-x-3' : 'grid gap-1'}
    >
      <legend
        className={is_small ? 'float-left w-40 grow text-body' : 'mb-1 text-sm font-semibold'}
      >
        {legend}
        {!required && <span className="text-muted"> (không bắt buộc)</span>}
      </legend>
      <div className={is_small ? 'grid w-55 grid-cols-5' : 'grid max-w-md grid-cols-5'}>
        {star_words.map((word, at) => (
          <label
            key={word}
            title={word}
            className="grid min-h-11 min-w-11 cursor-pointer content-start justify-items-center pt-1 rounded-xl text-muted/60 transition-colors has-checked:text-gold has-focus-visible:outline-3 has-focus-visible:outline-accent [&:has(~_label_input:checked)]:text-gold"
          >
            <input
              type="radio"
              name={name}
              value={at + 1}
              required={required}
              defaultChecked={value === at + 1}
              aria-invalid={problem === undefined ? undefined : true}
              onChange={noteEdit}
              className="peer sr-only"
            />
            <span
              aria-hidden
              className={is_small ? 'text-2xl leading-none' : 'text-4xl leading-none'}
            >
              ★
            </span>
            <span
              className={
                is_small
                  ? 'sr-only'
                  : 'mt-1 text-center text-xs text-muted peer-checked:font-bold peer-checked:text-ink'
              }
            >
              <span className="sr-only">{`${at + 1} sao: `}</span>
              {word}
            </span>
          </label>
        ))}
      </div>
      {problem !== undefined && <ProblemText id={id}>{problem}</ProblemText>}
    </fieldset>
  )
}
