import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button.ts'

interface PasskeyFormProps {
  action: string
  purpose: 'sign_in' | 'add' | 'confirm'
  hidden?: Readonly<Record<string, string>>
  submit: string
  look?: 'primary' | 'outline'
  children?: ReactNode
}

/**
 * A form that a passkey signs. Its button works with the script of the page, and shows only where the browser has
 * passkeys.
 */
export function PasskeyForm({
  action,
  purpose,
  hidden = {},
  submit,
  look = 'primary',
  children,
}: PasskeyFormProps) {
  const is_sign_in = purpose === 'sign_in'
  return (
    <form
      method="post"
      action={action}
      data-passkey={purpose}
      className={`grid gap-3 ${is_sign_in ? 'noscript:hidden' : ''}`}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="passkey" value="" />
      {children}
      <button type="submit" className={buttonClass(look, 'invisible w-full noscript:hidden')}>
        {submit}
      </button>
      <p role="status" data-passkey-notice="" className="font-semibold text-sale empty:hidden">
        {!is_sign_in && <span className="hidden noscript:inline">Passkey cần JavaScript.</span>}
      </p>
    </form>
  )
}
