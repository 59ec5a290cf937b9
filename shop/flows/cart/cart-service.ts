import type { cart as contract } from '#contracts/storefront/cart.ts'
import type { Service } from '#pure/contract.ts'
import { addItem } from '#shop/flows/cart/add-item.ts'
import { choosePromotion } from '#shop/flows/cart/choose-promotion.ts'
import { loginSwitchUser } from '#shop/flows/cart/login-switch-user.ts'
import { type CartDeps, questionOf, readCart } from '#shop/flows/cart/read-cart.ts'
import { removeItem } from '#shop/flows/cart/remove-item.ts'
import { selectItems } from '#shop/flows/cart/select-items.ts'
import { setQuantity } from '#shop/flows/cart/set-quantity.ts'

/** The cart of a customer (contract §3, §7). Every statement names the owner. */
export function cartService(deps: CartDeps): Service<typeof contract> {
  const { db, now } = deps
  return {
    getCart: async (caller, { province_id }) =>
      readCart(db, caller.customer_id, await questionOf(db, caller, province_id, now())),
    addItem: (caller, input) => addItem(deps, caller, input),
    removeItem: (caller, input) => removeItem(deps, caller, input),
    setQuantity: (caller, input) => setQuantity(deps, caller, input),
    choosePromotion: (caller, input) => choosePromotion(deps, caller, input),
    loginSwitchUser: (caller, input) => loginSwitchUser(deps, caller, input),
    selectItems: (caller, input) => selectItems(deps, caller, input),
  }
}
