import { Icon } from '#web/ui/icons.tsx'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { scrollToAndFocus } from '#web/ui/scroll-to.ts'

/** The answer to a sent form: messages for wrong fields, and the typed values. */
interface Answer {
  problems: Readonly<Record<string, string>>
  values: Readonly<Record<string, string>>
}

const AnswerContext = createContext<Answer>({ problems: {}, values: {} })

/**
 * Provides problems and typed values to the fields inside. After an answer with problems, the first wrong
 * field is scrolled to 150 px below the top (contract §9) and focused.
 */
export function FieldScope({ answer, children }: { answer: Answer; children: ReactNode }) {
  const scope = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const wrong = scope.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) scrollToAndFocus(wrong)
  }, [answer])
  return (
    <AnswerContext value={answer}>
      <div ref={scope} className="contents">
        {children}
      </div>
    </AnswerContext>
  )
}

/** The part of the last answer for one field: its problem until it is edited, and its typed value. */
export function useFieldAnswer(name: string) {
  const answer = useContext(AnswerContext)
  const [editedAfter, setEditedAfter] = useState<Answer | null>(null)
  return {
    problem: editedAfter === answer ? undefined : answer.problems[name],
    typed: answer.values[name],
    isFirstWrong: Object.keys(answer.problems)[0] === name,
    noteEdit: () => setEditedAfter(answer),
  }
}

interface LabelProps {
  name: string
  label: string
  hint?: string
  optional?: boolean
}

const box =
  'w-full scroll-mt-[150px] rounded-xl border border-muted/70 bg-white px-4 text-base text-ink transition-colors placeholder:text-muted hover:border-muted focus:border-accent focus:ring-3 focus:ring-accent/15 focus:outline-none aria-invalid:border-sale aria-invalid:bg-sale/4'

/** A text input for one line, with its label above and its problem below. */
export function TextField(props: LabelProps & Omit<ComponentProps<'input'>, 'name'>) {
  const { label, hint, optional, className = '', defaultValue, ...input } = props
  const field = useField(props)
  return (
    <FieldFrame {...field} label={label} hint={hint} optional={optional} className={className}>
      <input
        {...input}
        {...field.control}
        defaultValue={field.typed ?? defaultValue}
        className={`${box} h-12`}
      />
    </FieldFrame>
  )
}

/** A text input for several lines, with label and problem. */
export function TextAreaField(props: LabelProps & Omit<ComponentProps<'textarea'>, 'name'>) {
  const { label, hint, optional, className = '', defaultValue, ...area } = props
  const field = useField(props)
  return (
    <FieldFrame {...field} label={label} hint={hint} optional={optional} className={className}>
      <textarea
        rows={3}
        {...area}
        {...field.control}
        defaultValue={field.typed ?? defaultValue}
        className={`${box} block min-h-20 resize-y py-3 leading-normal`}
      />
    </FieldFrame>
  )
}

/** The browser's select box, with label and problem. `children` are its options. */
export function SelectField(props: LabelProps & Omit<ComponentProps<'select'>, 'name'>) {
  const { label, hint, optional, className = '', defaultValue, children, ...select } = props
  const field = useField(props)
  return (
    <FieldFrame {...field} label={label} hint={hint} optional={optional} className={className}>
      <div className="relative">
        <select
          {...select}
          {...field.control}
          onChange={(event) => {
            field.control.onInput()
            select.onChange?.(event)
          }}
          defaultValue={field.typed ?? defaultValue}
          className={`${box} h-12 appearance-none pr-11 text-ellipsis`}
        >
          {children}
        </select>
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-muted"
        />
      </div>
    </FieldFrame>
  )
}

/** A radio button as a card that can be clicked anywhere. */
export function RadioCard({
  children,
  className = '',
  ...radio
}: ComponentProps<'input'> & { children: ReactNode }) {
  return (
    <label
      className={`flex cursor-pointer items-start gap-3 rounded-2xl border border-muted/50 bg-white p-4 transition-colors hover:border-accent has-checked:border-accent has-checked:bg-cream has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-mist has-disabled:text-muted has-disabled:[&_img]:opacity-60 ${className}`}
    >
      <input
        {...radio}
        type="radio"
        className="mt-0.5 size-5 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  )
}

/** The problem of a field. The field refers to it by `id`. */
export function ProblemText({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 text-sm text-sale">
      {children}
    </p>
  )
}

function useField({ name, hint }: LabelProps) {
  const id = useId()
  const { problem, typed, isFirstWrong, noteEdit } = useFieldAnswer(name)
  const notes = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const control = {
    id,
    name,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': notes === '' ? undefined : notes,
    // Without scripts, the browser focuses the first wrong field.
    autoFocus: isFirstWrong,
    onInput: noteEdit,
  }
  return { id, problem, typed, control }
}

interface FrameProps {
  id: string
  label: string
  problem: string | undefined
  hint: string | undefined
  optional: boolean | undefined
  className: string
  children: ReactNode
}

function FieldFrame({ id, label, problem, hint, optional, className, children }: FrameProps) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold text-ink">
        {label}
        {optional && <span className="font-medium text-muted"> (không bắt buộc)</span>}
      </label>
      {children}
      {problem && <ProblemText id={`${id}-problem`}>{problem}</ProblemText>}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
