import { useRef, useState, useSyncExternalStore } from 'react'
import { askPasskey, hasPasskeys, type PasskeyPurpose } from '#admin/auth/browser/ask-passkey.ts'
import { buttonClass } from '#web/ui/button.ts'

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
  const [notice, setNotice] = useState('')
  const press = async () => {
    const form = field.current?.form
    if (is_busy || !form?.reportValidity()) return
    setBusy(true)
    setNotice('')
    const asked = await askPasskey(purpose)
    setBusy(false)
    if ('problem' in asked) return setNotice(asked.problem)
    if (field.current !== null) field.current.value = asked.passkey
    if (sends) form.requestSubmit()
    else setNotice('Đã xác nhận: bây giờ hãy gửi.')
  }
  return (
    <div className={is_usable ? 'grid gap-1' : 'invisible grid gap-1'}>
      <input ref={field} type="hidden" name="passkey" defaultValue="" />
      <div>
        <button
          type="button"
          onClick={() => void press()}
          aria-disabled={is_busy}
          className={buttonClass(look ?? 'outline', 'px-4 py-2 aria-disabled:opacity-60')}
        >
          {children}
        </button>
      </div>
      <p role="status" className="min-h-6 text-sm font-semibold">
        {notice}
      </p>
    </div>
  )
}

/** What a browser can does not change while a page is open. */
const never = () => () => undefined
