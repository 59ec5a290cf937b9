import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { buttonClass } from '#web/ui/button.ts'

interface StaffFormProps {
  /** The page that it belongs to. */
  action: string
  /** Fields that nobody types. */
  hidden: Readonly<Record<string, string | number>>
  autoComplete?: 'off'
  /** Loads the page anew: what was typed, a key perhaps, does not stay in it. */
  reloadDocument?: boolean
  className?: string
  children: ReactNode
}

/** A form of staff: a plain post before scripts run; after it, the page stays where it is scrolled to. */
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
  /** What is sent with the form when this button is pressed. */
  name?: string
  value?: string
  look?: 'primary' | 'outline'
  children: string
}

/** Sends its form; pressed twice, it is sent once. */
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

/** One line to be typed, with its label above. */
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
