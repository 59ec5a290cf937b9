import { cart as contract, type Cart } from '#contracts/cart.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import {
  addPieces,
  candidate,
  cartLines,
  deleteBought,
  deleteLine,
  selectLines,
  setPieces,
  updatePricesSeen,
  type LineKey,
} from '#shop/cart/cart-store.ts'
import {
  cartOf,
  default_province_id,
  most_lines,
  quantityProblem,
  type CartLine,
} from '#shop/cart/cart.ts'
import type { PriceQuestion } from '#shop/price/piece-rules.ts'
import { maxQuantity } from '#shop/stock/item.ts'

interface Parts {
  db: Database
  now: Now
}

/** The cart of a customer (spec §3, §7). Every query names the owner (house §5.6). */
export function cartService({ db, now }: Parts): Service<typeof contract> {
  const keyOf = (
    caller: { customer_id: number },
    input: Omit<LineKey, 'customer_id'>,
  ): LineKey => ({
    customer_id: caller.customer_id,
    item_type: input.item_type,
    item_id: input.item_id,
  })
  return {
    getCart: (caller, input) => readCart(db, caller.customer_id, questionOf(input, now())),
    addItem: (caller, input) =>
      addItem(db, now(), keyOf(caller, input), input.item_quantity, questionOf(input, now())),
    setQuantity: (caller, input) =>
      setQuantity(db, now(), keyOf(caller, input), input.item_quantity, questionOf(input, now())),
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

/** Those lines of a cart that a checkout asks for, by item_id. */
export async function linesForCheckout(
  db: Database,
  owner: { customer_id: number; item_type: number },
  question: PriceQuestion,
): Promise<Map<number, CartLine>> {
  const lines = await cartLines(db, owner.customer_id, question)
  const of_type = lines.filter((line) => line.item_type === owner.item_type)
  return new Map(of_type.map((line) => [line.item.item_id, line]))
}

/** A checkout has shown these prices: "Giá đã thay đổi" has been said. */
export async function pricesWereShown(
  tx: Tx,
  customer_id: number,
  lines: readonly { item_id: number; final_price: number }[],
): Promise<void> {
  const seen = lines.map((line) => ({ item_id: line.item_id, price_seen: line.final_price }))
  await updatePricesSeen(tx, customer_id, seen)
}

/** What was ordered leaves the cart, within the order's transaction. */
export async function boughtLinesLeave(
  tx: Tx,
  customer_id: number,
  bought: readonly { item_id: number; item_type: number; item_quantity: number }[],
): Promise<void> {
  await deleteBought(tx, customer_id, bought)
}

async function addItem(
  db: Database,
  now: Date,
  key: LineKey,
  item_quantity: number,
  question: PriceQuestion,
): Promise<Cart> {
  const { refuse } = contract.addItem
  if (key.item_type !== 1) throw refuse('item_type_not_offered')
  const { item, held, line_count } = await candidate(db, key, question)
  const problem = quantityProblem(key.item_id, item, (held ?? 0) + item_quantity, now)
  if (problem) throw refuse(problem.code, problem.data)
  if (held === null && line_count >= most_lines) throw refuse('cart_full')
  if (!item?.price) throw refuse('item_not_found', { item_id: key.item_id })
  const max_quantity = maxQuantity(item)
  const price_seen = item.price.final_price
  const added = await addPieces(db, { ...key, item_quantity, max_quantity, price_seen, now })
  if (!added) throw refuse('quantity_not_available', { item_id: key.item_id, max_quantity })
  const lines = await cartLines(db, key.customer_id, question)
  if (added.is_new && lines.length > most_lines) {
    // Many tabs passed the check above at once. Whoever sees too many lines takes its own out again:
    // the last one to commit sees them all, so the limit holds.
    await deleteLine(db, key)
    throw refuse('cart_full')
  }
  return cartOf(lines)
}

async function setQuantity(
  db: Database,
  now: Date,
  key: LineKey,
  item_quantity: number,
  question: PriceQuestion,
): Promise<Cart> {
  const { refuse } = contract.setQuantity
  const { item, held } = await candidate(db, key, question)
  if (held === null) throw refuse('item_not_in_cart')
  const problem = quantityProblem(key.item_id, item, item_quantity, now)
  if (problem) throw refuse(problem.code, problem.data)
  if (!(await setPieces(db, key, item_quantity))) throw refuse('item_not_in_cart')
  return readCart(db, key.customer_id, question)
}

async function readCart(db: Database, customer_id: number, question: PriceQuestion): Promise<Cart> {
  return cartOf(await cartLines(db, customer_id, question))
}

function questionOf(input: { province_id?: number | undefined }, now: Date): PriceQuestion {
  return { province_id: input.province_id ?? default_province_id, customer_group_id: null, now }
}
