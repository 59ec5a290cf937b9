import { quote as contract } from '#contracts/storefront/quote.ts'
import { isRefusal } from '#pure/contract.ts'
import { redirect } from 'react-router'
import type { Guard } from '#storefront/addresses/address.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { signInUrl } from '#storefront/addresses/sign-in.ts'
import type { PersonalContext } from '#storefront/runtime/page.ts'

type CheckGuard = (context: Pick<PersonalContext, 'services' | 'caller' | 'url'>) => Promise<void>

/** The guards of addresses, by name (contract §2). A guard allows by returning, and refuses by throwing. */
export const guards: Readonly<Record<Guard, CheckGuard>> = {
  'check-exist-quote': checkExistQuote,
  'check-member': checkMember,
}

/** Without an open checkout the shopper starts at the cart. */
async function checkExistQuote({ services, caller }: Parameters<CheckGuard>[0]): Promise<void> {
  try {
    await services.quote.getQuote(caller, {})
  } catch (error) {
    // No checkout is open, or an item of it is no longer on sale: the cart shows which one. Any other refusal is not
    // about the checkout, and the cart would hide it.
    const is_closed =
      isRefusal(error, contract.getQuote, 'quote_not_found') ||
      isRefusal(error, contract.getQuote, 'item_not_found')
    throw is_closed ? redirect(cart_addresses.cart.path, 302) : error
  }
}

/** A guest has no such page: they sign in first, and come back to it. */
async function checkMember({ caller, url }: Parameters<CheckGuard>[0]): Promise<void> {
  if (caller.kind !== 'member') throw redirect(signInUrl(url.pathname + url.search), 302)
}
