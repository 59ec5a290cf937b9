const GUARD_MS = 10_000

/** Reloads the page, at most once per path within 10 s (contract §8), so that a permanent error causes no loop. */
export function reloadOnce(): boolean {
  if (!mayReload(location.pathname)) return false
  location.reload()
  return true
}

/** True once per path within 10 s. Each true result starts a new period. */
export function mayReload(path: string): boolean {
  const key = `reload:${path}`
  const last = Number(sessionStorage.getItem(key) ?? 0)
  const now = Date.now()
  if (now - last < GUARD_MS) return false
  sessionStorage.setItem(key, String(now))
  return true
}
