import { useOpenPage } from '#storefront/runtime/open-page.ts'
import { useAccount } from '#storefront/runtime/sign-in/use-account.ts'
import { Icon } from '#web/ui/icons.tsx'

/**
 * "Đăng nhập", or the name of the member once it is known. Its width does not depend on the name, so nothing moves. A
 * link; once the page is alive it opens the Smember popup (follow-session.ts). On phones it stands at the bottom of a
 * page, but for product pages, which have their buy bar there.
 */
export function AccountLink() {
  const account = useAccount()
  const on_phones = useOpenPage() === 'product'
  return (
    <a
      href={account.href}
      className={`relative flex h-11 shrink-0 items-center gap-2 rounded-button px-3 text-body font-semibold text-white transition-colors hover:bg-white/10 ${on_phones ? '' : 'max-md:hidden'}`}
    >
      <Icon name="user" className="size-6" />
      <span className="w-24 truncate max-lg:sr-only">{account.name ?? 'Đăng nhập'}</span>
    </a>
  )
}
