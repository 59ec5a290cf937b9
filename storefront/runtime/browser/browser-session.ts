import { sign_out_path } from '#storefront/addresses/sign-in-paths.ts'
import { setCartCount } from '#storefront/runtime/cart-count.ts'
import {
  setWishes,
  setCurrentMember,
  setMemberName,
} from '#storefront/runtime/sign-in/session-state.ts'
import { setMemberPrices } from '#storefront/commerce/product-card/member-lines.tsx'
import { idsOf, shownProducts } from '#storefront/runtime/browser/shown-products.ts'
import type { SessionAnswer } from '#storefront/runtime/sign-in/start-session.ts'
import { reloadOnce } from '#web/runtime/guarded-reload.ts'

/** contract §9. Forms wait for the session, so a lost answer must not stop them for good. */
const limit_ms = 10_000

let obtained: Promise<Response | null> | undefined

/**
 * Obtains a guest token, once per page load. Returns null if the shop cannot be reached. Forms are sent after it:
 * two first requests at the same time would get two tokens, and the cart of one of them would be lost.
 */
export function obtainSession(): Promise<Response | null> {
  const body = new URLSearchParams({ products: idsOf(shownProducts()) })
  const signal = AbortSignal.timeout(limit_ms)
  obtained ??= fetch('/session', { method: 'POST', body, signal }).catch(() => null)
  return obtained
}

/**
 * Starts the session in the browser (contract §4): the server identifies the visitor, or stores a guest token in an
 * HttpOnly cookie. Then the header shows the member, and the cart is counted, except on cart pages. At the return of a
 * sign-in nothing of this happens (contract §2).
 */
export async function startSession(): Promise<void> {
  if (location.pathname.startsWith('/auth/')) return
  const asked = shownProducts()
  const following = import('#storefront/runtime/browser/follow-session.ts')
  followSignOut(following)
  const response = await obtainSession()
  // Too many new sessions from this IP address. Without a token there is no cart to count.
  if (!response?.ok) return
  const session = (await response.json()) as SessionAnswer
  setMemberName(session.name)
  setWishes(session.wished_ids)
  setCurrentMember(session.who)
  setMemberPrices(session.prices)
  // Before the cart is counted: a sign-out in another tab is heard from now on.
  const { followSession } = await following
  followSession(session, asked)
  // 201: a new session has no cart.
  if (response.status !== 201 && !location.pathname.startsWith('/cart')) {
    // Offline, or the shop is restarting. The page stays usable with the old count.
    await countCart().catch(() => undefined)
  }
}

/**
 * A sign-out is a request of this tab, which then tells the others, also before the session is known. Without the
 * script it goes as a form, as without scripts.
 */
function followSignOut(following: Promise<{ signOut: (form: HTMLFormElement) => void }>): void {
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    if (new URL(form.action, location.href).pathname !== sign_out_path) return
    event.preventDefault()
    void following.then(
      ({ signOut }) => signOut(form),
      () => form.submit(),
    )
  }
  document.addEventListener('submit', onSubmit, { capture: true })
  following.catch(() => undefined)
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
