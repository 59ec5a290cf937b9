import { cart } from '#contracts/storefront/cart.ts'
import type { Cart, CartItem } from '#contracts/storefront/cart.ts'
import type { Order } from '#contracts/storefront/order.ts'
import { InvalidInput, Refusal } from '#pure/contract.ts'
import { addresses, login_key } from '#storefront/addresses/addresses.ts'
import { type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

/** What the cart page shows (spec §3). */
export interface CartPageData {
  cart: Cart
  /** A checkout was sent back because its customer is not known (spec §8). */
  asks_login: boolean
  /** Of an empty cart: what was ordered last, for who comes back from paying by the back button. */
  last_order: LastOrder | null
}

export type LastOrder = Pick<Order, 'code' | 'state' | 'payment_method' | 'created_at'> & {
  is_over: boolean
}

const NORMAL = 1

/** /cart: what was chosen, what of it is bought now (spec §2, §4). */
export const page = personalPage<CartPageData>({
  loader: async (context) => {
    const { services, caller, province_id, url } = context
    const held = await services.cart.getCart(caller, { province_id })
    const last_order = held.items.length === 0 ? await lastOrder(context) : null
    return { cart: held, asks_login: url.searchParams.has(login_key), last_order }
  },
  actions: {
    add,
    'add-combo': addCombo,
    remove,
    'remove-selected': removeSelected,
    'set-quantity': setQuantity,
    'choose-promotion': choosePromotion,
    select,
    checkout,
  },
})

async function lastOrder({ services, caller, now }: PersonalContext): Promise<LastOrder | null> {
  try {
    const found = await services.order.getOrder(caller, {})
    const { code, state, payment_method, created_at, expires_at } = found
    const is_over = expires_at !== null && new Date(expires_at) <= now
    return { code, state, payment_method, created_at, is_over }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'order_not_found') return null
    throw error
  }
}

/** From a product page. "MUA NGAY", and every form without JavaScript, goes on to the cart. */
async function add({ services, caller, province_id }: PersonalContext, form: FormData) {
  const item = readForm(cart.addItem.input, form)
  const changed = await services.cart.addItem(caller, { ...item, province_id })
  return form.has('buy_now') ? { redirect: addresses.cart.path } : answer(changed)
}

/** "Mua n sản phẩm": the main thing, then what was ticked beside it, each by its combo. */
async function addCombo({ services, caller, province_id }: PersonalContext, form: FormData) {
  const main = readForm(cart.addItem.input, form)
  let changed = await services.cart.addItem(caller, { ...main, province_id })
  for (const choice of form.getAll('combo')) {
    const [, combo_item_id, item_id] = /^(\d{1,15})-(\d{1,15})$/.exec(String(choice)) ?? []
    if (item_id === undefined) continue
    const beside = cart.addItem.input.parse({
      item_id,
      combo_item_id,
      main_product_combo_id: main.item_id,
      province_id,
    })
    changed = await services.cart.addItem(caller, beside)
  }
  return form.has('buy_now') ? { redirect: addresses.cart.path } : answer(changed)
}

async function remove({ services, caller, province_id }: PersonalContext, form: FormData) {
  const line = readForm(cart.removeItem.input, form)
  return answer(await services.cart.removeItem(caller, { ...line, province_id }))
}

/** Several lines at once. One that is gone already is no reason to stop. */
async function removeSelected(context: PersonalContext, form: FormData) {
  const { services, caller, province_id } = context
  const { item_ids, item_type } = readForm(cart.selectItems.input, form)
  if (item_ids.length === 0) throw nothingChosen()
  for (const item_id of item_ids) {
    await services.cart.removeItem(caller, { item_id, item_type, province_id }).catch(passIfGone)
  }
  return answer(await services.cart.getCart(caller, { province_id }))
}

/** Without JavaScript the buttons − and + post a step from the number in the field. */
async function setQuantity({ services, caller, province_id }: PersonalContext, form: FormData) {
  const step = form.get('step')
  if (step === '1' || step === '-1') {
    form.set('item_quantity', String(Number(form.get('item_quantity')) + Number(step)))
  }
  const line = readForm(cart.setQuantity.input, form)
  return answer(await services.cart.setQuantity(caller, { ...line, province_id }))
}

/** "Đổi ưu đãi": another of a group of promotions. */
async function choosePromotion({ services, caller, province_id }: PersonalContext, form: FormData) {
  const choice = readForm(cart.choosePromotion.input, form)
  return answer(await services.cart.choosePromotion(caller, { ...choice, province_id }))
}

async function select({ services, caller, province_id }: PersonalContext, form: FormData) {
  const choice = readForm(cart.selectItems.input, form)
  const item_ids = form.has('all')
    ? await buyableIds({ services, caller, province_id })
    : choice.item_ids
  return answer(await services.cart.selectItems(caller, { ...choice, item_ids, province_id }))
}

/** "Mua ngay": the ticked lines become the open checkout. */
async function checkout({ services, caller, province_id }: PersonalContext, form: FormData) {
  const choice = readForm(cart.selectItems.input, form)
  if (choice.item_ids.length === 0) throw nothingChosen()
  const chosen = await services.cart.selectItems(caller, { ...choice, province_id })
  await services.quote.createQuote(caller, {
    Quote: { type: NORMAL, province_id },
    QuoteItems: chosen.items
      .filter((line) => line.item_type === NORMAL && line.is_selected && !line.is_gift)
      .map(({ item_id, item_quantity, main_product_combo_id }) => ({
        item_id,
        item_quantity,
        ...(main_product_combo_id === null ? {} : { main_product_combo_id }),
      })),
  })
  return { redirect: addresses.paymentInfo.path }
}

async function buyableIds(context: Pick<PersonalContext, 'services' | 'caller' | 'province_id'>) {
  const { services, caller, province_id } = context
  const { items } = await services.cart.getCart(caller, { province_id })
  return items.filter(isBuyable).map((line) => line.item_id)
}

function isBuyable(line: CartItem): boolean {
  return line.item_type === NORMAL && line.state === 'available' && !line.is_gift
}

function answer(changed: Cart) {
  return { data: { cart: changed } }
}

function nothingChosen(): InvalidInput {
  return new InvalidInput({ item_ids: 'Vui lòng chọn ít nhất một sản phẩm.' })
}

function passIfGone(error: unknown): void {
  if (!(error instanceof Refusal && error.code === 'item_not_in_cart')) throw error
}
