import { Client } from 'pg'
import { redateOffers } from '#db/seed/redate-offers.ts'
import type { Now } from '#platform/clock.ts'

const every_ms = 3_600_000

/**
 * Updates the dates of the demo's offers every hour, because its windows reach only a day ahead and a demo
 * may run for longer. Returns a function that stops it.
 */
export function redateOffersHourly(
  url: string,
  { now, on_failed }: { now: Now; on_failed: (error: unknown) => void },
): () => void {
  const redate = async () => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', on_failed)
    try {
      await client.connect()
      await redateOffers(client, now())
    } finally {
      await client.end()
    }
  }
  const timer = setInterval(() => void redate().catch(on_failed), every_ms).unref()
  return () => clearInterval(timer)
}
