import type { createBrowserRouter } from 'react-router'

/**
 * Calls `run` once a page has been looked at for `ms`. The time begins anew on another page and whenever the tab comes
 * into sight: whoever has just arrived is not interrupted.
 */
export function whenLookedAt(
  router: ReturnType<typeof createBrowserRouter>,
  ms: number,
  run: () => void,
): void {
  const done = new AbortController()
  let path: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const looked_at = document.hidden ? null : router.state.location.pathname
    if (looked_at === path) return
    path = looked_at
    clearTimeout(timer)
    if (path !== null) timer = setTimeout(end, ms)
  }
  const forget = router.subscribe(look)
  const end = () => {
    done.abort()
    forget()
    run()
  }
  document.addEventListener('visibilitychange', look, { signal: done.signal })
  look()
}
