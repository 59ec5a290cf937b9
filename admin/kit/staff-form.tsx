import { type ReactNode, useEffect, useRef } from 'react'
import { Form, useActionData, useNavigation } from 'react-router'

interface StaffFormProps {
  /** The path of the page that the form belongs to. */
  action: string
  /** Hidden fields with their values. */
  hidden: Readonly<Record<string, string | number>>
  autoComplete?: 'off'
  /** Of a form that brings files. */
  encType?: 'multipart/form-data'
  /** Reloads the page after sending, so that typed secrets do not stay in the page. */
  reloadDocument?: boolean
  /** Empties the fields after the form was accepted. */
  resets?: boolean
  className?: string
  children: ReactNode
}

/** A form of a staff page. Without scripts it is a plain POST; with scripts the scroll position is preserved. */
export function StaffForm({ hidden, resets = false, children, ...form }: StaffFormProps) {
  const ref = useReset(resets)
  return (
    <Form method="post" preventScrollReset ref={ref} {...form}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  )
}

/** Resets the form once it was sent and accepted; what somebody else's form changed does not empty it. */
function useReset(is_wanted: boolean) {
  const ref = useRef<HTMLFormElement>(null)
  const is_sent = useRef(false)
  const { state, formData } = useNavigation()
  const answer = useActionData<{ problem?: string }>()
  useEffect(() => {
    const intent = ref.current?.querySelector<HTMLInputElement>('[name=intent]')?.value
    if (formData?.get('intent') === intent) is_sent.current = true
    if (state !== 'idle' || !is_sent.current) return
    is_sent.current = false
    if (is_wanted && answer?.problem === undefined) ref.current?.reset()
  }, [state, formData, answer, is_wanted])
  return ref
}

interface SubmitButtonProps {
  /** Name of the field that this button adds to the form. */
  name?: string
  value?: string
  look?: 'primary' | 'outline'
  children: string
}

/** Sends its form. While the form is being sent, further clicks are ignored. */
export function SubmitButton({ name, value, look = 'outline', children }: SubmitButtonProps) {
  const is_busy = useNavigation().state !== 'idle'
  return (
    <button
      type="submit"
      {...{ name, value }}
      aria-disabled={is_busy}
      onClick={(event) => {
        if (is_busy) event.preventDefault()
      }}
      className={`min-h-11 ${look === 'primary' ? 'tool-main' : 'tool'}`}
    >
      {children}
    </button>
  )
}

interface TextFieldProps {
  label: ReactNode
  id?: string
  name: string
  type?: 'password'
  defaultValue?: string
  placeholder?: string
  autoComplete?: 'off' | 'name' | 'username' | 'current-password' | 'new-password' | 'one-time-code'
  inputMode?: 'numeric'
  maxLength?: number
}

/** A text input for one line, with its label above. */
export function TextField({ label, ...input }: TextFieldProps) {
  return (
    <label className="block font-semibold">
      {label}
      <input {...input} className="field mt-1 block min-h-11 w-full text-base font-normal" />
    </label>
  )
}
