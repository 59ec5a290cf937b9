import type { Database } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import type { MoveName } from '#shop/order/order-states.ts'
import { isLoanBinding, isLoanExamined } from '#shop/trade/application/order-loan-store.ts'

/** Moves that wait until the contract is signed: nothing is prepared or handed out before (decision 228). */
const after_signing: readonly MoveName[] = ['confirm', 'change_payment']
/** Moves that would change what the contract says. */
const against_contract: readonly MoveName[] = [
  'remove_goods',
  'add_goods',
  'split',
  'take_in',
  'join',
]

/** Whether the loan of an order forbids a move of it. */
export async function isForbiddenByLoan(
  db: Database,
  order_id: OrderId,
  move: MoveName,
): Promise<boolean> {
  if (after_signing.includes(move)) return isLoanExamined(db, order_id)
  return against_contract.includes(move) && isLoanBinding(db, order_id)
}
