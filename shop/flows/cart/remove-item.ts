import type { z } from 'zod'
import { cart as contract, type Cart } from '#contracts/storefront/cart.ts'
import type { Caller } from '#pure/contract.ts'
import { findLine } from '#shop/cart/cart-line.ts'
import { deleteLine, findCartLines } from '#shop/cart/cart-store.ts'
import { type CartDeps, findPriceQuestion, readCart } from '#shop/flows/cart/read-cart.ts'

type Input = z.output<typeof contract.removeItem.input>

/** Removes a line from the cart, with the lines beside it. */
export async function removeItem(
  { db, now }: CartDeps,
  caller: Caller,
  input: Input,
): Promise<Cart> {
  const { refuse } = contract.removeItem
  const { customer_id } = caller
  const question = await findPriceQuestion(db, caller, input.province_id, now())
  const lines = await findCartLines(db, customer_id, question)
  const { line, problem } = findLine(lines, input)
  if (problem) throw refuse(problem.code, problem.data)
  const key = { customer_id, line_id: line.line_id }
  if (!(await deleteLine(db, key))) throw refuse('item_not_in_cart')
  return readCart(db, customer_id, question)
}
