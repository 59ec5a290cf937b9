import { setCartCount } from '#storefront/runtime/cart-count.ts'
import { reloadOnce } from '#web/runtime/guarded-reload.ts'

/**
 * Session startup of contract §4 in the browser: a guest token is obtained when there is none or it is no
 * good (the server keeps it in an HttpOnly cookie), then the cart is counted unless on a cart page.
 */
export async function startSession(): Promise<void> {
  try {
    const { ok, status } = await fetch('/session', { method: 'POST' })
    // Too many newcomers from this address: without a token there is nothing to count.
    if (!ok) return
    // Who has just come has no cart.
    if (status !== 201 && !location.pathname.startsWith('/cart')) await countCart()
  } catch {
    // Offline or the shop is restarting: the page stays usable, the count stays as it is.
  }
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
