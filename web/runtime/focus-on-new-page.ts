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
  const shown = useRef<{ pathname: string; search: string } | null>(null)
  useEffect(() => {
    const before = shown.current
    shown.current = { pathname, search }
    // The first page of a tab keeps its focus. A layout that is mounted later begins a new page: cart after product.
    const is_new = before === null ? isHydrated() : before.pathname !== pathname
    if (!is_new && (before === null || before.search === search)) return
    if (!is_new && document.activeElement !== document.body) return
    // Who is typing goes on typing.
    if (document.activeElement instanceof HTMLInputElement) return
    const begin = main.current?.querySelector<HTMLElement>('[data-begin]') ?? main.current
    begin?.focus({ preventScroll: true })
  }, [pathname, search])
  return main
}

/** Effects of the first page run before it is marked (web/runtime/hydrate.tsx). */
function isHydrated(): boolean {
  return document.documentElement.dataset['hydrated'] !== undefined
}
