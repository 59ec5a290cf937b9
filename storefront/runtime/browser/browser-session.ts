import { setCartCount } from '#storefront/runtime/cart-count.ts'
import { reloadOnce } from '#web/runtime/guarded-reload.ts'

/** contract §9. Forms wait for the session, so a lost answer must not stop them for good. */
const limit_ms = 10_000

let obtained: Promise<Response | null> | undefined

/**
 * Obtains a guest token, once per page load. Returns null if the shop cannot be reached. Forms are sent after it:
 * two first requests at the same time would get two tokens, and the cart of one of them would be lost.
 */
export function obtainSession(): Promise<Response | null> {
  obtained ??= fetch('/session', { method: 'POST', signal: AbortSignal.timeout(limit_ms) }).catch(
    () => null,
  )
  return obtained
}

/**
 * Starts the session in the browser (contract §4): obtains a guest token if there is no valid one (the server stores
 * it in an HttpOnly cookie), then loads the cart count, except on cart pages.
 */
export async function startSession(): Promise<void> {
  const response = await obtainSession()
  // Too many new sessions from this IP address. Without a token there is no cart to count.
  if (!response?.ok) return
  // 201: a new session has no cart.
  if (response.status === 201 || location.pathname.startsWith('/cart')) return
  // Offline, or the shop is restarting. The page stays usable with the old count.
  await countCart().catch(() => undefined)
}

async function countCart(): Promise<void> {
  const response = await fetch('/api/cart/v1/cart', { signal: AbortSignal.timeout(limit_ms) })
  if (response.status === 401) {
    reloadOnce()
    return
  }
  if (!response.ok) return
  const answer = (await response.json()) as { data: { item_quantity: number } }
  setCartCount(answer.data.item_quantity)
}
