import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useAccount } from '#storefront/runtime/sign-in/use-account.ts'
import { CartCount } from '#storefront/layouts/header/cart-link.tsx'

/**
 * The navigation at the bottom of a phone. A product page shows its buy bar instead. It has its final height
 * before its links have arrived, because it is fixed at its lower edge and would move up with each of them.
 */
export function BottomNav() {
  const { name, href: account } = useAccount()
  const { pathname } = useLocation()
  const entries: { href: string; text: string; icon: IconName; mark?: ReactNode }[] = [
    { href: frame_paths.home, text: 'Trang chủ', icon: 'house' },
    { href: frame_paths.menu, text: 'Danh mục', icon: 'layout-grid' },
    { href: frame_paths.shops, text: 'Cửa hàng', icon: 'store' },
    {
      href: frame_paths.cart,
      text: 'Giỏ hàng',
      icon: 'shopping-cart',
      mark: <CartCount />,
    },
    {
      href: account,
      text: name === null ? 'Đăng nhập' : 'Smember',
      icon: 'user',
    },
  ]
  return (
    <nav
      aria-label="Điều hướng nhanh"
      className="fixed inset-x-0 bottom-0 z-30 min-h-[calc(61px+env(safe-area-inset-bottom))] border-t border-line bg-white pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid grid-cols-5">
        {entries.map(({ href, text, icon, mark }) => (
          <BottomLink key={href} href={href} text={text} is_current={pathname === href}>
            <Icon name={icon} className="size-6" />
            {mark}
          </BottomLink>
        ))}
      </ul>
    </nav>
  )
}

interface BottomLinkProps {
  href: string
  text: string
  is_current: boolean
  children: ReactNode
}

function BottomLink({ href, text, is_current, children }: BottomLinkProps) {
  return (
    <li>
      <a
        href={href}
        aria-current={is_current ? 'page' : undefined}
        className="flex h-15 flex-col items-center gap-0.5 pt-2.5 text-2xs font-semibold tracking-tight text-nowrap text-muted -outline-offset-3 aria-[current=page]:text-accent"
      >
        <span className="relative">{children}</span>
        {text}
      </a>
    </li>
  )
}
