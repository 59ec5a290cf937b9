import type { z } from 'zod'
import { cart } from '#contracts/storefront/cart.ts'
import { quote as quoteContract } from '#contracts/storefront/quote.ts'
import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { loadSelling } from '#storefront/commerce/product-card/load-selling.ts'
import type { Cart, CartItem } from '#contracts/storefront/cart.ts'
import type { Order } from '#contracts/storefront/order.ts'
import { InvalidInput, isRefusal, Refusal } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { booking_addresses } from '#storefront/addresses/booking.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { loan_addresses } from '#storefront/addresses/loan.ts'
import { left_out_key, login_key, memberLoginUrl } from '#storefront/addresses/cart-links.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { takeVoucher } from '#storefront/commerce/vouchers/take-way.ts'
import {
  beforeChange,
  changedWay,
  type ChangedWay,
  WayForm,
  wayQuery,
  wishedMethod,
} from '#storefront/commerce/vouchers/way.ts'
import { tabCounts } from '#storefront/pages/cart/cart-tab-counts.ts'
import { type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { chooseInstallment, openInstallment } from '#storefront/pages/cart/open-installment.ts'
import { readForm } from '#web/runtime/read-form.ts'

/** What the cart page shows (contract §3). */
export interface CartPageData {
  /** Without the services and what is bought in parts, which have pages of their own. */
  cart: Cart
  /** What the cart has too: the lines of the other tabs, and how many things they are. */
  others: { services: number; installments: number; item_quantity: number }
  /** The checkout sent the shopper back because the customer is not known (contract §8). */
  asks_login: 'customer' | 'member' | null
  /** Only for an empty cart: the last order, for a shopper who left the payment by the back button. */
  last_order: LastOrder | null
  /** Nobody is signed in: a member has another cart. */
  is_guest: boolean
  /** Only for an empty cart: what sells best. */
  selling: ProductCard[]
  /** Vouchers and payment methods for the selected lines; null: nothing is selected. */
  offers: CartOffersData | null
  /** Lines of an earlier order that "Đặt lại" could not put into the cart. */
  left_out_count: number
}

type Vouchers = Awaited<ReturnType<PersonalContext['services']['quote']['vouchers']>>

interface CartOffersData extends Vouchers {
  /** The payment method that was chosen here; empty: none. */
  payment_method: string
  changed: ChangedWay | null
}

export type LastOrder = Pick<Order, 'code' | 'state' | 'payment_method' | 'created_at'> & {
  is_over: boolean
}

/** /cart: the lines of the cart and which of them are selected (contract §2, §4). */
export const page = personalPage<CartPageData>({
  loader: async (context) => {
    const { services, caller, province_id, url } = context
    const current = await services.cart.getCart(caller, { province_id })
    const is_empty = current.items.length === 0
    const [last_order, selling] = is_empty
      ? await Promise.all([lastOrder(context), loadSelling(context)])
      : [null, []]
    const offers = current.selected.item_quantity === 0 ? null : await loadOffers(context)
    return {
      ...splitCart(current),
      asks_login: askedFor(url.searchParams.get(login_key)),
      is_guest: caller.kind !== 'member',
      last_order,
      selling,
      offers,
      left_out_count: Number(/^\d{1,2}$/.exec(url.searchParams.get(left_out_key) ?? '')?.[0] ?? 0),
    }
  },
  actions: {
    add,
    'add-service': addService,
    'add-combo': addCombo,
    remove,
    'remove-selected': removeSelected,
    'set-quantity': setQuantity,
    'choose-promotion': choosePromotion,
    select,
    checkout,
    voucher: enterVoucher,
    remove_voucher: removeVoucher,
    way: changeWay,
    installment: chooseInstallment,
  },
})

/** Parts a cart into goods and the lines of its other tabs. */
function splitCart(whole: Cart): Pick<CartPageData, 'cart' | 'others'> {
  const others = whole.items.filter(
    ({ item_type, is_gift }) => item_type !== item_types.normal && !is_gift,
  )
  const item_quantity = others.reduce((sum, line) => sum + line.item_quantity, 0)
  const items = whole.items.filter(({ item_type }) => item_type === item_types.normal)
  const counts = tabCounts(others)
  return {
    cart: { ...whole, items, item_quantity: whole.item_quantity - item_quantity },
    others: {
      services: counts[item_types.booking],
      installments: counts[item_types.installment],
      item_quantity,
    },
  }
}

function askedFor(login: string | null): CartPageData['asks_login'] {
  if (login === null) return null
  return login === 'smember' ? 'member' : 'customer'
}

async function lastOrder({ services, caller, now }: PersonalContext): Promise<LastOrder | null> {
  try {
    const order = await services.order.getOrder(caller, {})
    const { code, state, payment_method, created_at, expires_at } = order
    const is_over = expires_at !== null && new Date(expires_at) <= now
    return { code, state, payment_method, created_at, is_over }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'order_not_found') return null
    throw error
  }
}

