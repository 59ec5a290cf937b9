import { purchase_rules } from '#contracts/staff/trade/trade-ins.ts'
import type { Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import { trade_in_gateway } from '#shop/payment/ledger/message-store.ts'
import { findSoldWithOrder } from '#shop/trade/trade-in/purchase-store.ts'

/**
 * Whether money of an order goes back by transfer alone: it is the price of an old device, which came with another
 * order, or that day the shop bought for so much of its seller that nothing may be paid in cash (decisions 227, 241).
 */
export async function goesBackByTransfer(
  tx: Tx,
  { order_id, gateway }: { order_id: OrderId | null; gateway: string },
): Promise<boolean> {
  if (gateway !== trade_in_gateway || order_id === null) return false
  // The order of a device that paid another one says no day.
  const sold = await findSoldWithOrder(tx, order_id)
  return sold === null || sold >= purchase_rules.cash_below
}
