import { createRoot } from 'react-dom/client'
import { sign_out_path } from '#storefront/addresses/sign-in-paths.ts'
import { SmemberForm, suggestion } from '#storefront/commerce/sign-in/smember-form.tsx'
import { SmemberPopup } from '#storefront/commerce/sign-in/smember-popup.tsx'
import { buttonClass } from '#web/ui/button.ts'

interface AccountPopupProps {
  /** Null: logged out. */
  name: string | null
  return_to: string
  /** The words of the place that asks to sign in, instead of the default. */
  text?: string | undefined
}

/**
 * Opens the Smember popup: sign-in and registration, or for a member the way to their pages and out. It has a root of
 * its own beside the page's, because the scripts of a page have no room for it until it is alive.
 */
export function openAccountPopup(props: AccountPopupProps): void {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
  }
  root.render(<AccountPopup {...props} onClose={close} />)
}

function AccountPopup({
  name,
  return_to,
  text = suggestion,
  onClose,
}: AccountPopupProps & { onClose: () => void }) {
  return (
    <SmemberPopup onClose={onClose}>
      {name === null ? (
        <SmemberForm return_to={return_to} text={text} />
      ) : (
        <>
          <p className="text-lg font-bold">Xin chào{name === '' ? '' : `, ${name}`}</p>
          <div className="mt-4 grid gap-3">
            <a href="/smember" className={buttonClass('primary')}>
              Đến trang Smember
            </a>
            <form method="post" action={sign_out_path}>
              <input type="hidden" name="return_to" value={return_to} />
              <button type="submit" className={buttonClass('outline', 'w-full')}>
                Đăng xuất
              </button>
            </form>
          </div>
        </>
      )}
    </SmemberPopup>
  )
}
