import type { CustomerId } from '#pure/ids.ts'
import type { z } from 'zod'
import { cart as contract, type Cart } from '#contracts/storefront/cart.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { mainLineOf, type StoredLine } from '#shop/cart/cart-line.ts'
import {
  addQuantity,
  type CartAndItem,
  countLines,
  deleteLine,
  findCartAndItem,
  type StoredCart,
  updateSelected,
} from '#shop/cart/cart-store.ts'
import { max_lines, quantityProblem } from '#shop/cart/cart.ts'
import {
  type CartDeps,
  findPriceQuestion,
  pricedCart,
  withPriceSeen,
} from '#shop/flows/cart/read-cart.ts'
import { chosenPerGroup } from '#shop/pricing/basket/choices.ts'
import { isComboOf } from '#shop/pricing/combo/combo-rule.ts'
import { type Item, maxQuantity } from '#shop/pricing/item/item.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { isFlashFor } from '#shop/pricing/promotion/offers.ts'

type Input = z.output<typeof contract.addItem.input>

/** Adds an item to the cart, as a new line or to the quantity of its line (contract §7 POST /v1/cart). */
export async function addItem(deps: CartDeps, caller: Caller, input: Input): Promise<Cart> {
  refuseOddType(input)
  // The second time finds the line that another press has added at the same moment.
  const cart = (await addOnce(deps, caller, input)) ?? (await addOnce(deps, caller, input))
  if (cart !== null) return cart
  const { item_id } = input
  if (input.item_type === item_types.installment) {
    throw contract.addItem.refuse('loan_of_one_piece', { item_id })
  }
  throw contract.addItem.refuse('quantity_not_available', { item_id, max_quantity: 1 })
}

/** Null: another press has added at the same moment what can be there once. Its line is there now. */
async function addOnce({ db, now }: CartDeps, caller: Caller, input: Input): Promise<Cart | null> {
  const { refuse } = contract.addItem
  const { item_id, item_type, item_quantity, province_id, meta } = input
  const { flash_sale_item_id = null, chosen_promotions = [], idempotency_key = null } = input
  const { main_product_combo_id = null, combo_item_id = null } = input
  const about = { item_type, main_product_combo_id, combo_item_id }
  const { customer_id } = caller
  const question = await findPriceQuestion(db, caller, province_id, now())
  const cart_and_item = await findCartAndItem(db, { customer_id, item_id, combo_item_id }, question)
  const { lines, item, combo, delivery } = cart_and_item

  const own = lines.find(
    (line) =>
      line.item.item_id === item_id &&
      line.item_type === item_type &&
      line.main_product_combo_id === main_product_combo_id,
  )
  if (meta?.imei_id !== undefined && meta.imei_id !== item?.used?.imei_id) {
    throw refuse('item_not_found', { item_id })
  }
  // A device that is in the cart already is not added again, and nothing is by a press whose answer was lost.
  const is_there = own !== undefined && item?.used != null && item.stock > 0
  const is_repeated = idempotency_key !== null && own?.added_with === idempotency_key
  if (is_there || is_repeated) return pricedCart(db, { lines, delivery }, question)
  const wanted = (own?.item_quantity ?? 0) + item_quantity
  if (own && item_type === item_types.installment) {
    return onlySelected(db, { customer_id, line_id: own.line_id }, { lines, delivery }, question)
  }
  refuseMembersPrice(item, flash_sale_item_id, question)
  const problem = quantityProblem(item_id, item, wanted, question.now)
  if (problem) throw refuse(problem.code, problem.data)
  if (!own && lines.length >= max_lines) throw refuse('cart_full')
  if (!item?.price) throw refuse('item_not_found', { item_id })
  const is_single = item_type === item_types.installment || item.used != null
  const of_main = maxBeside(item, about, cart_and_item, question.now)
  const max_quantity = Math.min(is_single ? 1 : maxQuantity(item), of_main)
  const price_seen = item.price.final_price
  const chosen = chosenPerGroup(item.offers.promotions, chosen_promotions)

  const to_add = {
    ...{ ...about, customer_id, item_id, item_quantity, price_seen, max_quantity, idempotency_key },
    chosen_promotions: chosen.length > 0 ? chosen : null,
  }
  const added = await addQuantity(db, to_add, question.now)
  if (!added && is_single) return null
  if (!added) {
    const is_of_main = max_quantity === of_main
    const code = is_of_main ? 'more_than_main_line' : 'quantity_not_available'
    throw refuse(code, { item_id, max_quantity })
  }
  const { is_new, lines_before, ...stored } = added
  const key = { customer_id, line_id: stored.line_id }
  if (is_new) await refuseTooManyLines(db, key, lines_before)

  const flags = { is_selected: true, price_seen, flash_sale_item_id: null }
  const line = { ...about, combo, item, ...stored, ...flags }
  const after = { lines: withLine(lines, line), delivery }
  if (item_type === item_types.installment) return onlySelected(db, key, after, question)
  // A combo's price depends on the other lines, so the whole cart is priced.
  return withPriceSeen(db, key, await pricedCart(db, after, question))
}

