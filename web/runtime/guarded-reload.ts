const GUARD_MS = 10_000

/** Reloads the page, at most once per path within 10 s (contract §8), so that a lasting fault cannot loop. */
export function reloadOnce(): boolean {
  if (!mayReload(location.pathname)) return false
  location.reload()
  return true
}

/** True once per path within 10 s; asking counts. */
export function mayReload(path: string): boolean {
  const key = `reload:${path}`
  const last = Number(sessionStorage.getItem(key) ?? 0)
  const now = Date.now()
  if (now - last < GUARD_MS) return false
  sessionStorage.setItem(key, String(now))
  return true
}
