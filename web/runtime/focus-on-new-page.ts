import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Puts the focus on the page that a link led to, so that keyboard and screen reader start there. */
export function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