/** Services have a flow of their own. A loan is for one piece, and nothing stands beside it. */
function refuseOddType(input: Input): void {
  const { refuse } = contract.addItem
  const { item_type, item_id, item_quantity, main_product_combo_id, combo_item_id } = input
  const is_of_combo = main_product_combo_id != null || combo_item_id != null
  const is_loan = item_type === item_types.installment
  if (item_type === item_types.booking || (is_loan && is_of_combo))
    throw refuse('item_type_not_offered')
  if (is_loan && item_quantity > 1) {
    throw refuse('loan_of_one_piece', { item_id })
  }
}

/** Selects one line of those that are bought in parts: only one can be (contract §5). */
async function onlySelected(
  db: Database,
  key: { customer_id: CustomerId; line_id: number },
  { lines, delivery }: StoredCart,
  question: PriceQuestion,
): Promise<Cart> {
  await updateSelected(db, { customer_id: key.customer_id, item_type: item_types.installment }, [
    key.line_id,
  ])
  const after = lines.map((line) =>
    line.item_type === item_types.installment
      ? { ...line, is_selected: line.line_id === key.line_id }
      : line,
  )
  return withPriceSeen(db, key, await pricedCart(db, { lines: after, delivery }, question))
}

/** Refuses a guest who asks for the price of a window that is for members only. */
function refuseMembersPrice(
  item: Item | undefined,
  flash_sale_item_id: number | null,
  asker: Parameters<typeof isFlashFor>[1],
): void {
  const wanted = item?.offers.flash.find((one) => one.flash_sale_item_id === flash_sale_item_id)
  if (item === undefined || wanted === undefined || isFlashFor(wanted, asker)) return
  const { item_id, name } = item
  throw contract.addItem.refuse('invalid_customer', { item_id, name })
}

/** The highest quantity of a line beside its main line; unlimited for a line on its own. */
function maxBeside(
  { item_id }: Item,
  about: Pick<StoredLine, 'item_type' | 'main_product_combo_id' | 'combo_item_id'>,
  { lines, combo }: CartAndItem,
  now: Date,
): number {
  if (about.main_product_combo_id === null && about.combo_item_id === null) return Infinity
  const main = mainLineOf(about, lines)
  if (!combo || !main || !isComboOf(combo, item_id, main.item, now)) {
    throw contract.addItem.refuse('combo_not_available', { item_id })
  }
  return main.item_quantity
}

/**
 * Removes a new line again when the cart has too many lines. Many tabs may have passed the check of the limit at once;
 * the last one to commit sees all lines, so the limit holds. A cart that was half empty before the line was added is
 * not checked: there are never so many statements at once.
 */
async function refuseTooManyLines(
  db: Database,
  key: { customer_id: CustomerId; line_id: number },
  lines_before: number,
): Promise<void> {
  if (lines_before < max_lines / 2) return
  if ((await countLines(db, key.customer_id)) <= max_lines) return
  await deleteLine(db, key)
  throw contract.addItem.refuse('cart_full')
}

/** Replaces a line by its new version, or appends a new line. */
function withLine(lines: readonly StoredLine[], line: StoredLine): StoredLine[] {
  const is_new = lines.every(({ line_id }) => line_id !== line.line_id)
  if (is_new) return [...lines, line]
  return lines.map((before) => (before.line_id === line.line_id ? line : before))
}
