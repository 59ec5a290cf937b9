import { cart as contract, type Cart } from '#contracts/storefront/cart.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import {
  addPieces,
  candidate,
  cartLines,
  countLines,
  deleteLine,
  selectLines,
  setPieces,
  updateChosen,
  updatePricesSeen,
  type Candidate,
  type LineKey,
} from '#shop/cart/cart-store.ts'
import {
  cartOf,
  lineAt,
  default_province_id,
  most_lines,
  parentOf,
  quantityProblem,
  withLine,
  type CartLine,
} from '#shop/cart/cart.ts'
import { oneOfEach } from '#shop/pricing/basket/choices.ts'
import { isComboOf } from '#shop/pricing/combo/combo-rule.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { promotionsFor } from '#shop/pricing/promotion/offers.ts'
import { findGiftItems } from '#shop/pricing/item/gift-items.ts'
import { maxQuantity, most_pieces } from '#shop/pricing/item/item.ts'

interface Parts {
  db: Database
  now: Now
}

/** The cart of a customer (spec §3, §7). Every query names the owner (house §5.6). */
export function cartService({ db, now }: Parts): Service<typeof contract> {
  const keyOf = (
    caller: { customer_id: number },
    input: Pick<LineKey, 'item_type' | 'item_id'> & { main_product_combo_id?: number | undefined },
  ): LineKey => ({
    customer_id: caller.customer_id,
    item_type: input.item_type,
    item_id: input.item_id,
    main_product_combo_id: input.main_product_combo_id ?? null,
  })
  return {
    getCart: (caller, input) => readCart(db, caller.customer_id, questionOf(input, now())),
    addItem: (caller, input) =>
      addItem(
        db,
        { ...keyOf(caller, input), combo_item_id: input.combo_item_id ?? null },
        input,
        questionOf(input, now()),
      ),
    setQuantity: (caller, input) =>
      setQuantity(db, keyOf(caller, input), input.item_quantity, questionOf(input, now())),
    choosePromotion: (caller, input) =>
      choosePromotion(db, keyOf(caller, input), input.promotion_uuid, questionOf(input, now())),
    removeItem: async (caller, input) => {
      const was_there = await deleteLine(db, keyOf(caller, input))
      if (!was_there) throw contract.removeItem.refuse('item_not_in_cart')
      return readCart(db, caller.customer_id, questionOf(input, now()))
    },
    selectItems: async (caller, input) => {
      await selectLines(db, { ...input, customer_id: caller.customer_id })
      return readCart(db, caller.customer_id, questionOf(input, now()))
    },
  }
}

/** The lines of one type of a cart, for a checkout. */
export async function linesForCheckout(
  db: Database,
  owner: { customer_id: number; item_type: number },
  question: PriceQuestion,
): Promise<CartLine[]> {
  const lines = await cartLines(db, owner.customer_id, question)
  return lines.filter((line) => line.item_type === owner.item_type)
}

/** A checkout has shown these prices: "Giá đã thay đổi" has been said. */
export async function pricesWereShown(
  tx: Tx,
  customer_id: number,
  lines: readonly { item_id: number; main_product_combo_id: number | null; final_price: number }[],
): Promise<void> {
  const seen = lines.map(({ final_price, ...line }) => ({ ...line, price_seen: final_price }))
  await updatePricesSeen(tx, customer_id, seen)
}

interface Adding extends LineKey {
  combo_item_id: number | null
}

interface Wanted {
  item_quantity: number
  chosen_promotions?: readonly string[] | undefined
}

async function addItem(
  db: Database,
  key: Adding,
  { item_quantity, chosen_promotions: wished = [] }: Wanted,
  question: PriceQuestion,
): Promise<Cart> {
  const { refuse } = contract.addItem
  if (key.item_type !== 1) throw refuse('item_type_not_offered')
  const { now } = question
  const found = await candidate(db, key, question)
  const { lines, item } = found
  const held = lineAt(lines, key)
  const wanted = (held?.item_quantity ?? 0) + item_quantity
  const problem = quantityProblem(key.item_id, item, wanted, now)
  if (problem) throw refuse(problem.code, problem.data)
  if (!held && lines.length >= most_lines) throw refuse('cart_full')
  if (!item?.price) throw refuse('item_not_found', { item_id: key.item_id })
  const max_quantity = Math.min(maxQuantity(item), piecesBeside(key, found, now))
  const price_seen = item.price.final_price
  const chosen = oneOfEach(item.offers.promotions, wished)
  const chosen_promotions = chosen.length > 0 ? chosen : null
  const pieces = { item_quantity, max_quantity, price_seen, chosen_promotions }
  const added = await addPieces(db, { ...key, ...pieces, now })
  if (!added) throw refuse('quantity_not_available', { item_id: key.item_id, max_quantity })
  const is_nearly_full = added.is_new && added.beside >= most_lines / 2
  if (is_nearly_full && (await countLines(db, key.customer_id)) > most_lines) {
    // Many tabs passed the check above at once. Whoever sees too many lines takes its own out again:
    // the last one to commit sees them all, so the limit holds. Not so many statements are under way
    // at once that a cart which was half empty when this one began could be too full by now.
    await deleteLine(db, key)
    throw refuse('cart_full')
  }
  const { item_type, main_product_combo_id, combo_item_id } = key
  const beside = { main_product_combo_id, combo_item_id, combo: found.combo }
  const { is_new: _new, beside: _beside, ...now_there } = added
  const line = { item, item_type, ...now_there, price_seen, ...beside }
  const after = withLine(lines, { ...line, is_selected: true })
  return withPriceSeen(db, key, await pricedCart(db, after, question))
}

