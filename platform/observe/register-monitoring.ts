import { sql } from 'kysely'
import { connectionCounts, type PooledDatabase } from '#platform/database/postgres.ts'
import type { Http } from '#platform/http/open-http.ts'
import { serveHealth } from '#platform/observe/health.ts'
import { type MetricsAccess, serveMetrics, type ShopGauge } from '#platform/observe/metrics.ts'
import { warnOfUnnamedProxy } from '#platform/observe/unnamed-proxy.ts'

interface MonitoringDeps<Tables> {
  db: PooledDatabase<Tables>
  metrics_access: MetricsAccess
  gauges: readonly ShopGauge[]
  /** With several processes: returns the figures of all of them. */
  gather: (() => Promise<string>) | undefined
}

/** Registers /healthz, /readyz and /metrics, and warns of a proxy that is not named. */
export function registerMonitoring<Tables>(
  { fastify, caches }: Http,
  { db, metrics_access: access, gauges, gather }: MonitoringDeps<Tables>,
): void {
  warnOfUnnamedProxy(fastify)
  serveHealth(fastify, () => sql`select 1`.execute(db))
  serveMetrics(fastify, {
    access,
    gauges,
    database_connections: () => connectionCounts(db),
    database_statements: () => db.statements,
    page_cache: caches.pages.stats,
    answer_cache: caches.answers.stats,
    gather,
  })
}
