import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { member_addresses } from '#storefront/addresses/member.ts'
import { sign_out_path } from '#storefront/addresses/sign-in-paths.ts'
import { Icon, type IconName } from '#web/ui/icons.tsx'

const entries: readonly { path: string; text: string; icon: IconName }[] = [
  { path: member_addresses.member.path, text: 'Tổng quan', icon: 'house' },
  { path: member_addresses.memberOrders.path, text: 'Lịch sử mua hàng', icon: 'clipboard-list' },
  { path: member_addresses.memberBookings.path, text: 'Lịch hẹn sửa chữa', icon: 'need-phone' },
  { path: member_addresses.memberTradeIns.path, text: 'Thu cũ', icon: 'refresh-cw' },
  { path: member_addresses.memberLoans.path, text: 'Hồ sơ trả góp', icon: 'credit-card' },
  { path: member_addresses.memberWarranties.path, text: 'Bảo hành', icon: 'shield-check' },
  { path: member_addresses.memberTiers.path, text: 'Hạng thành viên', icon: 'badge-check' },
  { path: member_addresses.memberVouchers.path, text: 'Ưu đãi của bạn', icon: 'receipt-text' },
  { path: member_addresses.memberCards.path, text: 'Thẻ ưu đãi', icon: 'need-book' },
  { path: member_addresses.memberPoints.path, text: 'Điểm', icon: 'clock' },
  { path: member_addresses.memberAddresses.path, text: 'Sổ địa chỉ', icon: 'map-pin' },
  { path: member_addresses.memberProfile.path, text: 'Tài khoản', icon: 'info' },
]

const entry_class =
  'finger flex min-h-11 shrink-0 items-center gap-2.5 rounded-full border border-line bg-white px-4 text-body font-semibold whitespace-nowrap hover:border-ink aria-[current]:border-accent aria-[current]:bg-cream aria-[current]:text-accent md:rounded-xl md:border-transparent md:px-3 md:hover:border-transparent md:hover:bg-mist'

/** The frame of a member's page: the menu at the left (a row that scrolls on phones), and the page. */
export function MemberFrame({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const menu = useRef<HTMLElement>(null)
  // A phone's row begins at its first entry: the page that is open may stand beyond its end.
  useEffect(() => {
    const current = menu.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) menu.current?.scrollTo({ left: current.offsetLeft - 16 })
  }, [pathname])
  return (
    <div className="grid gap-5 py-5 md:grid-cols-[220px_minmax(0,1fr)] md:gap-8 md:py-8">
      <nav
        ref={menu}
        aria-label="Smember"
        className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:grid md:content-start md:gap-1 md:self-start md:rounded-2xl md:bg-white md:p-3 md:shadow-card"
      >
        {entries.map(({ path, text, icon }) => (
          <a
            key={path}
            href={path}
            aria-current={path === pathname ? 'page' : undefined}
            className={entry_class}
          >
            <Icon name={icon} className="size-5 max-md:hidden" />
            {text}
          </a>
        ))}
        {/* A form: it ends the session without scripts too. */}
        <form method="post" action={sign_out_path} className="grid shrink-0">
          <input type="hidden" name="return_to" value="/" />
          <button type="submit" className={entry_class}>
            <Icon name="log-out" className="size-5 max-md:hidden" />
            Đăng xuất
          </button>
        </form>
      </nav>
      <div className="grid min-w-0 content-start gap-5">
        <h1 className="text-2xl">{title}</h1>
        {children}
      </div>
    </div>
  )
}

/** A white card of a member's page. */
export function MemberCard({
  children,
  className = '',
}: {
  children: ReactNode
  className?: string
}) {
  return (
    <section className={`rounded-2xl bg-white p-5 shadow-card ${className}`}>{children}</section>
  )
}
