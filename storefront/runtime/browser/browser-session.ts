import { setCartCount } from '#storefront/runtime/cart-count.ts'
import { reloadOnce } from '#web/runtime/guarded-reload.ts'

let obtained: Promise<Response | null> | undefined

/**
 * Obtains a guest token, once for a page; null when the shop cannot be reached. Whoever sends a form waits
 * for it: two first requests at once would get two tokens, and the cart of one of them would be lost.
 */
export function obtainSession(): Promise<Response | null> {
  obtained ??= fetch('/session', { method: 'POST' }).catch(() => null)
  return obtained
}

/**
 * Session startup of contract §4 in the browser: a guest token is obtained when there is none or it is no
 * good (the server keeps it in an HttpOnly cookie), then the cart is counted unless on a cart page.
 */
export async function startSession(): Promise<void> {
  const response = await obtainSession()
  // Too many newcomers from this address: without a token there is nothing to count.
  if (!response?.ok) return
  // Who has just come has no cart.
  if (response.status === 201 || location.pathname.startsWith('/cart')) return
  // Offline or the shop is restarting: the page stays usable, the count stays as it is.
  await countCart().catch(() => undefined)
}

async function countCart(): Promise<void> {
  const response = await fetch('/api/cart/v1/cart', { headers: { accept: 'application/json' } })
  if (response.status === 401) {
    reloadOnce()
    return
  }
  if (!response.ok) return
  const answer = (await response.json()) as { data: { item_quantity: number } }
  setCartCount(answer.data.item_quantity)
}