/**
 * Adds an item from a product page. An item of type installment leads to the page of its type (contract §4); "MUA
 * NGAY", and every form without scripts, redirects to the cart.
 */
async function add(context: PersonalContext, form: FormData) {
  const { services, caller, province_id } = context
  const item = readForm(cart.addItem.input, form)
  const addWith = (more: { flash_sale_item_id?: undefined } = {}) =>
    services.cart.addItem(caller, { ...item, ...more, province_id })
  let changed: Cart
  try {
    changed = await addWith()
  } catch (error) {
    if (!isRefusal(error, cart.addItem, 'invalid_customer')) throw error
    // A guest finds the item in the cart; after the sign-in it has the price of members.
    await addWith({ flash_sale_item_id: undefined })
    return { redirect: memberLoginUrl }
  }
  if (item.item_type === item_types.booking) return { redirect: booking_addresses.cartBooking.path }
  if (item.item_type === item_types.installment) return openInstallment(context, form, changed)
  return form.has('buy_now') ? { redirect: cart_addresses.cart.path } : added(changed, item.item_id)
}

/** "Thêm vào giỏ" of a repair service. The form names its option as /dat-lich does, where its other button leads. */
async function addService(context: PersonalContext, form: FormData) {
  form.set('item_id', String(form.get('dich_vu') ?? ''))
  form.set('item_type', String(item_types.booking))
  form.set('item_quantity', '1')
  return add(context, form)
}

/** "Mua n sản phẩm": adds the main item, then each ticked item at its combo price. */
async function addCombo({ services, caller, province_id }: PersonalContext, form: FormData) {
  const main = readForm(cart.addItem.input, form)
  const combo_items = form.getAll('combo').map((ticked) => {
    const [, combo_item_id, item_id] = /^(\d{1,15})-(\d{1,15})$/.exec(String(ticked)) ?? []
    if (item_id === undefined) throw new InvalidInput({ combo: 'Sản phẩm mua kèm không hợp lệ.' })
    const { item_id: main_product_combo_id, idempotency_key } = main
    const of_main = { main_product_combo_id, idempotency_key, province_id }
    return cart.addItem.input.parse({ item_id, combo_item_id, ...of_main })
  })
  let changed = await services.cart.addItem(caller, { ...main, province_id })
  for (const item of combo_items) changed = await services.cart.addItem(caller, item)
  return form.has('buy_now') ? { redirect: cart_addresses.cart.path } : added(changed, main.item_id)
}

async function remove({ services, caller, province_id }: PersonalContext, form: FormData) {
  const line = readForm(cart.removeItem.input, form)
  const changed = await services.cart.removeItem(caller, { ...line, province_id })
  const { item_type } = line
  if (item_type === item_types.booking) return { redirect: booking_addresses.cartBooking.path }
  if (item_type === item_types.installment) {
    return { redirect: loan_addresses.cartInstallments.path }
  }
  return answer(changed)
}

/** Removes the selected lines. Lines that are already gone are skipped; if all are gone, it refuses. */
async function removeSelected(context: PersonalContext, form: FormData) {
  const { services, caller, province_id } = context
  const lines = chosenLines(readForm(cart.selectItems.input, form))
  if (lines.length === 0) throw nothingChosen()
  const missing: Refusal[] = []
  for (const line of lines) {
    try {
      await services.cart.removeItem(caller, { ...line, province_id })
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'item_not_in_cart')) throw error
      missing.push(error)
    }
  }
  if (missing.length === lines.length) throw missing[0]
  return answer(await services.cart.getCart(caller, { province_id }))
}

/** Without scripts the buttons − and + post a step, which is added to the number in the field. */
async function setQuantity({ services, caller, province_id }: PersonalContext, form: FormData) {
  const step = form.get('step')
  if (step === '1' || step === '-1') {
    form.set('item_quantity', String(Number(form.get('item_quantity')) + Number(step)))
  }
  const line = readForm(cart.setQuantity.input, form)
  return answer(await services.cart.setQuantity(caller, { ...line, province_id }))
}

/** "Đổi": chooses another promotion of a group. */
async function choosePromotion({ services, caller, province_id }: PersonalContext, form: FormData) {
  const choice = readForm(cart.choosePromotion.input, form)
  return answer(await services.cart.choosePromotion(caller, { ...choice, province_id }))
}

async function select({ services, caller, province_id }: PersonalContext, form: FormData) {
  const choice = readForm(cart.selectItems.input, form)
  const line_ids = form.has('all')
    ? await buyableIds({ services, caller, province_id })
    : choice.line_ids
  return answer(await services.cart.selectItems(caller, { ...choice, line_ids, province_id }))
}

