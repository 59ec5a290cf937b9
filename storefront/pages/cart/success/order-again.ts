import { cart as contract_of_cart, type CartItem } from '#contracts/storefront/cart.ts'
import { order as contract, type Order } from '#contracts/storefront/order.ts'
import { isRefusal, Refusal } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { left_out_key } from '#storefront/addresses/cart-links.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import type { PersonalContext } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

type Line = Order['items'][number]

/**
 * "Đặt lại": puts the goods of an order into the caller's cart, at the prices of now. What is there already counts, so
 * that a second press adds nothing. Lines that are sold out or short are counted for the cart's page; if nothing can be
 * bought any more, the order's page says why.
 */
export async function orderAgain(context: PersonalContext, form: FormData) {
  const { services, caller, province_id } = context
  const input = readForm(contract.getOrder.input, form)
  const order = await services.order.getOrder(input.secret === undefined ? caller : null, input)
  const { items } = await services.cart.getCart(caller, { province_id })
  const refusals: Refusal[] = []
  let has_goods = false
  for (const line of goodsOf(order)) {
    const there = items.find((item) => isSame(item, line))?.item_quantity ?? 0
    const { refusal, quantity } = await fillUp(context, line, there)
    if (refusal !== null) refusals.push(refusal)
    has_goods ||= quantity > 0
  }
  if (!has_goods && refusals[0] !== undefined) throw refusals[0]
  const left_out = refusals.length === 0 ? undefined : refusals.length
  return { redirect: withQuery(cart_addresses.cart.path, { [left_out_key]: left_out }) }
}

/** What the shopper chose: gifts come by themselves. Main lines stand before those of their combos. */
function goodsOf({ items }: Order): Line[] {
  const chosen = items.filter(
    ({ item_type, is_gift }) => item_type === item_types.normal && !is_gift,
  )
  const rank = ({ combo_item_id }: Line) => (combo_item_id === null ? 0 : 1)
  return chosen.toSorted((a, b) => rank(a) - rank(b))
}

function isSame(item: CartItem, line: Line): boolean {
  return (
    !item.is_gift &&
    item.item_id === line.item_id &&
    item.item_type === line.item_type &&
    item.main_product_combo_id === line.main_product_combo_id
  )
}

interface Filled {
  /** Why not all of the line is in the cart. */
  refusal: Refusal | null
  /** How many of it are in the cart now. */
  quantity: number
}

/** Adds what the cart has too little of. A combo that has ended leaves its goods at their own price. */
async function fillUp(context: PersonalContext, line: Line, there: number): Promise<Filled> {
  const { services, caller, province_id } = context
  const wanted = line.item_quantity
  const add = async (to: number) => {
    if (to <= there) return
    await services.cart.addItem(caller, {
      item_id: line.item_id,
      item_type: item_types.normal,
      item_quantity: to - there,
      province_id,
      main_product_combo_id: line.main_product_combo_id ?? undefined,
      combo_item_id: line.combo_item_id ?? undefined,
    })
  }
  try {
    await add(wanted)
    return { refusal: null, quantity: wanted }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (isRefusal(error, contract_of_cart.addItem, 'combo_not_available')) {
      return fillUp(context, { ...line, main_product_combo_id: null, combo_item_id: null }, there)
    }
    const { addItem } = contract_of_cart
    const is_less =
      isRefusal(error, addItem, 'quantity_not_available') ||
      isRefusal(error, addItem, 'more_than_main_line')
    const most = is_less ? error.data.max_quantity : 0
    await add(most)
    return { refusal: error, quantity: Math.max(most, there) }
  }
}
