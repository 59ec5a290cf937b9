import type { z } from 'zod'
import { cart as contract, type Cart } from '#contracts/storefront/cart.ts'
import type { Caller } from '#pure/contract.ts'
import { findLine } from '#shop/cart/cart-line.ts'
import { findCartLines, updateChosen } from '#shop/cart/cart-store.ts'
import {
  type CartDeps,
  findPriceQuestion,
  readCart,
  withPriceSeen,
} from '#shop/flows/cart/read-cart.ts'
import { chosenPerGroup } from '#shop/pricing/basket/choices.ts'
import { promotionsFor } from '#shop/pricing/promotion/offers.ts'

type Input = z.output<typeof contract.choosePromotion.input>

/** Chooses one promotion of a group for a line. Earlier choices that are no longer offered are removed. */
export async function choosePromotion(
  { db, now }: CartDeps,
  caller: Caller,
  { promotion_uuid, ...input }: Input,
): Promise<Cart> {
  const { refuse } = contract.choosePromotion
  const { customer_id } = caller
  const question = await findPriceQuestion(db, caller, input.province_id, now())
  const lines = await findCartLines(db, customer_id, question)
  const { line, problem } = findLine(lines, input)
  if (problem) throw refuse(problem.code, problem.data)

  const { item, chosen_promotions = [] } = line
  const offered = promotionsFor(item.offers.promotions, question)
  const chosen = chosenPerGroup(offered, [...chosen_promotions, promotion_uuid])
  if (!chosen.includes(promotion_uuid)) {
    throw refuse('promotion_not_available', { item_id: item.item_id })
  }

  const key = { customer_id, line_id: line.line_id }
  if (!(await updateChosen(db, key, chosen))) throw refuse('item_not_in_cart')
  return withPriceSeen(db, key, await readCart(db, customer_id, question))
}
