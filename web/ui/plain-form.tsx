import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button.ts'

interface PlainFormProps {
  action: string
  hidden?: Readonly<Record<string, string | number>>
  /** The text of its button. */
  submit: string
  look?: 'primary' | 'outline'
  children?: ReactNode
}

/** A form that the browser sends itself: for pages without scripts, and for what must load a page anew. */
export function PlainForm({
  action,
  hidden = {},
  submit,
  look = 'primary',
  children,
}: PlainFormProps) {
  return (
    <form method="post" action={action} className="grid gap-4">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <button type="submit" className={buttonClass(look, 'w-full')}>
        {submit}
      </button>
    </form>
  )
}
