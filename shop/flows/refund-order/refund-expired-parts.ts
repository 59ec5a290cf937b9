import { transaction } from '#platform/database/postgres.ts'
import { lockOrderById } from '#shop/order/order-state-store.ts'
import type { ProviderParts } from '#shop/flows/choose-payment/begin-attempt.ts'
import { findLeftParts } from '#shop/payment/ledger/part-store.ts'
import { giveBackAll } from '#shop/flows/receive-payment/settle-parts.ts'

const batch = 200
/** How long a part of an order that expired waits for its rest, which may be under way. */
const wait_ms = 24 * 3_600_000

/**
 * Parts of orders that ended without the rest go back through the ledger, a day after the last of them
 * came (decision 085). Returns of how many orders.
 */
export async function giveBackParts({ db, now, log }: ProviderParts): Promise<number> {
  const at = now()
  const left = await findLeftParts(db, new Date(at.getTime() - wait_ms), batch)
  for (const { order_id } of left) {
    const amount = await transaction(db, async (tx) => {
      const order = await lockOrderById(tx, order_id)
      if (order === null || !['expired', 'cancelled'].includes(order.state)) return 0
      return giveBackAll(tx, order_id, at)
    })
    if (amount > 0) log.info({ order_id, amount }, 'parts of an unpaid order go back')
  }
  return left.length
}
