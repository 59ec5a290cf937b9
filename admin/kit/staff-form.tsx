import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { buttonClass } from '#web/ui/button.ts'

interface StaffFormProps {
  /** The path of the page that the form belongs to. */
  action: string
  /** Hidden fields with their values. */
  hidden: Readonly<Record<string, string | number>>
  autoComplete?: 'off'
  /** Reloads the page after sending, so that typed secrets do not stay in the page. */
  reloadDocument?: boolean
  className?: string
  children: ReactNode
}

/** A form of a staff page. Without scripts it is a plain POST; with scripts the scroll position is preserved. */
export function StaffForm({ hidden, children, ...form }: StaffFormProps) {
  return (
    <Form method="post" preventScrollReset {...form}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  )
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
      className={buttonClass(look, 'px-4 py-2 aria-disabled:opacity-60')}
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
  autoComplete?: 'off' | 'new-password'
  maxLength?: number
}

/** A text input for one line, with its label above. */
export function TextField({ label, ...input }: TextFieldProps) {
  return (
    <label className="block font-semibold">
      {label}
      <input
        {...input}
        className="mt-1 block min-h-11 w-full rounded-button border border-muted bg-white px-3 py-2 font-normal"
      />
    </label>
  )
}
