import type { IdentityProvider } from '#contracts/member-site/identities.ts'
import { provider_paths } from '#member-site/addresses/paths.ts'
import { buttonClass } from '#web/ui/button.ts'

export interface Ways {
  /** Whose accounts sign members in. */
  ways: readonly IdentityProvider[]
}

export const provider_names: Readonly<Record<IdentityProvider, string>> = {
  google: 'Google',
  zalo: 'Zalo',
}

interface ButtonsProps extends Ways {
  next: string
  /** Links an account to that of the member, instead of signing in. */
  is_link?: boolean
}

/** The ways to sign in at another company: each is a form, so that it works without scripts. */
export function ProviderButtons({ ways, next, is_link = false }: ButtonsProps) {
  if (ways.length === 0) return null
  return (
    <div className="grid gap-3">
      {!is_link && (
        <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          Hoặc đăng nhập bằng
        </p>
      )}
      <div className="grid gap-3 min-[400px]:grid-cols-2">
        {ways.map((way) => (
          <form key={way} method="post" action={provider_paths[way].begin}>
            <input type="hidden" name="next" value={next} />
            {is_link && <input type="hidden" name="intent" value="link" />}
            <button type="submit" className={buttonClass('outline', 'w-full')}>
              {way === 'google' ? <GoogleMark /> : <ZaloMark />}
              <span className="sr-only">{is_link ? 'Liên kết với ' : 'Đăng nhập với '}</span>
              {provider_names[way]}
            </button>
          </form>
        ))}
      </div>
    </div>
  )
}

/** The sign of Google, as its brand rules ask for on such buttons. */
function GoogleMark() {
  return (
    <svg aria-hidden="true" width="20" height="20" viewBox="0 0 48 48">
      <path
        fill="#ea4335"
        d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9C35.9 2.4 30.5 0 24 0 14.6 0 6.5 5.4 2.6 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5z"
      />
      <path
        fill="#4285f4"
        d="M47 24.6c0-1.6-.2-3.1-.4-4.6H24v9h12.9c-.6 3-2.3 5.500-4.800 7.200l7.700 6c4.500-4.200 7.200-10.400 7.200-17.600z"
      />
      <path
        fill="#fbbc05"
        d="M10.500 28.600c-.5-1.500-.8-3-.8-4.600s.3-3.100.8-4.600l-8-6.200C.9 16.500 0 20.100 0 24s.9 7.500 2.600 10.800l7.900-6.200z"
      />
      <path
        fill="#34a853"
        d="M24 48c6.500 0 11.900-2.100 15.900-5.800l-7.700-6c-2.200 1.400-4.900 2.300-8.200 2.300-6.300 0-11.600-4.200-13.500-9.900l-8 6.200C6.500 42.600 14.600 48 24 48z"
      />
    </svg>
  )
}

function ZaloMark() {
  return (
    <svg aria-hidden="true" width="20" height="20" viewBox="0 0 48 48">
      <rect width="48" height="48" rx="12" fill="#0068ff" />
      <path fill="#fff" d="M13 14h22v4.400L20.400 30H35v4H13v-4.200L27.800 18H13z" />
    </svg>
  )
}
