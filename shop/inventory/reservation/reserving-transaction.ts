import type { Database, Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { ReservationConflict } from '#shop/inventory/reservation/reservation.ts'

const max_attempts = 3

/**
 * Runs `work` in one transaction, again from its beginning when another customer took at the same moment what it was
 * about to reserve. `work` must not have effects outside of the database. `transact` opens a transaction of another
 * kind, such as one that is written into the ledger of staff.
 */
export async function reservingTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  transact: (work: (tx: Tx) => Promise<T>) => Promise<T> = (each) => transaction(db, each),
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(work)
    } catch (error) {
      if (attempt >= max_attempts || !(error instanceof ReservationConflict)) throw error
    }
  }
}
