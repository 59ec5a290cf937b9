import type { ReactNode } from 'react'
import { NavLink, useNavigation } from 'react-router'
import { addresses, type StaffAddress } from '#admin/addresses/addresses.ts'

const all: StaffAddress[] = Object.values(addresses)
const menu = all.filter(({ is_in_menu = true }) => is_in_menu)

/** The frame of all staff pages: the menu above, the page below. */
export function Frame({ children }: { children: ReactNode }) {
  const is_busy = useNavigation().state !== 'idle'
  return (
    <>
      <header className="border-b border-line bg-white print:hidden">
        <nav aria-label="Trang nội bộ" className="frame flex gap-1 overflow-x-auto py-2">
          {menu.map(({ path, title }) => (
            <NavLink
              key={path}
              to={path}
              end={path === addresses.today.path}
              className="inline-flex min-h-9 shrink-0 items-center rounded-lg px-3 text-sm font-semibold hover:bg-mist aria-[current]:bg-ink aria-[current]:text-white"
            >
              {title}
            </NavLink>
          ))}
        </nav>
      </header>
      <main aria-busy={is_busy} className="frame grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 py-4">
        {children}
      </main>
    </>
  )
}
