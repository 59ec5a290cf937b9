import type { ReactNode } from 'react'
import { NavLink, useNavigation } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'

/** The frame of all staff pages: the menu above, the page below. */
export function Frame({ children }: { children: ReactNode }) {
  const is_busy = useNavigation().state !== 'idle'
  return (
    <>
      <header className="border-b border-line bg-white">
        <nav aria-label="Trang nội bộ" className="frame flex flex-wrap gap-1 py-2">
          {Object.values(addresses).map(({ path, title }) => (
            <NavLink
              key={path}
              to={path}
              className="inline-flex min-h-11 shrink-0 items-center rounded-button px-4 font-semibold hover:bg-mist aria-[current]:bg-ink aria-[current]:text-white"
            >
              {title}
            </NavLink>
          ))}
        </nav>
      </header>
      <main aria-busy={is_busy} className="frame grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 py-6">
        {children}
      </main>
    </>
  )
}
