import { useMemberName } from '#storefront/runtime/sign-in/member-name.ts'
import { Icon } from '#web/ui/icons.tsx'

/**
 * "Đăng nhập", or the name of the member once it is known. Its width does not depend on the name, so nothing moves. A
 * link; once the page is alive it opens the Smember popup (follow-session.ts).
 */
export function AccountLink() {
  const name = useMemberName()
  return (
    <a
      href={name === null ? '/dang-nhap' : '/smember'}
      className="relative flex h-11 shrink-0 items-center gap-2 rounded-button px-3 text-[15px] font-semibold text-white transition-colors hover:bg-white/10 max-md:hidden"
    >
      <Icon name="user" className="size-6" />
      <span className="w-24 truncate max-lg:sr-only">{name ?? 'Đăng nhập'}</span>
    </a>
  )
}
