import type { Cart, cart as contract } from '#contracts/storefront/cart.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { addItem } from '#shop/flows/cart/add-item.ts'
import { choosePromotion } from '#shop/flows/cart/choose-promotion.ts'
import { loginSwitchUser } from '#shop/flows/cart/login-switch-user.ts'
import { type CartDeps, findPriceQuestion, readCart } from '#shop/flows/cart/read-cart.ts'
import { removeItem } from '#shop/flows/cart/remove-item.ts'
import { selectItems } from '#shop/flows/cart/select-items.ts'
import {
  addServiceLine,
  findService,
  removeService,
  selectServices,
  setServiceQuantity,
  withServices,
} from '#shop/flows/cart/service-lines.ts'
import { setQuantity } from '#shop/flows/cart/set-quantity.ts'

/** The cart of a customer (contract §3, §7). Every statement names the owner. */
export function cartService(deps: CartDeps): Service<typeof contract> {
  const { db, now } = deps
  const goodsOf = async (caller: Caller, province_id: number) =>
    readCart(db, caller.customer_id, await findPriceQuestion(db, caller, province_id, now()))
  /** The cart after a change: goods, and the services that are booked. */
  const whole = async (caller: Caller, cart: Promise<Cart>) =>
    withServices(db, caller.customer_id, await cart)
  return {
    getCart: (caller, { province_id }) => whole(caller, goodsOf(caller, province_id)),
    addItem: async (caller, input) => {
      if (input.item_type !== item_types.booking) return whole(caller, addItem(deps, caller, input))
      await addServiceLine(deps, caller, input)
      return whole(caller, goodsOf(caller, input.province_id))
    },
    removeItem: async (caller, input) => {
      const service = await findService(db, caller, input)
      if (service === undefined) return whole(caller, removeItem(deps, caller, input))
      await removeService(db, caller, service)
      return whole(caller, goodsOf(caller, input.province_id))
    },
    setQuantity: async (caller, input) => {
      const service = await findService(db, caller, input)
      if (service === undefined) return whole(caller, setQuantity(deps, caller, input))
      await setServiceQuantity(db, caller, service, input.item_quantity)
      return whole(caller, goodsOf(caller, input.province_id))
    },
    choosePromotion: (caller, input) => whole(caller, choosePromotion(deps, caller, input)),
    loginSwitchUser: (caller, input) => whole(caller, loginSwitchUser(deps, caller, input)),
    selectItems: async (caller, input) => {
      if (input.item_type !== item_types.booking)
        return whole(caller, selectItems(deps, caller, input))
      await selectServices(db, caller, input)
      return whole(caller, goodsOf(caller, input.province_id))
    },
  }
}
