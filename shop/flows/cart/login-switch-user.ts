import type { z } from 'zod'
import { cart as contract, type Cart } from '#contracts/storefront/cart.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Caller } from '#pure/contract.ts'
import type { CustomerId } from '#pure/ids.ts'
import { lockCustomers } from '#shop/customer/customer-lock-store.ts'
import { type CartDeps, findPriceQuestion, readCart } from '#shop/flows/cart/read-cart.ts'
import { moveGuestOrders } from '#shop/flows/member/move-guest-orders.ts'
import { moveBelongings } from '#shop/flows/member/move-belongings.ts'
import { deleteUnordered } from '#shop/flows/quote/unordered-quotes-store.ts'
import { findSessions } from '#shop/identity/session-store.ts'
import { hasTokenForm, sessionState, tokenHash } from '#shop/identity/session.ts'
import { findOpenQuoteId, moveQuote } from '#shop/quote/move-quote-store.ts'

type Input = z.output<typeof contract.loginSwitchUser.input>

/**
 * Moves cart, wishlist, bookings, repairs and open checkout of a guest to the member who signs in (contract §4, §7),
 * with what they agreed to in this browser, and the orders made with the member's phone. The guest token itself is the
 * proof of ownership. Moved lines are gone from the guest's cart, so a second call changes nothing.
 */
export async function loginSwitchUser(
  deps: CartDeps,
  caller: Caller,
  { token, province_id }: Input,
): Promise<Cart> {
  const { db, now } = deps
  const member = caller.customer_id
  const guest = await guestOf(deps, token)
  if (guest === null) throw contract.loginSwitchUser.refuse('guest_token_not_usable')
  await transaction(db, async (tx) => {
    // A second tab waits here until the first one has moved everything.
    await lockCustomers(tx, [guest, member])
    await moveGuestOrders(tx, guest, member, now())
    const merged = await moveBelongings(tx, guest, member)
    const quote_id = await findOpenQuoteId(tx, guest)
    if (quote_id === null) return
    // What the shopper does now counts, and not a checkout that the member left some time ago.
    await deleteUnordered(tx, member)
    await moveQuote(tx, quote_id, member, merged)
  })
  return readCart(db, member, await findPriceQuestion(db, caller, province_id, now()))
}

/** The guest of a live token; null for any other text, and for the token of a member. */
async function guestOf({ db, now }: CartDeps, token: string): Promise<CustomerId | null> {
  if (!hasTokenForm(token)) return null
  const hash = tokenHash(token).toString('hex')
  const session = (await findSessions(db, [hash])).get(hash) ?? null
  if (session === null || session.kind !== 'guest') return null
  return sessionState(session, now()) === 'live' ? session.customer_id : null
}
