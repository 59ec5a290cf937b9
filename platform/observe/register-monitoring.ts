import { sql } from 'kysely'
import { connectionCounts, type PooledDatabase } from '#platform/database/postgres.ts'
import type { Http } from '#platform/http/open-http.ts'
import { serveHealth } from '#platform/observe/health.ts'
import { serveMetrics } from '#platform/observe/metrics.ts'

interface MonitoringDeps<Tables> {
  db: PooledDatabase<Tables>
  /** Of /metrics; without it only this machine may read. */
  token: string | null
  /** With several processes: the figures of all of them together. */
  gather: (() => Promise<string>) | undefined
}

/** /healthz, /readyz and /metrics. */
export function registerMonitoring<Tables>(
  { fastify, caches }: Http,
  { db, token, gather }: MonitoringDeps<Tables>,
): void {
  serveHealth(fastify, () => sql`select 1`.execute(db))
  serveMetrics(fastify, {
    token,
    database_connections: () => connectionCounts(db),
    page_cache: caches.pages.stats,
    answer_cache: caches.answers.stats,
    gather,
  })
}
