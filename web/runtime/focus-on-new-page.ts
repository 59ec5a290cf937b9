import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Focuses the main element after a navigation, so that keyboard and screen reader start there; if a part of the page
 * is marked by `data-begin`, that part. On the same page, only if the focused element disappeared, like a chip.
 * Returns the ref of the main element.
 */
export function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const { pathname, search } = useLocation()
  const shown = useRef({ pathname, search })
  useEffect(() => {
    const is_new = shown.current.pathname !== pathname
    if (shown.current.search === search && !is_new) return
    shown.current = { pathname, search }
    if (!is_new && document.activeElement !== document.body) return
    // Who is typing goes on typing.
    if (document.activeElement instanceof HTMLInputElement) return
    const begin = main.current?.querySelector<HTMLElement>('[data-begin]') ?? main.current
    begin?.focus({ preventScroll: true })
  }, [pathname, search])
  return main
}