/** "Mua ngay": opens a checkout with the selected lines. */
async function checkout(context: PersonalContext, form: FormData) {
  const { services, caller, province_id } = context
  const choice = readForm(cart.selectItems.input, form)
  // Refused before it unselects what is in the cart.
  if (chosenLines(choice).length === 0) throw nothingChosen()
  const chosen = await services.cart.selectItems(caller, { ...choice, province_id })
  // What sold out meanwhile is refused by name.
  await openCheckout(context, chosen.items.filter(isChosen))
  return { redirect: withQuery(cart_addresses.paymentInfo.path, wishOf(context)) }
}

/** Opens a checkout with these lines. It keeps the voucher and the address of the one before. */
async function openCheckout(
  { services, caller, province_id }: PersonalContext,
  lines: readonly CartItem[],
) {
  if (lines.length === 0) throw nothingChosen()
  await services.quote.createQuote(caller, {
    Quote: { type: item_types.normal, province_id },
    QuoteItems: lines.map(({ line_id, item_quantity }) => ({
      line_id: line_id ?? undefined,
      item_quantity,
    })),
  })
}

/** What a voucher takes off is known of a checkout alone, so the selected lines that can be bought open one. */
async function openForVoucher(context: PersonalContext) {
  const { services, caller, province_id } = context
  const { items } = await services.cart.getCart(caller, { province_id })
  const lines = items.filter((line) => isChosen(line) && line.state === 'available')
  await openCheckout(context, lines)
}

async function enterVoucher(context: PersonalContext, form: FormData) {
  const input = readForm(quoteContract.setVoucher.input, form)
  await openForVoucher(context)
  await context.services.quote.setVoucher(context.caller, input)
  return { redirect: withQuery(cart_addresses.cart.path, wishOf(context)) }
}

async function removeVoucher(context: PersonalContext) {
  await openForVoucher(context)
  await context.services.quote.removeVoucher(context.caller, {})
  return { redirect: withQuery(cart_addresses.cart.path, wishOf(context)) }
}

/** Changes voucher and payment method in one press. The address then names both, so that one press undoes it. */
async function changeWay(context: PersonalContext, form: FormData) {
  const way = readForm(WayForm, form)
  await openForVoucher(context)
  await takeVoucher(context, way.code, form)
  return { redirect: `${cart_addresses.cart.path}?${wayQuery(way)}` }
}

/** The chosen payment method is kept in the address: the payment step begins with it. */
function wishOf({ url }: Pick<PersonalContext, 'url'>) {
  return { payment_method: wishedMethod(url.searchParams) }
}

async function loadOffers(context: PersonalContext): Promise<CartOffersData> {
  const { services, caller, province_id, url } = context
  const { payment_method } = wishOf(context)
  const changed = changedWay(url.searchParams)
  const asked = { of: 'cart', province_id, payment_method, ...beforeChange(changed) } as const
  const vouchers = await services.quote.vouchers(caller, asked)
  return { ...vouchers, payment_method, changed }
}

/** The selected lines. A page of an earlier release, before lines had ids, sends `item_ids`. */
function chosenLines({ line_ids, item_ids, item_type }: z.output<typeof cart.selectItems.input>) {
  return [
    ...line_ids.map((line_id) => ({ line_id, item_type })),
    ...item_ids.map((item_id) => ({ item_id, item_type })),
  ]
}

function nothingChosen() {
  return new InvalidInput({ line_ids: 'Vui lòng chọn ít nhất một sản phẩm.' })
}

async function buyableIds(context: Pick<PersonalContext, 'services' | 'caller' | 'province_id'>) {
  const { services, caller, province_id } = context
  const { items } = await services.cart.getCart(caller, { province_id })
  return items.filter(isBuyable).flatMap(({ line_id }) => line_id ?? [])
}

function isBuyable(line: CartItem): boolean {
  return line.item_type === item_types.normal && line.state === 'available' && !line.is_gift
}

function isChosen(line: CartItem): boolean {
  return line.item_type === item_types.normal && line.is_selected && !line.is_gift
}

function answer(changed: Cart) {
  return { data: { cart: changed } }
}

export type AddedItem = Pick<CartItem, 'name' | 'color_name' | 'thumbnail'>

/** The new cart, and what was added to it: the toast shows it. */
function added(changed: Cart, item_id: number): { data: { cart: Cart; added: AddedItem | null } } {
  const line = changed.items.find((one) => one.item_id === item_id)
  if (line === undefined) return { data: { cart: changed, added: null } }
  const { name, color_name, thumbnail } = line
  return { data: { cart: changed, added: { name, color_name, thumbnail } } }
}
