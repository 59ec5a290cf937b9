import { returns as contract, type ReturnReason } from '#contracts/staff/returns.ts'
import { covers, everything } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { deliveredGoods, feesOn, scannedUnit } from '#shop/flows/returns/returned-goods.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { lockOrderByCode } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { insertReturn, updateReturn } from '#shop/return/return-store.ts'

interface Brought {
  order_code: string
  position: number
  quantity?: number | undefined
  unit_code?: string | undefined
  reason: ReturnReason
  words?: string | undefined
  /** The shop at whose counter the goods lie. */
  shop_id: number
}

const { refuse } = contract.open

/**
 * Takes goods of a delivered order back at the counter of a shop of the member of staff. A customer may bring them to
 * any shop, so the order is found by its code alone; the return belongs to the shop that takes the goods. If its
 * shopper has asked for this return, that request goes on. Returns the code of the return.
 */
export async function openReturn(
  { now: clock, write }: StaffFlowDeps,
  actor: StaffActor,
  { order_code, position, quantity = 1, unit_code, reason, words = '', shop_id }: Brought,
): Promise<string> {
  if (!covers(contract.open, actor, { shop_id })) throw refuse('shop_not_found')
  return write({ actor, operation: 'returns.open', reason }, async (tx) => {
    const now = clock()
    const order = await lockOrderByCode(tx, storedCode(order_code), everything)
    const goods = order && (await deliveredGoods(tx, order, now))
    const line = goods?.lines.find((one) => one.position === position && !one.is_gift)
    if (!order || !goods || !line) throw refuse('nothing_to_return')
    const unit = scannedUnit(line, unit_code)
    if (unit === 'other') throw refuse('unit_differs')
    if (unit === 'needed') throw refuse('unit_needed')
    const unit_id = unit === 'none' ? null : unit
    const wanted = unit_id === null ? quantity : 1
    const by = { actor: 'staff', staff_name: actor.name, note: null, at: now } as const
    const asked = line.waiting.find(
      (one) => one.quantity === wanted && (one.unit_id ?? unit_id) === unit_id,
    )
    if (asked) {
      await updateReturn(tx, asked.return_id, 'receive', { shop_id, unit_id }, by)
      return asked.code
    }
    const is_in_return = unit_id !== null && line.units_in_returns.includes(unit_id)
    if (wanted > line.left || is_in_return) throw refuse('returned_already', { left: line.left })
    const { day } = goods
    const fees = await feesOn(tx, day)
    if (!fees.some((fee) => fee.reason === reason)) throw refuse('return_too_late', { day })
    const { order_id } = order
    const request = { order_id, position, quantity: wanted, shop_id, reason, words: words || null }
    return insertReturn(tx, { ...request, unit_id }, 'open', by)
  })
}
