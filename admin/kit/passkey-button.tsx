import { useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { askStaffPasskey, type PasskeyPurpose } from '#admin/auth/browser/ask-passkey.ts'
import { hasPasskeys } from '#web/runtime/passkeys/ask-passkey.ts'

interface PasskeyButtonProps {
  purpose: PasskeyPurpose
  /** Sends the form at once. Otherwise the person sends it, after what else there is to fill in. */
  sends?: boolean
  look?: 'primary' | 'outline'
  children: string
}

/**
 * Has a passkey sign and puts the answer into the field `passkey` of its form. It shows where scripts run and the
 * browser has passkeys; its place is there from the start.
 */
export function PasskeyButton({ purpose, sends = false, look, children }: PasskeyButtonProps) {
  const field = useRef<HTMLInputElement>(null)
  const is_usable = useSyncExternalStore(never, hasPasskeys, () => false)
  const [is_busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState('')
  const [notice, setNotice] = useState('')
  const press = async () => {
    const form = field.current?.form
    if (is_busy || !form?.reportValidity()) return
    setBusy(true)
    setNotice('')
    const asked = await askStaffPasskey(purpose)
    setBusy(false)
    if ('problem' in asked) return setNotice(asked.problem)
    // The field must have the answer before the form is sent.
    flushSync(() => setAnswer(asked.passkey))
    if (sends) form.requestSubmit()
    else setNotice('Đã xác nhận. Bây giờ hãy lưu.')
  }
  return (
    <>
      <p className="hidden text-muted noscript:block">Passkey cần JavaScript.</p>
      <div
        className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${is_usable ? '' : 'invisible'}`}
      >
        <input ref={field} type="hidden" name="passkey" value={answer} />
        <button
          type="button"
          onClick={() => void press()}
          aria-disabled={is_busy}
          className={`min-h-11 ${look === 'primary' ? 'tool-main' : 'tool'}`}
        >
          {children}
        </button>
        <p role="status" className="text-sm font-semibold">
          {notice}
        </p>
      </div>
    </>
  )
}

/** What a browser can does not change while a page is open. */
const never = () => () => undefined
