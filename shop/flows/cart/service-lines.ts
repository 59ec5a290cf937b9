import type { z } from 'zod'
import { cart as contract, type Cart, type CartItem } from '#contracts/storefront/cart.ts'
import { booking_rules } from '#contracts/storefront/booking.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '#pure/contract.ts'
import { isServiceItem } from '#pure/formats/item-ids.ts'
import type { CustomerId } from '#pure/ids.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { deleteLine, updateQuantity, updateSelected } from '#shop/cart/cart-store.ts'
import {
  addService,
  findServiceLines,
  type ServiceLine,
} from '#shop/flows/cart/service-lines-store.ts'
import { listRepairItems } from '#shop/repair/repair-store.ts'
import type { CartDeps } from '#shop/flows/cart/read-cart.ts'

/**
 * The cart with its services, which are booked and not ordered: the price engine does not see them. They count in its
 * quantity, and not in what is selected for the checkout.
 */
export async function withServices(
  db: Database,
  customer_id: CustomerId,
  cart: Cart,
): Promise<Cart> {
  const services = (await findServiceLines(db, customer_id)).map(serviceItem)
  if (services.length === 0) return cart
  const count = services.reduce((sum, { item_quantity }) => sum + item_quantity, 0)
  return {
    ...cart,
    item_quantity: cart.item_quantity + count,
    items: [...cart.items, ...services],
  }
}

function serviceItem(line: ServiceLine): CartItem {
  const { item_id, price, price_seen, item_quantity, is_offered } = line
  return {
    item_type: item_types.booking,
    ...{ line_id: line.line_id, parent_line_id: null, item_id },
    ...{ item_quantity, is_selected: line.is_selected, sku: line.sku },
    ...{ name: line.service_name, color_name: line.label },
    ...{ url_path: line.url_path, thumbnail: line.thumbnail },
    price: line.list_price ?? price,
    mechanic_price: price,
    final_price: price,
    price_trace: [],
    previous_price: price_seen === price ? null : price_seen,
    line_total: price * item_quantity,
    max_quantity: is_offered ? booking_rules.max_lines : 0,
    state: is_offered ? 'available' : 'unavailable',
    ...{ parent_item_id: null, main_product_combo_id: null, combo_item_id: null },
    ...{ is_gift: false, flash: null },
  }
}

type Added = z.output<typeof contract.addItem.input>

/** Puts a repair service into the cart. Goods cannot be booked yet. */
export async function addServiceLine(
  { db, now }: CartDeps,
  { customer_id }: Caller,
  { item_id, item_quantity }: Added,
): Promise<void> {
  const { refuse } = contract.addItem
  const [item] = await listRepairItems(db, [item_id])
  if (item === undefined) {
    throw refuse(isServiceItem(item_id) ? 'service_not_found' : 'item_type_not_offered')
  }
  const lines = await findServiceLines(db, customer_id)
  const max = booking_rules.max_lines
  if (lines.length >= max && !lines.some((line) => line.item_id === item_id)) {
    throw refuse('too_many_services', { max })
  }
  const line = { customer_id, item_id, item_quantity, price_seen: item.price }
  if (item_quantity <= max && (await addService(db, line, { max, now: now() }))) return
  throw refuse('too_many_services', { max })
}

interface Reference {
  line_id?: number | undefined
  item_id?: number | undefined
  item_type: number
}

/** The service line that a call names; undefined: it names none. */
export async function findService(
  db: Database,
  { customer_id }: Caller,
  { line_id, item_id, item_type }: Reference,
): Promise<ServiceLine | undefined> {
  if (line_id === undefined && item_type !== item_types.booking) return undefined
  const lines = await findServiceLines(db, customer_id)
  return lines.find((line) =>
    line_id === undefined ? line.item_id === item_id : line.line_id === line_id,
  )
}

export async function removeService(
  db: Database,
  { customer_id }: Caller,
  { line_id }: ServiceLine,
): Promise<void> {
  await deleteLine(db, { customer_id, line_id })
}

export async function setServiceQuantity(
  db: Database,
  { customer_id }: Caller,
  { line_id }: ServiceLine,
  item_quantity: number,
): Promise<void> {
  const max = booking_rules.max_lines
  if (item_quantity > max) throw contract.setQuantity.refuse('too_many_services', { max })
  await updateQuantity(db, { customer_id, line_id }, item_quantity)
}

/** Selects exactly these services among those of the cart. */
export async function selectServices(
  db: Database,
  { customer_id }: Caller,
  { line_ids, item_ids }: { line_ids: readonly number[]; item_ids: readonly number[] },
): Promise<void> {
  const lines = await findServiceLines(db, customer_id)
  const chosen = lines.filter(
    ({ line_id, item_id }) => line_ids.includes(line_id) || item_ids.includes(item_id),
  )
  if (chosen.length < line_ids.length + item_ids.length) {
    throw contract.selectItems.refuse('item_not_in_cart')
  }
  await updateSelected(
    db,
    { customer_id, item_type: item_types.booking },
    chosen.map(({ line_id }) => line_id),
  )
}
