import type { Database } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Log } from '#platform/observe/log.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { findOverdue, lockOrderById, updateToOverdue } from '#shop/order/order-store.ts'
import { isOverdue } from '#shop/order/order.ts'

const batch = 200

/**
 * Expires orders that waited too long for their payment. Each runs in its own transaction under the row lock that
 * choosing a payment also takes, so only one of the two succeeds. Returns how many expired.
 */
export async function expireOrders(
  { db, log }: { db: Database; log: Log },
  now: Date,
): Promise<number> {
  let ended = 0
  for (;;) {
    const overdue = await findOverdue(db, now, batch)
    for (const { order_id, code } of overdue) {
      const is_expired_now = await transaction(db, async (tx) => {
        const order = await lockOrderById(tx, order_id)
        if (order === null || !isOverdue(order, now)) return false
        await transition(tx, order, 'expire', { actor: 'clock' }, now)
        return true
      })
      if (!is_expired_now) continue
      ended += 1
      log.info({ order_code: code }, 'order expired unpaid')
    }
    if (overdue.length < batch) return ended
  }
}

/** Expires unpaid orders before their deadline, so that the sandbox bank of a demo can simulate late money. */
export async function expireAtOnce(
  { db, log }: { db: Database; log: Log },
  codes: readonly string[],
  now: Date,
): Promise<void> {
  await updateToOverdue(db, codes, now)
  await expireOrders({ db, log }, now)
}
