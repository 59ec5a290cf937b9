import type { Database } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Log } from '#platform/observe/log.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { findOverdue, lockOrderById, updateToOverdue } from '#shop/order/order-store.ts'
import { isOverdue } from '#shop/order/order.ts'

const batch = 200

/**
 * Ends orders that waited too long for their payment. Each in its own transaction, under the same row lock
 * that choosing a payment takes: one of the two wins. Returns how many ended.
 */
export async function expireOrders(
  { db, log }: { db: Database; log: Log },
  now: Date,
): Promise<number> {
  let ended = 0
  for (;;) {
    const overdue = await findOverdue(db, now, batch)
    for (const { order_id, code } of overdue) {
      const is_ours = await transaction(db, async (tx) => {
        const order = await lockOrderById(tx, order_id)
        if (order === null || !isOverdue(order, now)) return false
        await transition(tx, order, 'expire', { actor: 'clock' }, now)
        return true
      })
      if (!is_ours) continue
      ended += 1
      log.info({ order_code: code }, 'order expired unpaid')
    }
    if (overdue.length < batch) return ended
  }
}

/** Expires unpaid orders before their time: how the sandbox bank of a demo plays late money. */
export async function expireAtOnce(
  { db, log }: { db: Database; log: Log },
  codes: readonly string[],
  now: Date,
): Promise<void> {
  await updateToOverdue(db, codes, now)
  await expireOrders({ db, log }, now)
}
