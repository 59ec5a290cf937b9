import type { Database } from '#db/schema.ts'
import type { Log } from '#platform/observe/log.ts'
import { transaction } from '#platform/database/postgres.ts'
import { releaseOrderReservations as releaseOrderHolds } from '#shop/flows/release-reservations.ts'
import { updateToOverdue } from '#shop/order/order-state-store.ts'
import { findOverdue, updateExpired } from '#shop/order/order-store.ts'
import { endPayment } from '#shop/payment/attempt/payment-store.ts'

const batch = 200

/**
 * Ends orders that waited too long for a way to pay and gives back what they held (house §5.1). Each in
 * its own transaction, under the same row lock that choosing a payment takes: one of the two wins.
 * Returns how many ended.
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
        if (!(await updateExpired(tx, order_id, now))) return false
        await endPayment(tx, order_id, 'failed', now)
        await releaseOrderHolds(tx, [order_id], now)
        return true
      })
      if (!is_ours) continue
      ended += 1
      log.info({ order_code: code }, 'order expired unpaid')
    }
    if (overdue.length < batch) return ended
  }
}

/** Ends unpaid orders before their time: how the test bank of a demo shop plays late money. */
export async function expireAtOnce(
  { db, log }: { db: Database; log: Log },
  codes: readonly string[],
  now: Date,
): Promise<void> {
  await updateToOverdue(db, codes, now)
  await expireOrders({ db, log }, now)
}
