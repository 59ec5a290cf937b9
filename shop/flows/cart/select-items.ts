import type { z } from 'zod'
import { cart as contract, type Cart } from '#contracts/storefront/cart.ts'
import { type Caller, InvalidInput } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { type LineReference, findLine, type StoredLine } from '#shop/cart/cart-line.ts'
import { findCartLines, updateSelected } from '#shop/cart/cart-store.ts'
import { type CartDeps, findPriceQuestion, readCart } from '#shop/flows/cart/read-cart.ts'

/** Contract §5: installment allows a single selected item. */
const one_installment = 'Mỗi lần trả góp chỉ chọn một sản phẩm.'

type Input = z.output<typeof contract.selectItems.input>

/** Selects exactly the requested lines among those of one type. A missing line refuses the whole request. */
export async function selectItems(
  { db, now }: CartDeps,
  caller: Caller,
  { item_type, province_id, line_ids, item_ids }: Input,
): Promise<Cart> {
  const { customer_id } = caller
  const question = await findPriceQuestion(db, caller, province_id, now())
  const lines = await findCartLines(db, customer_id, question)
  const of_type = lines.filter((line) => line.item_type === item_type)
  const references = [
    ...line_ids.map((line_id) => ({ line_id, item_type })),
    ...item_ids.map((item_id) => ({ item_id, item_type })),
  ]
  const chosen = references.map((reference) => lineOrRefused(of_type, reference).line_id)
  if (item_type === item_types.installment && new Set(chosen).size > 1) {
    throw new InvalidInput({ line_ids: one_installment })
  }
  await updateSelected(db, { customer_id, item_type }, chosen)
  return readCart(db, customer_id, question)
}

function lineOrRefused(lines: readonly StoredLine[], reference: LineReference): StoredLine {
  const { line, problem } = findLine(lines, reference)
  if (problem) throw contract.selectItems.refuse(problem.code, problem.data)
  return line
}
