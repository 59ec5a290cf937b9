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
    <nav aria-label="Điều hướng nhanh" className="bottom-nav">
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
      <a href={href} aria-current={is_current ? 'page' : undefined} className="bottom-link">
        <span className="relative">{children}</span>
        {text}
      </a>
    </li>
  )
}
