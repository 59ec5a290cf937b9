import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import type { ShopGauge } from '#platform/observe/metrics.ts'
import { vietnamClock } from '#pure/vietnam-time.ts'
import { findStockErrors, type StockError } from '#shop/views/stock/stock-proof-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

export interface StockProof {
  /** Proves invariant 10 once. Returns the stock rows that break it, which are also logged. */
  prove: () => Promise<StockError[]>
  /** Proves it every night between 3 and 4 o'clock. */
  job: Job
  /** The result of the last proof of this process, for /metrics. */
  gauges: readonly ShopGauge[]
}

/** Proves at night that on hand is the sum of movements, and that reserved is what orders have reserved. */
export function openStockProof({ db, now, log }: Deps): StockProof {
  const last = { errors: 0, proven_at_s: 0 }
  async function prove(): Promise<StockError[]> {
    const no_limit = { statement_timeout_ms: 0 }
    const errors = await transaction(db, (tx) => findStockErrors(tx), no_limit)
    last.errors = errors.length
    last.proven_at_s = now().getTime() / 1_000
    if (errors.length > 0) log.error({ rows: errors }, 'stock is not the sum of its movements')
    return errors
  }
  return {
    prove,
    job: {
      name: 'prove-stock',
      every_ms: 1_800_000,
      run: async () => {
        if (vietnamClock(now()).startsWith('03')) await prove()
      },
    },
    gauges: [
      {
        name: 'stock_errors',
        help: 'Stock rows that the last proof found wrong',
        value: () => last.errors,
      },
      {
        name: 'stock_proof_timestamp_seconds',
        help: 'When this process last proved the stock; 0: never',
        value: () => last.proven_at_s,
      },
    ],
  }
}
