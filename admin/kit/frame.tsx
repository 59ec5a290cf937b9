import type { ReactNode } from 'react'
import { NavLink, useLocation, useNavigation } from 'react-router'
import { addresses, auth_paths, type StaffAddress } from '#admin/addresses/addresses.ts'

/** Who acts, and the pages that they may open. */
export interface FrameData {
  name: string
  menu: readonly string[]
}

const item =
  'inline-flex min-h-9 shrink-0 items-center rounded-lg px-3 text-sm font-semibold hover:bg-mist aria-[current]:bg-ink aria-[current]:text-white'

/** The frame of all staff pages: the menu above, the page below. */
export function Frame({ frame, children }: { frame: FrameData | null; children: ReactNode }) {
  const is_busy = useNavigation().state !== 'idle'
  const { pathname } = useLocation()
  const items = menuItems(frame)
  return (
    <>
      <header className="border-b border-line bg-white print:hidden">
        <div className="frame flex flex-wrap items-center justify-between gap-x-4 py-2 md:flex-nowrap">
          <nav aria-label="Trang nội bộ" className="flex min-w-0 gap-1 overflow-x-auto">
            {items.map(({ path, title }) => (
              <NavLink key={path} to={path} end={isEnd(path, items, pathname)} className={item}>
                {title}
              </NavLink>
            ))}
          </nav>
          {frame !== null && <Account name={frame.name} />}
        </div>
      </header>
      <main aria-busy={is_busy} className="frame grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 py-4">
        {children}
      </main>
    </>
  )
}

/** The name leads to the own account. Signing out is a plain form: nothing of the page must stay. */
function Account({ name }: { name: string }) {
  return (
    <div className="flex shrink-0 items-center gap-1">
      <NavLink to={addresses.account.path} className={`${item} underline`}>
        {name}
      </NavLink>
      <form method="post" action={auth_paths.sign_out}>
        <button type="submit" className={item}>
          Đăng xuất
        </button>
      </form>
    </div>
  )
}

/** Whether only the path itself is current: not for a page below it that has its own place in the menu. */
function isEnd(path: string, items: readonly StaffAddress[], pathname: string): boolean {
  if (path === addresses.today.path) return true
  return items.some((other) => other.path === pathname && other.path.startsWith(`${path}/`))
}

function menuItems(frame: FrameData | null): StaffAddress[] {
  const all: StaffAddress[] = Object.values(addresses)
  return all.filter(({ page }) => frame?.menu.includes(page) ?? false)
}
