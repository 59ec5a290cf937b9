import type { z } from 'zod'
import { cart as contract, type Cart } from '#contracts/storefront/cart.ts'
import type { Caller } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { findLine, mainLineOf } from '#shop/cart/cart-line.ts'
import { findCartLines, updateQuantity } from '#shop/cart/cart-store.ts'
import { quantityProblem } from '#shop/cart/cart.ts'
import { type CartDeps, findPriceQuestion, readCart } from '#shop/flows/cart/read-cart.ts'
import { max_line_quantity } from '#shop/pricing/item/item.ts'

type Input = z.output<typeof contract.setQuantity.input>

/** Sets the quantity of a line. Lines beside it (contract §3) never have a higher quantity. */
export async function setQuantity(
  { db, now }: CartDeps,
  caller: Caller,
  { item_quantity, ...input }: Input,
): Promise<Cart> {
  const { refuse } = contract.setQuantity
  const { customer_id } = caller
  const question = await findPriceQuestion(db, caller, input.province_id, now())
  const lines = await findCartLines(db, customer_id, question)
  const { line, problem } = findLine(lines, input)
  if (problem) throw refuse(problem.code, problem.data)

  const { item_id } = line.item
  const missing = quantityProblem(item_id, line.item, item_quantity, question.now)
  if (missing) throw refuse(missing.code, missing.data)
  if (line.item_type === item_types.installment && item_quantity > 1) {
    throw refuse('loan_of_one_piece', { item_id })
  }
  const main = mainLineOf(line, lines)
  if (main && item_quantity > main.item_quantity) {
    throw refuse('more_than_main_line', { item_id, max_quantity: main.item_quantity })
  }
  if (item_quantity > max_line_quantity) {
    throw refuse('quantity_not_available', { item_id, max_quantity: max_line_quantity })
  }

  const key = { customer_id, line_id: line.line_id }
  if (!(await updateQuantity(db, key, item_quantity))) throw refuse('item_not_in_cart')
  return readCart(db, customer_id, question)
}
