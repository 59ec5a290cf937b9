import { Outlet } from 'react-router'

/** The layout without header and footer (contract §2): the return of a sign-in. */
export function Layout() {
  return (
    <main id="main" className="grid min-h-dvh content-center px-4 py-8 print:min-h-0 print:p-0">
      <Outlet />
    </main>
  )
}