/** Pieces that a line may have beside its main line; as many as it likes when it stands by itself. */
function piecesBeside(key: Adding, { lines, item, combo }: Candidate, now: Date): number {
  if (key.main_product_combo_id === null && key.combo_item_id === null) return Infinity
  const main = parentOf(key, lines)
  if (!combo || !item || !main || !isComboOf(combo, item.item_id, main.item, now)) {
    throw contract.addItem.refuse('combo_not_available', { item_id: key.item_id })
  }
  return main.item_quantity
}

// A combo's price hangs on the other lines: it is known once the line lies among them.
async function withPriceSeen(db: Database, key: LineKey, cart: Cart): Promise<Cart> {
  const added = cart.items.find(
    (line) =>
      !line.is_gift &&
      line.item_id === key.item_id &&
      line.item_type === key.item_type &&
      line.main_product_combo_id === key.main_product_combo_id,
  )
  if (!added || added.previous_price === null) return cart
  const { item_id, main_product_combo_id, final_price } = added
  const seen = { item_id, main_product_combo_id, price_seen: final_price }
  await updatePricesSeen(db, key.customer_id, [seen])
  const items = cart.items.map((line) =>
    line === added ? { ...line, previous_price: null } : line,
  )
  return { ...cart, items }
}

async function setQuantity(
  db: Database,
  key: LineKey,
  item_quantity: number,
  question: PriceQuestion,
): Promise<Cart> {
  const { refuse } = contract.setQuantity
  const { item_id } = key
  const lines = await cartLines(db, key.customer_id, question)
  const line = lineAt(lines, key)
  if (!line) throw refuse('item_not_in_cart')
  const problem = quantityProblem(item_id, line.item, item_quantity, question.now)
  if (problem) throw refuse(problem.code, problem.data)
  const max_quantity = parentOf(line, lines)?.item_quantity ?? most_pieces
  if (item_quantity > max_quantity) {
    throw refuse('quantity_not_available', { item_id, max_quantity })
  }
  if (!(await setPieces(db, key, item_quantity))) throw refuse('item_not_in_cart')
  return readCart(db, key.customer_id, question)
}

// What is over goes with what is chosen anew: it has been told.
async function choosePromotion(
  db: Database,
  key: LineKey,
  promotion_uuid: string,
  question: PriceQuestion,
): Promise<Cart> {
  const { refuse } = contract.choosePromotion
  const line = lineAt(await cartLines(db, key.customer_id, question), key)
  if (!line) throw refuse('item_not_in_cart')
  const held = promotionsFor(line.item.offers.promotions, question)
  const chosen = oneOfEach(held, [...(line.chosen_promotions ?? []), promotion_uuid])
  if (!chosen.includes(promotion_uuid)) {
    throw refuse('promotion_not_available', { item_id: key.item_id })
  }
  if (!(await updateChosen(db, key, chosen))) throw refuse('item_not_in_cart')
  // Who chose knows that the price is another one.
  return withPriceSeen(db, key, await readCart(db, key.customer_id, question))
}

async function readCart(db: Database, customer_id: number, question: PriceQuestion): Promise<Cart> {
  return pricedCart(db, await cartLines(db, customer_id, question), question)
}

async function pricedCart(
  db: Database,
  lines: readonly CartLine[],
  question: PriceQuestion,
): Promise<Cart> {
  const items = lines.map(({ item }) => item)
  return cartOf(lines, await findGiftItems(db, items, question), question)
}

function questionOf(input: { province_id?: number | undefined }, now: Date): PriceQuestion {
  return { province_id: input.province_id ?? default_province_id, customer_group_id: null, now }
}
